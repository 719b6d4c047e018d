// What a tap means: the nearest figure whose base edge is within a finger's width, else the point itself.

export const FINGER_PX = 24;

/** at: [x, y] mm of the tap; k: screen px per mm. Returns a spot. */
export function spotOfTap(view, at, k) {
  let best = null;
  let bestPx = FINGER_PX;
  for (const figure of view.table.figures) {
    const px = (Math.hypot(figure.place.x_mm - at[0], figure.place.y_mm - at[1]) - figure.base_width_mm / 2) * k;
    if (px < bestPx) { best = figure; bestPx = px; }
  }
  return best ? { id: best.id } : { x: at[0], y: at[1] };
}
