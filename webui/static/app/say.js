// What people say of figures. What comes of it is in the next view; a fault is shown at the head of the panel.
import { set } from "./store.js";

/** True: it was taken. */
export async function say(path, body) {
  set({ saidFault: null });
  try {
    const said = await fetch(`/api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (said.ok) return true;
    set({ saidFault: (await said.json()).error.message });
  } catch {
    set({ saidFault: "The companion does not answer; nothing was done." });
  }
  return false;
}

export const sayOf = (id, body) => say(`figures/${encodeURIComponent(id)}`, body);
export const sayTurn = (of) => say("turn", { of });
