// Commands to the electronics. What comes of one is in the next view; a fault is shown on top of the page.
import { html } from "../lib.js";
import { patiently, showing } from "../patience.js";
import { set } from "../store.js";

export const COLOURS = ["red", "green", "blue", "yellow", "white", "orange", "violet", "cyan"];
export const trouble = (sentence) => set({ deviceFault: sentence });

export const act = (command) => showing(tell(command));

async function tell(command) {
  trouble(null);
  try {
    const words = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command) };
    const said = await patiently("/api/v1/devices", words, trouble);
    const body = await said.json();
    if (!said.ok) trouble(body.error.message);
  } catch {
    trouble("The companion does not answer; nothing was done.");
  }
}

export const Dot = ({ colour }) => html`<span class="dot c-${colour}" aria-hidden="true"></span>`;
/** A name to be typed over. The browser keeps what is being typed: the page is drawn again every second. */
export const Name = ({ label, name, hint, take }) => html`<input key=${name} class="name" aria-label=${label} placeholder=${hint} maxlength="40" defaultValue=${name} onChange=${(event) => take(event.target.value)} />`;
export const by = (who) => ({ phone: "typed on a phone", companion: "drawn by the companion" })[who] ?? `by ${who}`;
export const called = (all, id) => all.devices.find((one) => one.id === id)?.name ?? id;
export const heroName = (all, colour) => all.heroes.find((one) => one.colour === colour)?.name || colour;
