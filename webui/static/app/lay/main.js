// The page on which a board, or a free table, is laid on the camera's picture: four corners are dragged to where they are, the squares are drawn
// over the picture to be looked at, the server says how well it fits, and the host keeps it.
import { html, render, useEffect, useRef, useState } from "../lib.js";
import { useHostCode } from "../game/code.js";
import { xy } from "../game/ground.js";
import { Above } from "./above.js";
import { project, projection } from "./plane.js";

const WIDTH_PX = 1280;
const TRY_MS = 400;
const GLASS = { px: 120, times: 3 };
const COLOURS = ["var(--side-1)", "var(--side-0)", "var(--side-2)", "var(--side-3)"];

async function ask(body, code) {
  try {
    const said = await fetch("/api/v1/laying", body ? { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify(body) } : { cache: "no-store" });
    const answer = await said.json();
    return said.ok ? answer : { fault: answer.error?.message ?? answer.reason };
  } catch {
    return { fault: "The companion does not answer; nothing was done." };
  }
}

async function newestPicture() {
  const said = await fetch(`/api/v1/frame.jpg?width=${WIDTH_PX}`, { cache: "no-store" });
  if (!said.ok) throw new Error((await said.json()).error.message);
  const url = URL.createObjectURL(await said.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  return { number: Number(said.headers.get("X-Picture")), url, width: image.naturalWidth, height: image.naturalHeight };
}

const clamp = (value) => Math.min(1, Math.max(0, value));

/** The part of the picture under the finger, larger, with a cross at the very spot. */
function Glass({ picture, at, wide }) {
  const [x, y] = at;
  const [across, down] = [wide * GLASS.times, wide * GLASS.times * (picture.height / picture.width)];
  const style = { left: x > 0.5 ? "8px" : "auto", right: x > 0.5 ? "auto" : "8px", width: `${GLASS.px}px`, height: `${GLASS.px}px`,
    backgroundImage: `url(${picture.url})`, backgroundSize: `${across}px ${down}px`, backgroundPosition: `${GLASS.px / 2 - x * across}px ${GLASS.px / 2 - y * down}px` };
  return html`<div class="glass" style=${style}><svg viewBox="0 0 2 2"><path d="M1 0V2M0 1H2" /></svg></div>`;
}

/** The squares of the board over the picture, and each zone's name in its middle. */
function Squares({ zones, corners, at, size: [wide, high] }) {
  const map = projection(corners.map((corner) => corner.at), at.map(([x, y]) => [x * wide, y * high]));
  if (!map) return null;
  return zones.map((zone) => {
    const all = zone.squares.map(xy);
    const middle = [0, 1].map((n) => all.reduce((sum, one) => sum + one[n], 0) / all.length + 0.5);
    const [tx, ty] = project(map, middle);
    return html`<g>${all.map(([x, y]) => html`<polygon class="over" points=${[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map((one) => project(map, one).map((v) => v.toFixed(1)).join(",")).join(" ")} />`)}
      <text class="over-name" x=${tx} y=${ty}>${zone.room || "E"}</text></g>`;
  });
}

function Picture({ picture, shown, at, set }) {
  const box = useRef(null);
  const [held, setHeld] = useState(null);
  const [wide, setWide] = useState(360);
  useEffect(() => {
    const size = () => setWide(box.current.clientWidth);
    size();
    addEventListener("resize", size);
    return () => removeEventListener("resize", size);
  }, []);
  const high = (wide * picture.height) / picture.width;
  const grab = (n) => (event) => { event.preventDefault(); event.currentTarget.setPointerCapture(event.pointerId); setHeld({ n, dx: at[n][0] * wide - event.clientX, dy: at[n][1] * high - event.clientY }); };
  const drag = (event) => {
    if (!held) return;
    const spot = [clamp((event.clientX + held.dx) / wide), clamp((event.clientY + held.dy) / high)];
    set(at.map((one, n) => (n === held.n ? spot : one)));
  };
  return html`<div class="picture" ref=${box}><img src=${picture.url} alt="The newest picture of the table" draggable="false" />
    <svg viewBox="0 0 ${wide} ${high}" onPointerMove=${drag} onPointerUp=${() => setHeld(null)} onPointerCancel=${() => setHeld(null)}>
      <${Squares} zones=${shown.zones} corners=${shown.corners} at=${at} size=${[wide, high]} />
      ${at.map(([x, y], n) => html`<g key=${n} class="corner" data-corner=${n} transform="translate(${x * wide} ${y * high})" onPointerDown=${grab(n)}>
        <circle class="finger" r="24" /><circle r="13" style=${{ stroke: COLOURS[n] }} /><path d="M-6 0H6M0 -6V6" style=${{ stroke: COLOURS[n] }} /></g>`)}
    </svg>${held && html`<${Glass} picture=${picture} at=${at[held.n]} wide=${wide} />`}</div>`;
}

function Fit({ laid, fault }) {
  if (fault) return html`<p class="bad-words" role="alert">${fault}</p>`;
  if (!laid) return null;
  return html`<p class="good">${laid.words}</p>`;
}

function Page() {
  const [shown, setShown] = useState(null);
  const [picture, setPicture] = useState(null);
  const [at, setAt] = useState([[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]]);
  const [found, setFound] = useState({});
  const [told, setTold] = useState("");
  const [code, setCode] = useHostCode();
  const [moved, setMoved] = useState(false);
  const [above, lookAbove] = useState(false);

  const look = () => newestPicture().then((next) => { setPicture(next); setTold(""); }, (fault) => setTold(fault.message));
  useEffect(() => {
    ask().then((said) => {
      if (said.fault) { setTold(said.fault); return; }
      setShown(said);
      setFound({ laid: said.laid });
      if (said.tapped) setAt(said.tapped.corners);
      if (said.camera) look();
    });
  }, []);
  useEffect(() => {
    if (!moved || !picture) return undefined;
    const later = setTimeout(() => ask({ picture: picture.number, corners: at }, code).then(setFound), TRY_MS);
    return () => clearTimeout(later);
  }, [at, moved, picture]);
  if (!shown) return html`<p class="before">${told || "Asking the companion for the table…"}</p>`;
  if (!shown.camera) return html`<main class="game"><header class="prompt"><h1>Lay the ${shown.what}</h1></header><section class="card"><p>There is no camera in this game, so there is nothing to lay the ${shown.what} on. Moves are touched on the phones' maps.</p></section></main>`;

  const set = (next) => { setAt(next); setMoved(true); };
  const turn = () => set([at[1], at[2], at[3], at[0]]);
  const keep = async (body, words) => {
    const said = await ask(body, code);
    if (said.fault) { setTold(said.fault); return; }
    setShown(said);
    setFound({ laid: said.laid });
    setMoved(false);
    setTold(words);
  };
  return html`<main class="game lay-page"><header class="prompt"><h1>Lay the ${shown.what}</h1><span class="round">${shown.laid ? "laid" : "not laid"}</span>
      <button type="button" class="button" onClick=${look}>New picture</button></header>
    ${told && html`<p class="told" role="alert"><span>${told}</span><button type="button" class="button" onClick=${() => setTold("")}>Close</button></p>`}
    <p class="words">${shown.hint}</p>
    ${picture && html`<${Picture} picture=${picture} shown=${shown} at=${at} set=${set} />`}
    <section class="card"><ol class="corners">${shown.corners.map((corner, n) => html`<li style=${{ "--mark": COLOURS[n] }}>${corner.words}</li>`)}</ol>
      <div class="row"><button type="button" class="button" onClick=${turn}>Turn the ${shown.what}</button>
        <button type="button" class="button" aria-pressed=${above} disabled=${!found.laid} onClick=${() => lookAbove(!above)}>Look from above</button></div>
      <${Fit} laid=${found.laid} fault=${found.fault} />
      ${above && found.laid && html`<${Above} shown=${shown} laid=${found.laid} />`}</section>
    <section class="card"><h2>Keep it with this game</h2>
      <form class="row" onSubmit=${(event) => { event.preventDefault(); keep({ picture: picture?.number ?? 0, corners: at, keep: true }, "Kept. The phones offer the moves that the camera sees."); }}>
        <input class="button" name="code" placeholder="host's code" aria-label="The host's code" autocomplete="off" autocapitalize="characters" value=${code} onInput=${(event) => setCode(event.target.value)} />
        <button class="button do" disabled=${!code || !picture || Boolean(found.fault)}>Keep it</button></form>
      <div class="row">${[0, 1, 2, 3].map((first) => html`<button type="button" class="button" disabled=${!code || shown.sheets !== 4} onClick=${() => keep({ sheets: true, first, keep: true }, "Kept, by the four sheets. Look from above whether it lies right; else take another button.")}>By sheets, ${first + 1}</button>`)}</div>
      <p class="words">By sheets: ${shown.what === "board" ? "push the white rim of four sheets under the board until each black square touches a corner of it" : "put a sheet outside each corner of the table, so that its black square touches the corner"}. ${shown.sheets} in sight.</p>
      <div class="row"><button type="button" class="button" disabled=${!code || !shown.laid} onClick=${() => keep({ keep: true }, `The ${shown.what} is taken off; ${shown.what === "board" ? "the camera offers no moves" : "until it is laid again its frame is the setup file's"}.`)}>Take it off</button></div></section>
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Page} />`, root);
