// What waits for an answer: the camera's asks, and figures that were moved out of their turn. New ones open the panel for
// themselves, but never over something that is being measured or typed.
import { listen, set, state } from "./store.js";

const known = new Set();

/** [{key, ask}] and [{key, nudge}], oldest first. */
export function waitingOf(view) {
  if (!view) return [];
  const asks = view.watch.asks.map((ask) => ({ key: `ask ${ask.id}`, since: ask.since_s, ask }));
  const nudges = view.watch.nudges.map((nudge) => ({ key: `nudge ${nudge.figure} ${nudge.since_s}`, since: nudge.since_s, nudge }));
  return [...asks, ...nudges].sort((a, b) => a.since - b.since);
}

/** Whether a tap on the map or a typed word would be lost if the panel changed. */
const busy = () => state.picked.length > 0 || state.mode !== "measure" || state.naming !== null || state.turning;

export function start() {
  listen(() => {
    const keys = waitingOf(state.view).map((one) => one.key);
    const fresh = keys.some((key) => !known.has(key));
    known.clear();
    for (const key of keys) known.add(key);
    if (fresh && !busy() && !state.asking) set({ asking: true });
    else if (!keys.length && state.asking) set({ asking: false });
  });
}
