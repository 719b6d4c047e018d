// What the status strip says, as a value: tone, main sentence, small print. Pure, so that it can be read at a glance.

import { many } from "./format.js";

const CAMERA = {
  live: ["good", () => "Camera live"],
  starting: ["warn", () => "Camera is starting"],
  stale: ["warn", (ago) => `No new picture for ${ago}`],
  black: ["bad", (ago) => `Camera has seen nothing for ${ago}`],
  frozen: ["bad", (ago) => `Picture frozen for ${ago}`],
  gone: ["bad", (ago) => `Camera gone for ${ago}`],
  none: ["good", () => "No camera at this table"],
};

const RECORDED = { live: ["good", () => "A recording plays"] };

// Where pictures are sent from phones, silence between two is no fault.
const SENT = {
  none: ["warn", () => "No picture yet"],
  stale: ["warn", (ago) => `The picture is ${ago} old`],
  live: ["good", () => "Picture has arrived"],
};

/** "12 s", "3 min", "2 h": how long, in words short enough for a strip. */
export function ago(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 90) return `${s} s`;
  if (s < 5400) return `${Math.round(s / 60)} min`;
  return `${Math.round(s / 3600)} h`;
}

/** A table without a camera: nothing is seen, and nothing is wrong with that. */
export const noCamera = (view) => view?.camera.state === "none" && !view.takes_uploads;

export function sheetsText(view) {
  if (noCamera(view)) return "";
  const wanted = view.sheets_wanted.length;
  const seen = view.sheets_wanted.filter((id) => view.sheets_seen.includes(id)).length;
  return wanted ? `${seen} of ${many(wanted, "sheet")} seen` : "no sheets set up";
}

export function statusOf({ link, heardMs, view }, nowMs, serviceNowS) {
  const silentS = (nowMs - heardMs) / 1000;
  if (link === "lost") return { tone: "bad", main: `No connection for ${ago(silentS)}`, more: view ? "What you see is old. Trying again." : "Trying again." };
  if (link === "full") return { tone: "bad", main: "Too many phones are watching", more: "What you see is old. Close the page on another phone." };
  if (!view) return { tone: "warn", main: "Connecting", more: "" };
  if (silentS > 12) return { tone: "warn", main: `Nothing heard for ${ago(silentS)}`, more: "What you see may be old." };
  const [tone, say] = (view.takes_uploads && SENT[view.camera.state]) || (view.camera.recorded && RECORDED[view.camera.state]) || CAMERA[view.camera.state] || ["warn", () => `Camera: ${view.camera.state}`];
  const main = say(ago(serviceNowS - view.camera.since_s));
  if (view.notes.some((note) => note.code === "not_measuring")) return { tone: "bad", main: `${main}, nothing is measured`, more: sheetsText(view) };
  return { tone, main, more: sheetsText(view) };
}
