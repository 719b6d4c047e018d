// Spots: what can be tapped and measured from. {id} is a figure, {x, y} a point on the table in mm.

export const spotText = (spot) => (spot.id !== undefined ? spot.id : `${spot.x.toFixed(1)},${spot.y.toFixed(1)}`);
export const sameSpot = (a, b) => spotText(a) === spotText(b);

export const figureOf = (view, spot) => (spot.id === undefined ? null : view.table.figures.find((f) => f.id === spot.id) ?? null);

/** [x, y] in mm, or null for a figure that has left the table. */
export function spotAt(view, spot) {
  if (spot.id === undefined) return [spot.x, spot.y];
  const figure = figureOf(view, spot);
  return figure && [figure.place.x_mm, figure.place.y_mm];
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);
const unnamed = ({ id, ring }) => (/#\d+$/.test(id) ? capital(id) : ring ? `Unknown (${ring} ring)` : "Unknown figure");
export const figureName = (figure) => figure.name ?? unnamed(figure);

export function spotName(view, spot) {
  if (spot.id === undefined) return "Point";
  const figure = figureOf(view, spot);
  return figure ? figureName(figure) : spot.id;
}

const SIDES = 6;

/** The CSS class that colours a side: sides in the order of their names, the same on every phone. */
export function sideClass(view, side) {
  if (!side) return "side-none";
  const sides = [...new Set(view.table.figures.map((f) => f.side).filter(Boolean))].sort();
  return `side-${sides.indexOf(side) % SIDES}`;
}
