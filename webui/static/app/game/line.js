// The line to the game. A phone asks for its whole view again and again, waiting for news; so it can never drift from the game.
// What it sends has an id of its own and is sent until it is answered: a line that was down leaves nobody waiting.

const AGAIN_MS = 1000;

/** The tokens of the seats on this phone, from the address after the #; none: the table's own screen. */
export const tokens = () => decodeURIComponent(location.hash.slice(1)).split(",").filter(Boolean);

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Ask for views for ever. tell(view) with each; lost(true or false) as the line goes and comes. Gives a function that ends it. */
export function follow(token, tell, lost) {
  const end = new AbortController();
  const headers = token ? { "X-Seat": token } : {};
  (async () => {
    for (let after = null; !end.signal.aborted;) {
      try {
        const said = await fetch(`/api/v1/view${after === null ? "" : `?after=${after}`}`, { headers, cache: "no-store", signal: end.signal });
        const body = await said.json();
        if (said.status === 403) { tell({ refused: body.error.message }); return; }
        if (!said.ok) throw new Error(body.error?.message);
        lost(false);
        if (body.revision !== after) tell(body);
        after = body.revision;
      } catch {
        if (end.signal.aborted) return;
        lost(true);
        after = null;
        await pause(AGAIN_MS);
      }
    }
  })();
  return () => end.abort();
}

/** An id that no other command has. */
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** Send until it is answered. Gives what was refused, as {reason, rule}, or null. */
export async function send(path, body, headers, lost) {
  for (;;) {
    try {
      const said = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
      const answer = await said.json();
      lost(false);
      if (said.ok) return null;
      return answer.error ? { reason: answer.error.message, rule: "" } : answer;
    } catch {
      lost(true);
      await pause(AGAIN_MS);
    }
  }
}
