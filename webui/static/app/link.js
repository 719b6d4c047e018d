// The line to the service: one EventSource, watched. The strip shows `state.link`, so it must be true within seconds.
// Phones kill a stream in the background without a word, so it is closed when the page is hidden and opened when it is seen,
// and a watchdog reopens it after 10 s of silence (the service sends `beat` every 5 s). The first event is the whole view.
import { set, state } from "./store.js";

const SILENCE_MS = 10_000;
const ANSWER_MS = 3000;
const WAIT_MS = [500, 1000, 2000, 4000];

let source = null;
let openedMs = 0;
let fails = 0;
let again = 0;

function heard(fields) {
  fails = 0;
  set({ link: "live", heardMs: Date.now(), ...fields });
}

function close() {
  clearTimeout(again);
  if (source) source.close();
  source = null;
}

function open() {
  close();
  if (document.hidden) return;
  openedMs = Date.now();
  source = new EventSource("/api/v1/events");
  source.addEventListener("beat", (event) => heard({ skewS: JSON.parse(event.data).time_s - Date.now() / 1000 }));
  source.addEventListener("message", (event) => heard({ view: JSON.parse(event.data) }));
  source.onerror = lost;
}

async function lost() {
  close();
  again = setTimeout(open, WAIT_MS[Math.min(fails, WAIT_MS.length - 1)]);
  fails += 1;
  const answers = await fetch("/api/v1/health", { cache: "no-store", signal: AbortSignal.timeout?.(ANSWER_MS) }).then((said) => said.ok, () => false);
  if (source?.readyState === EventSource.OPEN) return;
  // One failed try may be a server that restarts; a service that answers but gives no stream is full.
  if (!answers) set({ link: "lost" });
  else if (fails > 2) set({ link: "full" });
}

function watch() {
  if (!document.hidden && source && Date.now() - Math.max(state.heardMs, openedMs) > SILENCE_MS) lost();
}

/** Open the line and keep it. */
export function start() {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("pagehide", close);
  addEventListener("online", open);
  setInterval(watch, 1000);
  open();
}
