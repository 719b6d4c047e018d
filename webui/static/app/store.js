// Everything the page knows, in one plain object. Changed only through `set`; listeners hear of it once per turn of the event loop.

const listeners = [];
let waiting = false;

function remembered(key, fallback) {
  try { return localStorage.getItem(key) ?? fallback; } catch { return fallback; }
}

/** Keep a small choice on this phone; a browser without storage forgets it. */
export function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private mode */ }
}

export const state = {
  link: "connecting",        // connecting | live | lost | full
  heardMs: Date.now(),       // when the service was last heard, on this phone's clock
  skewS: 0,                  // service's clock minus this phone's, seconds
  view: null,
  mode: "measure",           // measure | tape
  picked: [],                // up to two spots
  shown: null,               // 0 or 1: the card of that picked spot is open over a measurement
  measured: null,            // {a, b, answer} or {a, b, fault}
  tape: [],                  // spots
  taped: null,               // {answer} or {fault}
  pictureOn: remembered("picture", "0") === "1",
  picture: null,             // {url, tag, extent} or {fault}
  turn: Number(remembered("turn", "0")) % 4 || 0,   // quarter turns of the map, clockwise
  theme: remembered("theme", "auto"),
  menu: false,
  asking: false,             // the panel shows what waits for an answer
  naming: null,              // id of the figure that is being named
  called: null,              // the name that was just given: its figure is picked when it is there
  turning: false,            // the panel asks whose turn it is
  settingUp: true,           // whether the panel shows what stands wrong, while there are ghosts
  saidFault: null,           // a sentence: what was said of a figure could not be done
  rulings: null,             // {figure: id or null}: what the camera ruled lies over the map
  deviceFault: null,         // a sentence: the last command to the electronics failed
  upload: null,              // {fraction} or {message} or {fault}
  k: 1,                      // screen px per mm on the map
  row: false,                // whether the map's buttons lie in a row
};

/** Replace some fields. */
export function set(fields) {
  Object.assign(state, fields);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => { waiting = false; for (const hear of listeners) hear(state); });
}

export function listen(hear) { listeners.push(hear); }

/** The service's time now, seconds since the epoch. A phone's own clock may be minutes off. */
export const serviceNowS = () => Date.now() / 1000 + state.skewS;
