// Keeps the answers on the page true: asks again when what was picked, or the table under it, has changed.
// One question of a kind is under way at a time; what changed meanwhile is asked when it has come back.
import { ask } from "./ask.js";
import { sameSpot, spotText } from "./spots.js";
import { listen, set, state } from "./store.js";

function keeper(question, store) {
  let asked = "";
  let busy = false;
  return async function keep() {
    const now = question();
    if (now.key === asked || busy) return;
    asked = now.key;
    if (!now.path) { store(null); return; }
    busy = true;
    const said = await ask(now.path, now.parameters);
    busy = false;
    if (question().key === now.key) store(said);
    keep();
  };
}

const measured = keeper(
  () => {
    const [a, b] = state.picked;
    if (!b || !state.view) return { key: "" };
    const parameters = [["a", spotText(a)], ["b", spotText(b)]];
    return { key: `${parameters} ${state.view.table.revision} ${state.link}`, path: "measure", parameters };
  },
  (said) => set({ measured: said }),
);

const taped = keeper(
  () => {
    if (state.tape.length < 2 || !state.view) return { key: "" };
    const parameters = state.tape.map((spot) => ["p", spotText(spot)]);
    return { key: `${parameters} ${state.view.table.revision} ${state.link}`, path: "tape", parameters };
  },
  (said) => set({ taped: said }),
);

/** Tell the page that this spot was tapped. */
export function tap(spot) {
  set({ asking: false, naming: null, turning: false, settingUp: false, saidFault: null }); // what stands wrong is one button away
  if (state.mode === "tape") {
    const last = state.tape.at(-1);
    if (!last || !sameSpot(last, spot)) set({ tape: [...state.tape, spot] });
    return;
  }
  const [a, b] = state.picked;
  const same = a && !b && sameSpot(a, spot);
  set({ picked: same ? [] : a && !b ? [a, spot] : [spot], shown: null, measured: null });
}

export function start() {
  let ghosts = null;
  listen((now) => {
    measured();
    taped();
    const shown = now.view?.ghosts?.table ?? null;
    if (shown !== ghosts && now.view) { ghosts = shown; set({ settingUp: true }); } // a table that is set up anew begins with what stands wrong
  });
}
