// Questions to the API. An answer is {answer} or {fault: sentence}; a question never throws.

export async function ask(path, parameters = []) {
  const query = new URLSearchParams(parameters).toString();
  try {
    const said = await fetch(`/api/v1/${path}${query ? `?${query}` : ""}`, { cache: "no-store" });
    const body = await said.json();
    return said.ok ? { answer: body } : { fault: body.error.message };
  } catch {
    return { fault: "The companion does not answer." };
  }
}
