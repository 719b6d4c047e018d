// The line to the game. A phone is sent its whole view, at once and after each change; so it can never drift from the game.
// What it sends has an id of its own and is sent until it is answered: a line that was down leaves nobody waiting.

import { patiently } from "../patience.js";

const AGAIN_MS = 1000;
const QUIET_MS = 12000; // the stream beats every 5 s; a line that says nothing for so long is dead

/** The tokens of the seats on this phone, from the address after the #; none: the table's own screen. */
export const tokens = () => decodeURIComponent(location.hash.slice(1)).split(",").filter(Boolean);

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const GONE = "Nobody sits here with this link any more; ask the host for a new one.";

class Refused extends Error {}
class NoStream extends Error {}

/** One server-sent event's data, or null; throws if the link is no longer good. */
function read(block) {
  const lines = block.split("\n");
  if (lines.includes("event: refused")) throw new Refused(GONE);
  const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  return data ? JSON.parse(data) : null;
}

/** Views from the stream until it ends or the line is dead. EventSource cannot send the token, so it is read with fetch. */
async function stream(headers, signal, tell) {
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener("abort", stop);
  let dead = setTimeout(stop, QUIET_MS);
  try {
    const said = await fetch("/api/v1/stream", { headers, cache: "no-store", signal: end.signal });
    if (said.status === 403) throw new Refused((await said.json()).error.message);
    if (!said.ok || !said.body) throw new NoStream();
    const [reader, decoder] = [said.body.getReader(), new TextDecoder()];
    for (let text = ""; ;) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the stream ended");
      clearTimeout(dead);
      dead = setTimeout(stop, QUIET_MS);
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop();
      const views = blocks.map(read).filter(Boolean);
      if (views.length) tell(views.at(-1));
    }
  } finally {
    clearTimeout(dead);
    signal.removeEventListener("abort", stop);
    end.abort();
  }
}

/** One view by asking for it, waiting for news: where there is no stream. */
async function poll(headers, signal, after) {
  const said = await fetch(`/api/v1/view${after === null ? "" : `?after=${after}`}`, { headers, cache: "no-store", signal });
  const body = await said.json();
  if (said.status === 403) throw new Refused(body.error.message);
  if (!said.ok) throw new Error(body.error?.message);
  return body;
}

/** Follow the game. tell(view) with each view; lost(true or false) as the line goes and comes. Gives a function that ends it. */
export function follow(token, tell, lost) {
  const end = new AbortController();
  const headers = token ? { "X-Seat": token } : {};
  let wake = new AbortController(); // aborted when the phone is put away, and when it is looked at again: what was open then may be dead
  const seen = () => wake.abort();
  document.addEventListener("visibilitychange", seen);
  addEventListener("pageshow", seen);
  (async () => {
    let after = null;
    let streams = true;
    const told = (view) => {
      lost(false);
      if (view.revision !== after) tell(view);
      after = view.revision;
    };
    while (!end.signal.aborted) {
      if (document.hidden) await new Promise((shown) => document.addEventListener("visibilitychange", shown, { once: true }));
      wake = new AbortController();
      const now = wake.signal;
      const both = new AbortController();
      for (const one of [end.signal, now]) one.addEventListener("abort", () => both.abort(), { once: true });
      try {
        if (streams) await stream(headers, both.signal, told);
        else told(await poll(headers, both.signal, after));
      } catch (fault) {
        if (end.signal.aborted) return;
        if (fault instanceof Refused) { tell({ refused: fault.message }); return; }
        if (fault instanceof NoStream) { streams = false; continue; }
        after = null;
        if (now.aborted) continue;
        lost(true);
        await pause(AGAIN_MS);
      }
    }
  })();
  return () => { document.removeEventListener("visibilitychange", seen); removeEventListener("pageshow", seen); end.abort(); };
}

/** An id that no other command has. */
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** Send until it is answered. Gives what was refused, as {reason, rule}, or null. slow(sentence or null): why it takes longer. */
export async function send(path, body, headers, lost, slow) {
  for (;;) {
    try {
      const said = await patiently(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) }, slow);
      const answer = await said.json();
      lost(false);
      if (said.ok || (said.again && answer.error?.code === "not_open")) return null; // done after all when it was first sent
      return answer.error ? { reason: answer.error.message, rule: "" } : answer;
    } catch {
      lost(true);
      await pause(AGAIN_MS);
    }
  }
}
