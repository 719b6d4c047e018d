// The straightened camera picture under the map. The next one is asked for when the last has loaded, so a slow line
// gets fewer pictures and never a queue of old ones.
import { listen, set, state } from "../store.js";

const PAUSE_MS = 400;
const AFTER_FAULT_MS = 2000;
let running = false;

async function load() {
  const width = Math.min(1600, Math.max(640, Math.round(innerWidth * devicePixelRatio)));
  const said = await fetch(`/api/v1/frame.jpg?straight=1&width=${width}`);
  if (!said.ok) return { fault: (await said.json()).error.message };
  const tag = said.headers.get("ETag");
  if (state.picture?.tag === tag) return state.picture;
  const extent = said.headers.get("X-Extent-Mm")?.split(",").map(Number) ?? null;
  const url = URL.createObjectURL(await said.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  return { url, tag, extent };
}

async function run() {
  if (running) return;
  running = true;
  while (state.pictureOn && !document.hidden) {
    const now = await load().catch(() => ({ fault: "The companion sends no picture." }));
    const before = state.picture;
    if (now !== before) {
      set({ picture: now });
      if (before?.url) setTimeout(() => URL.revokeObjectURL(before.url), 1000);
    }
    await new Promise((go) => setTimeout(go, now.fault ? AFTER_FAULT_MS : PAUSE_MS));
  }
  running = false;
}

export function start() {
  listen(() => { if (state.pictureOn) run(); });
  document.addEventListener("visibilitychange", () => { if (state.pictureOn) run(); });
}
