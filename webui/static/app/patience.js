// What was pressed and takes a while. Its button shows that it works until there is an answer; and a 503, which says that
// the companion has no time now, is waited out: its sentence is shown meanwhile and goes when it is over.

const AGAIN_S = 2;
const TRIES = 6;

let pressed = null; // the button of the newest touch, until somebody says what it waits for
addEventListener("click", (event) => { pressed = event.target.closest?.("button") ?? null; }, true);
addEventListener("submit", (event) => { pressed = event.submitter ?? pressed; }, true);

/** Wait for work that the newest touch began; what it gives. */
export async function showing(work) {
  const button = pressed;
  pressed = null;
  button?.setAttribute("aria-busy", "true");
  try { return await work; } finally { button?.removeAttribute("aria-busy"); }
}

const pause = (s) => new Promise((done) => setTimeout(done, 1000 * s));

/** As fetch, but a 503 is asked again when it says so, a few times. slow(sentence): why it takes longer; slow(null): it does no
 * more. The answer has `again`: whether it was asked more than once. */
export async function patiently(path, words, slow) {
  for (let n = 0; ; n += 1) {
    const said = await fetch(path, words);
    if (said.status !== 503 || n + 1 === TRIES) {
      if (n) slow(null);
      said.again = n > 0;
      return said;
    }
    slow((await said.json()).error?.message ?? "The companion is busy.");
    await pause(Number(said.headers.get("Retry-After")) || AGAIN_S);
  }
}
