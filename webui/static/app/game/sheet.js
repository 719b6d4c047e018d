// The sheet at the foot of the screen, over everything else: what is tried on the map, in words and with its buttons. It
// keeps its place while a finger drags, so that nothing moves under it.
import { html, useEffect, useRef } from "../lib.js";
import { MOST_BENDS } from "./gauge.js";
import { look } from "./tried.js";

const cm = (mm) => `${(mm / 10).toFixed(1)} cm`;
const percent = (part) => `${Math.round(100 * part)} %`;
const VERDICTS = { good: "legal", close: "too close to call", bad: "too far" };

const Waits = ({ told, words }) => html`<p class="waits" role="status">${told.fault ?? told.slow ?? (told.waiting ? words : "")}</p>`;

function Rate({ one, chosen, choose, number }) {
  const said = one.bar ? "" : one.verdict === "too far" ? `${cm(one.excess_mm)} over` : one.verdict === "legal" ? "legal" : "too close";
  return html`<button type="button" class="button rate ${chosen ? "chosen" : ""} ${look(one)}" aria-pressed=${chosen} data-rate=${one.rate} onClick=${() => choose(one.rate)}><i class="key rate-${number}" /><span>${one.rate}<small>${said}</small></span></button>`;
}

/** Rates before a goal is chosen: what the lines on the map mean. */
const Keys = ({ reaches, chosen, choose }) => html`<div class="row rates">${Object.keys(reaches).map((rate, n) => html`<button type="button" class="button rate ${rate === chosen ? "chosen" : ""}" aria-pressed=${rate === chosen} data-rate=${rate} onClick=${() => choose(rate)}><i class="key rate-${n}" />${rate}</button>`)}</div>`;

function Way({ gauge }) {
  const { tried, ways, told } = gauge;
  if (!tried) return html`<p class="big-length">${told.answer && !told.waiting ? "There is no way there." : "…"}</p>`;
  return html`<p class="big-length ${look(tried)} ${told.waiting ? "old" : ""}" data-length><strong>${(tried.spent_mm / 10).toFixed(1)}</strong> of ${cm(tried.allowed_mm)}<span>${tried.bar ? "nobody may end there" : tried.verdict === "too far" ? `${cm(tried.excess_mm)} too far` : VERDICTS[look(tried)]}</span></p>
    ${(tried.bar || tried.why.length > 0) && html`<ul class="why-list">${tried.bar && html`<li class="bad-words">${tried.bar}</li>`}${tried.why.map((one) => html`<li>${one}</li>`)}</ul>`}
    <div class="row rates">${ways.map((one, n) => html`<${Rate} key=${one.rate} one=${one} number=${n} chosen=${one.rate === tried.rate} choose=${gauge.setRate} />`)}</div>`;
}

/** move: {label, do()} where the figure's move is offered now and not opened above, else null. */
function Move({ gauge, move, title }) {
  const { figure, held, reach, told } = gauge;
  const ready = gauge.tried && gauge.tried.verdict !== "too far" && !gauge.tried.bar && !told.waiting;
  return html`<header><strong>${title(figure.name)}</strong>
      ${gauge.on.range && html`<button type="button" class="button" data-range-from onClick=${() => gauge.measure(figure.name)}>Range to…</button>`}<${Close} gauge=${gauge} /></header>
    ${held.goal ? html`<${Way} gauge=${gauge} />` : html`<p class="hint">Drag it, or touch where it would go${gauge.on.range ? "; touch a figure of another side for the range" : ""}.</p>${reach && html`<${Keys} reaches=${reach} chosen=${gauge.rate} choose=${gauge.setRate} />`}`}
    <${Waits} told=${told} words=${held.goal ? "Measuring…" : "Drawing where it could go…"} />
    ${held.goal && html`<div class="row acts">${held.bends.length < MOST_BENDS && html`<button type="button" class="button" data-bend onClick=${gauge.bend}>${held.bends.length ? "Another bend" : "Bend the way"}</button>`}
      ${held.bends.length > 0 && html`<button type="button" class="button" data-straight onClick=${gauge.straighten}>Shortest way</button>`}
      ${move && html`<button type="button" class="button do" data-move disabled=${!ready} onClick=${move.do}>${move.label}</button>`}</div>`}`;
}

function Band({ bands }) {
  return html`<ul class="bands">${bands.map((band) => html`<li><strong>${band.name}</strong>${band.note && html` <span>${band.note}</span>`}</li>`)}</ul>
    ${bands.length > 1 && html`<p class="close-words">Too close to call: you choose the band.</p>`}`;
}

function Sight({ sight }) {
  const [low, high] = [sight.low, sight.high].map((part) => 100 * Math.min(1, Math.max(0, part)));
  return html`<p class="sight"><strong>${sight.proposed}</strong>: ${sight.reason}</p>
    <div class="shows" role="img" aria-label="${percent(sight.fraction)} shows, ${percent(sight.low)} to ${percent(sight.high)}"><i class="between" style=${{ left: `${low}%`, width: `${high - low}%` }} /><i class="is" style=${{ width: `${100 * sight.fraction}%` }} /></div>`;
}

const FROM = { camera: "as the camera sees them", map: "by the places on the map" };

function Range({ gauge, title }) {
  const { pair: [a, b], range, told } = gauge;
  const fits = range && range.a === a && range.b === b;
  return html`<header><strong>${a ? `${title(a)} → ${b ? title(b) : "…"}` : "A range"}</strong>
      ${b && html`<button type="button" class="button" data-turn aria-label="The other way round" onClick=${gauge.turn}>⇄</button>`}<${Close} gauge=${gauge} /></header>
    ${!b ? html`<p class="hint">${a ? "Touch at whom." : "Touch who looks, then at whom."}</p>` : fits ? html`<p class="big-length" data-length><strong>${range.words}</strong> <span>base to base, ${FROM[range.source]}</span></p>
      <${Band} bands=${range.bands} />${range.sight && html`<${Sight} sight=${range.sight} />`}
      ${range.notes.length > 0 && html`<ul class="why-list">${range.notes.map((one) => html`<li>${one}</li>`)}</ul>`}` : null}
    <${Waits} told=${told} words="Measuring…" />`;
}

/** Scroll so far that the sheet hides nothing of the map, where there is room for both. */
function clear(foot) {
  const map = document.querySelector(".open-table")?.getBoundingClientRect();
  const head = document.querySelector(".prompt")?.getBoundingClientRect();
  if (!map || !foot || getComputedStyle(foot).maxWidth === "none") return;
  const by = Math.min(map.bottom + 4 - foot.getBoundingClientRect().top, map.top - (head?.bottom ?? 0));
  if (by > 2) scrollBy({ top: by, behavior: "instant" });
}

const Close = ({ gauge }) => html`<button type="button" class="button" data-close aria-label="Close" onClick=${gauge.letGo}>×</button>`;

/** Nothing while nothing is tried. title(name): a figure's name as people read it. */
export function Sheet({ gauge, move, title }) {
  const open = gauge.mode === "range" ? gauge.on.range : gauge.on.reach && gauge.figure;
  const foot = useRef(null);
  useEffect(() => { if (open && !document.querySelector(".open-table.dragging")) clear(foot.current); });
  if (!open) return null;
  return html`<section class="sheet-foot" ref=${foot} data-sheet=${gauge.mode} aria-live="polite">${gauge.mode === "range" ? html`<${Range} gauge=${gauge} title=${title} />` : html`<${Move} gauge=${gauge} move=${move} title=${title} />`}</section>`;
}
