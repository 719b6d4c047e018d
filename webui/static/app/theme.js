// Light, dark, or as the phone has it; remembered on this phone.
import { html } from "./lib.js";
import { remember, set } from "./store.js";

const daylight = matchMedia("(prefers-color-scheme: light)");

function apply(theme) {
  const light = theme === "light" || (theme === "auto" && daylight.matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
}

function choose(theme) {
  remember("theme", theme);
  apply(theme);
  set({ theme });
}

export function start(state) {
  daylight.addEventListener("change", () => apply(state.theme));
}

const choice = (name, label, now) => html`<button aria-pressed=${String(now === name)} onClick=${() => choose(name)}>${label}</button>`;

export const ThemeChoice = ({ theme }) => html`<div class="choice" role="group" aria-label="Light or dark">
  ${choice("auto", "Auto", theme)}${choice("light", "Light", theme)}${choice("dark", "Dark", theme)}</div>`;
