// A seat's link as a code that another phone's camera reads.
import { html, useState } from "../lib.js";

const QUIET = 4; // modules of white round a code, as the standard has it

/** Drawn when it is asked for, as whoever sees it may sit down there. */
export function Scan({ code, seat, link, tell }) {
  const [drawn, setDrawn] = useState(null);
  const look = async () => {
    if (drawn) { setDrawn(null); return; }
    try {
      const said = await fetch("/api/v1/code", { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify({ text: link }) });
      const answer = await said.json();
      if (said.ok) setDrawn(answer); else tell(answer.error.message);
    } catch { tell("No connection to the game; try again."); }
  };
  const wide = drawn && drawn.modules + 2 * QUIET;
  return html`<button type="button" class="button" data-scan=${seat} aria-expanded=${Boolean(drawn)} onClick=${look}>${drawn ? "Hide the code" : "Code to scan"}</button>
    ${drawn && html`<svg class="scan" role="img" aria-label="QR code of ${seat}'s link" viewBox="0 0 ${wide} ${wide}"><rect width=${wide} height=${wide} fill="#fff" /><path transform="translate(${QUIET} ${QUIET})" d=${drawn.path} fill="#000" /></svg>`}`;
}
