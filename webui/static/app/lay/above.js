// The table from above with the squares where the server has them: what was kept, lens and all, against what is printed.
import { html, useEffect, useState } from "../lib.js";
import { xy } from "../game/ground.js";
import { project, projection } from "./plane.js";

const WIDTH_PX = 960;

async function straightened() {
  const said = await fetch(`/api/v1/frame.jpg?straight=1&width=${WIDTH_PX}`, { cache: "no-store" });
  if (!said.ok) throw new Error((await said.json()).error.message);
  const extent = said.headers.get("X-Extent-Mm")?.split(",").map(Number);
  const url = URL.createObjectURL(await said.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  return { url, extent, width: image.naturalWidth, height: image.naturalHeight };
}

/** shown, laid: as the server tells them. */
export function Above({ shown, laid }) {
  const [picture, setPicture] = useState(null);
  const [told, setTold] = useState("");
  useEffect(() => { straightened().then(setPicture, (fault) => setTold(fault.message)); }, [laid]);
  if (told) return html`<p class="bad-words">${told}</p>`;
  if (!picture?.extent) return html`<p class="words">Asking for the picture from above…</p>`;
  const [x0, y0, x1, y1] = picture.extent;
  const px = ([x, y]) => [((x - x0) / (x1 - x0)) * picture.width, ((y1 - y) / (y1 - y0)) * picture.height];
  const map = projection(shown.corners.map((corner) => corner.at), laid.corners_mm.map(px));
  if (!map) return null;
  const ring = (x, y) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map((one) => project(map, one).map((v) => v.toFixed(1)).join(",")).join(" ");
  return html`<div class="picture above"><img src=${picture.url} alt="The table from above" />
    <svg viewBox="0 0 ${picture.width} ${picture.height}">${shown.zones.map((zone) => {
      const all = zone.squares.map(xy);
      const [tx, ty] = project(map, [0, 1].map((n) => all.reduce((sum, one) => sum + one[n], 0) / all.length + 0.5));
      return html`<g>${all.map(([x, y]) => html`<polygon class="over" points=${ring(x, y)} />`)}<text class="over-name" x=${tx} y=${ty}>${zone.room || "E"}</text></g>`;
    })}</svg></div>`;
}
