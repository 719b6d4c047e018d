// What can be done to a board, as pure functions from board to board. The server says whether it can be played on.
import { xy } from "../game/ground.js";

export const SIDE = 40;
const copy = (board) => JSON.parse(JSON.stringify(board));

/** Touch a square with a place chosen: it is added to it, out of any other; or taken off if it was the place's. */
export function paint(board, n, square) {
  const next = copy(board);
  const had = next.zones[n].squares.includes(square);
  for (const zone of next.zones) zone.squares = zone.squares.filter((one) => one !== square);
  if (!had) next.zones[n].squares.push(square);
  return next;
}

/** Move one place (or all, n null) by whole squares, with what stands on it. Null if it would leave the sheet. */
export function shift(board, n, dx, dy) {
  const next = copy(board);
  const moved = new Set((n === null ? board.zones : [board.zones[n]]).flatMap((zone) => zone.squares));
  let out = false;
  const to = (square) => {
    if (!moved.has(square) && n !== null) return square;
    const [x, y] = xy(square);
    if (x + dx < 0 || y + dy < 0 || x + dx >= SIDE || y + dy >= SIDE) out = true;
    return `${x + dx},${y + dy}`;
  };
  for (const [at, zone] of next.zones.entries()) if (n === null || at === n) zone.squares = zone.squares.map(to);
  for (const door of next.doors) [door.before, door.behind] = [to(door.before), to(door.behind)];
  for (const door of next.secret_doors) [door.square, door.far] = [to(door.square), to(door.far)];
  for (const way of next.ways) [way.a, way.b] = [to(way.a), to(way.b)];
  const { places, haunter, camera } = next;
  [places.fountain, places.teleport, places.starts] = [to(places.fountain), to(places.teleport), places.starts.map(to)];
  if (n === null) {
    const along = haunter.along === "rows" ? dy : dx;
    [haunter.first, haunter.last] = [haunter.first + along, haunter.last + along];
    camera.columns = camera.columns.map((column) => column + dx);
    camera.rows = camera.rows.map((row) => row + dy);
    out = out || [...camera.columns, ...camera.rows, haunter.first, haunter.last].some((line) => line < 0 || line >= SIDE);
  }
  return out ? null : next;
}

export function addZone(board, kind, name) {
  const next = copy(board);
  next.zones.push({ name, kind, room: 0, squares: [] });
  return next;
}

export function removeZone(board, n) {
  const next = copy(board);
  next.zones.splice(n, 1);
  return next;
}

/** The door into a room stands between these squares. */
export function door(board, into, before, behind) {
  const next = copy(board);
  next.doors = [...next.doors.filter((one) => one.into !== into), { into, before, behind }].sort((a, b) => a.into - b.into);
  return next;
}

export function secret(board, room, square, far) {
  const next = copy(board);
  next.secret_doors = [...next.secret_doors.filter((one) => one.room !== room), { room, square, far }].sort((a, b) => a.room - b.room);
  return next;
}

/** An open way between two squares: made, or taken away if it is there. */
export function way(board, a, b, one_way) {
  const next = copy(board);
  const same = (one) => (one.a === a && one.b === b) || (one.a === b && one.b === a);
  const there = next.ways.some(same);
  next.ways = next.ways.filter((one) => !same(one) && !(one_way && one.one_way));
  if (!there) next.ways.push({ a, b, one_way });
  return next;
}

export function special(board, what, square) {
  const next = copy(board);
  if (what !== "starts") next.places[what] = square;
  else next.places.starts = next.places.starts.includes(square) ? next.places.starts.filter((one) => one !== square) : [...next.places.starts, square];
  return next;
}

export const flip = (board) => ({ ...copy(board), haunter: { ...board.haunter, first: board.haunter.last, last: board.haunter.first } });
export const turn = (board) => ({ ...copy(board), haunter: { ...board.haunter, along: board.haunter.along === "rows" ? "columns" : "rows" } });

/** The Haunter's nine lines begin at this square's. */
export function haunted(board, square) {
  const at = xy(square)[board.haunter.along === "rows" ? 1 : 0];
  const { first, last } = board.haunter;
  return { ...copy(board), haunter: { ...board.haunter, first: first <= last ? at : at + 8, last: first <= last ? at + 8 : at } };
}

/** The block that the camera reads, by two opposite squares. */
export function camera(board, a, b) {
  const [[ax, ay], [bx, by]] = [xy(a), xy(b)];
  return { ...copy(board), camera: { columns: [Math.min(ax, bx), Math.max(ax, bx)], rows: [Math.min(ay, by), Math.max(ay, by)] } };
}

/** The file's form as the drawing takes it. */
export function drawn(board) {
  const { first, last, along } = board.haunter;
  const step = first <= last ? 1 : -1;
  return {
    zones: board.zones, doors: board.doors, secret_doors: board.secret_doors, secret: board.secret_doors.map((one) => one.square), ways: board.ways,
    fountain: board.places.fountain, teleport: board.places.teleport,
    haunter: { along, lines: Array.from({ length: Math.abs(last - first) + 1 }, (_, n) => first + n * step) },
  };
}
