// The rule behind what may be done: one touch away, with its section in the book.
import { html, useState } from "../lib.js";

export function Rule({ rule, rules }) {
  const [open, setOpen] = useState(false);
  const note = rules[rule];
  if (!note) return null;
  return html`<button type="button" class="button ask-rule" aria-expanded=${open} aria-label="The rule" onClick=${() => setOpen(!open)}>?</button>
    ${open && html`<p class="words"><strong>${note.section}.</strong> ${note.words}</p>`}`;
}
