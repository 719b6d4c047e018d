// Questions to the API. An answer is {answer} or {fault: sentence}; a question never throws.

import { patiently } from "./patience.js";

/** slow(sentence or null): why it takes longer, until it does no more. */
export async function ask(path, parameters = [], slow = () => {}) {
  const query = new URLSearchParams(parameters).toString();
  try {
    const said = await patiently(`/api/v1/${path}${query ? `?${query}` : ""}`, { cache: "no-store" }, slow);
    const body = await said.json();
    return said.ok ? { answer: body } : { fault: body.error.message };
  } catch {
    return { fault: "The companion does not answer." };
  }
}
