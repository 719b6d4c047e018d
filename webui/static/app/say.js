// What people say of figures. What comes of it is in the next view; a fault is shown at the head of the panel.
import { patiently, showing } from "./patience.js";
import { set } from "./store.js";

/** True: it was taken. */
export const say = (path, body) => showing(tell(path, body));

async function tell(path, body) {
  set({ saidFault: null });
  const slow = (why) => set({ saidFault: why });
  try {
    const said = await patiently(`/api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, slow);
    if (said.ok) return true;
    const { code, message } = (await said.json()).error;
    if (said.again && code === "not_open") return true; // it was done after all when it was first said
    set({ saidFault: message });
  } catch {
    set({ saidFault: "The companion does not answer; nothing was done." });
  }
  return false;
}

export const sayOf = (id, body) => say(`figures/${encodeURIComponent(id)}`, body);
export const sayTurn = (of) => say("turn", { of });
