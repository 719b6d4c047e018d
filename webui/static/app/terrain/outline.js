// An outline that is being drawn, as a value, and how lengths are typed. Pure.
// A corner is {px: [x, y] in the picture at its full size, mm: [x, y] on the table, or null until the companion says}.

const UNITS = { mm: 1, cm: 10, in: 25.4, '"': 25.4, "″": 25.4, inch: 25.4, inches: 25.4 };

export const KINDS = [
  ["building", "Building"], ["trees", "Trees"], ["wall", "Wall"], ["hill", "Hill"], ["water", "Water"], ["rough", "Rough"],
];
const USUAL_MM = { building: 60, trees: 60, wall: 20, hill: 20, water: 0, rough: 0 };

/** "45", "45 mm", "4.5 cm", "1.5 in" or 1.5" as mm; null: not a height. */
export function heightMm(text) {
  const found = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(mm|cm|in|inch|inches|"|″)?\s*$/i.exec(text);
  if (!found) return null;
  const value = Number(found[1].replace(",", ".")) * UNITS[(found[2] ?? "mm").toLowerCase()];
  return value <= 1000 ? Math.round(value * 10) / 10 : null;
}

export const heightText = (mm) => `${Math.round(mm * 10) / 10}`;

/** A new outline. name: one that is free among the names there are. */
export const blank = (names) => ({ was: null, corners: [], closed: false, kind: "building", height: "60", slope: "", name: freeName("building", names), named: false });

/** A piece that is there, to be changed. */
export const redrawn = (piece) => ({
  was: piece.name, closed: true, kind: piece.kind, height: heightText(piece.height_mm), slope: heightText(slopeOf(piece)), name: piece.name, named: true,
  corners: piece.outline_mm.map((mm, n) => ({ px: piece.outline_px[n] ?? null, mm })),
});

/** The piece that a proposal is, to be changed before it is taken. */
export const proposed = (piece) => ({ ...redrawn(piece), was: null, proposal: piece.id });

/** How far a hill's sides reach in: from its first corner to the same corner of the top. */
function slopeOf({ outline_mm: foot, top_outline_mm: top }) {
  if (!top) return 0;
  return Math.round(Math.hypot(foot[0][0] - top[0][0], foot[0][1] - top[0][1]));
}

export function freeName(kind, names) {
  const word = KINDS.find(([one]) => one === kind)[1];
  for (let n = 1; ; n += 1) if (!names.includes(`${word} ${n}`)) return `${word} ${n}`;
}

/** The draft as another kind: its usual height, and its name unless people gave one. */
export const ofKind = (draft, kind, names) => ({
  ...draft, kind, height: heightText(USUAL_MM[kind]), name: draft.named ? draft.name : freeName(kind, names),
});

export const withCorner = (draft, corner) => ({ ...draft, corners: [...draft.corners, corner] });
export const withoutLast = (draft) => ({ ...draft, corners: draft.corners.slice(0, -1) });
export const moved = (draft, n, corner) => ({ ...draft, corners: draft.corners.map((one, i) => (i === n ? corner : one)) });

/** The corner nearest to a place of the picture within `reach` px of it; -1: none. */
export function cornerAt(draft, [x, y], reach) {
  let best = -1;
  let far = reach;
  draft.corners.forEach(({ px }, n) => {
    const off = px ? Math.hypot(px[0] - x, px[1] - y) : Infinity;
    if (off <= far) [best, far] = [n, off];
  });
  return best;
}

/** The command that saves the draft, or {fault}. */
export function commandOf(draft) {
  const height = heightMm(draft.height);
  const slope = draft.kind === "hill" && draft.slope.trim() ? heightMm(draft.slope) : 0;
  if (draft.corners.length < 3) return { fault: "Tap at least three corners." };
  if (draft.corners.some((corner) => corner.mm === null)) return { fault: "A corner is not placed yet; try again in a moment." };
  if (height === null) return { fault: "How high is it? Type 45, 45 mm or 1.5 in." };
  if (slope === null) return { fault: "How far do the sides reach in? Type 20, 20 mm or 1 in." };
  if (!draft.name.trim()) return { fault: "Give the piece a name." };
  const command = { do: "put", name: draft.name.trim(), kind: draft.kind, height_mm: height, outline_mm: draft.corners.map((corner) => corner.mm), slope_mm: slope };
  return { command: draft.was === null ? command : { ...command, was: draft.was } };
}
