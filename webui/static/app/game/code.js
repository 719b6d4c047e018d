// The host's code, typed once: it stays in this tab until it is closed, and goes nowhere else. What a browser forbids is done without.
import { useState } from "../lib.js";

const NAME = "host-code";

export function recall(storage, name) {
  try { return globalThis[storage].getItem(name); } catch { return null; }
}

/** value null: forget it. */
export function keep(storage, name, value) {
  try {
    if (value === null) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch { /* storage is switched off: it is typed again */ }
}

/** [code, setCode] as useState gives them. */
export function useHostCode() {
  const [code, set] = useState(recall("sessionStorage", NAME) ?? "");
  return [code, (value) => { keep("sessionStorage", NAME, value); set(value); }];
}
