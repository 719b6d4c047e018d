// What a player tries on the map before anything is done: a figure with the way it would go, or two figures and the range
// between them. It holds what is tried; lengths, bands and verdicts are the server's.
import { useEffect, useState } from "../lib.js";
import { useAnswer } from "./answers.js";

export const MOST_BENDS = 4;
const round = ([x, y]) => [Math.round(10 * x) / 10, Math.round(10 * y) / 10];
const query = (words) => new URLSearchParams(words).toString();
const length = (points) => points.slice(1).reduce((sum, [x, y], n) => sum + Math.hypot(x - points[n][0], y - points[n][1]), 0);

/** Whether an offer of this kind moves at this rate: a game has one kind for all moves, or one for each rate. */
export const movesAt = (kind, rate) => kind === "move" || kind === rate?.replaceAll(" ", "-");

/** The rate that is spoken of first: what it was ordered, else the slowest that is legal, else the fastest. */
const firstRate = (ways, ordered) => (ways.find((one) => one.rate === ordered) ?? ways.find((one) => one.verdict === "legal") ?? ways.at(-1))?.rate;

/** What is tried, and what to do with it. view: of the seat; figures of the table are told by name. offered: the figure whose
 * offer is open, its kind, and the place chosen for it, or null. */
export function useGauge(view, token, offered) {
  const [mode, setMode] = useState("move");
  const [held, setHeld] = useState(null); // {figure, bends, goal}
  const [pair, setPair] = useState([]);
  const [rate, setRate] = useState(null);
  const on = (token && view?.gauge) || {}; // the table's own screen has no seat to ask for
  const figures = view?.figures?.figures ?? [];
  const there = (name) => figures.find((one) => one.name === name && one.where === "table");
  const figure = held && there(held.figure);
  const stands = figure && `${figure.x_mm},${figure.y_mm}`;
  useEffect(() => { if (held && !figure) setHeld(null); }, [figure === undefined]);
  useEffect(() => { if (held && held.stands !== stands) setHeld(null); }, [stands]);
  useEffect(() => { if (offered?.figure && there(offered.figure)) hold(offered.figure, offered.goal); }, [offered?.figure, String(offered?.goal)]);
  const hold = (name, goal) => {
    const one = there(name);
    if (!one) return setHeld(null);
    setMode("move");
    if (held?.figure !== name) setRate(null);
    setHeld({ figure: name, bends: held?.figure === name ? held.bends : [], goal: goal ? round(goal) : one.seen ? one.seen.slice(0, 2) : null, stands: `${one.x_mm},${one.y_mm}` });
  };
  const stamp = view?.revision;
  const moving = on.reach && mode === "move" && figure;
  const reach = useAnswer(moving ? `/api/v1/reach?${query({ figure: held.figure })}` : null, token, stamp);
  const points = moving && held.goal ? [...held.bends, held.goal] : null;
  const way = useAnswer(points ? `/api/v1/way?${query([["figure", held.figure], ...points.map((point) => ["p", point.join(",")])])}` : null, token, stamp);
  const [a, b] = pair;
  const range = useAnswer(on.range && mode === "range" && a && b && there(a) && there(b) ? `/api/v1/range?${query({ a, b })}` : null, token, stamp);
  const ways = way.answer?.ways ?? [];
  const rates = ways.length ? ways.map((one) => one.rate) : Object.keys((moving && reach.answer?.reaches) || {});
  const ordered = figure?.rate || (offered && rates.find((one) => movesAt(offered.kind, one))) || undefined;
  const shown = (offered && ordered) || (rates.includes(rate) ? rate : firstRate(ways, ordered) ?? ordered);
  return {
    on, mode, figure, held, pair, points, ways, ordered, reach: moving ? reach.answer?.reaches ?? null : null, rate: shown, range: range.answer,
    told: mode === "range" ? range : { ...way, waiting: way.waiting || reach.waiting, fault: way.fault ?? reach.fault, slow: way.slow ?? reach.slow },
    tried: ways.find((one) => one.rate === shown) ?? null,
    hold, setRate,
    letGo: () => { setHeld(null); setPair([]); setMode("move"); },
    moveTo: (goal) => setHeld((now) => now && { ...now, goal: round(goal) }),
    bendAt: (n, point) => setHeld((now) => now && { ...now, bends: now.bends.map((one, at) => (at === n ? round(point) : one)) }),
    /** A new bend in the middle of the longest part. */
    bend: () => setHeld((now) => {
      if (!now?.goal || now.bends.length >= MOST_BENDS) return now;
      const chain = [[figure.x_mm, figure.y_mm], ...now.bends, now.goal];
      const parts = chain.slice(1).map((end, n) => length([chain[n], end]));
      const at = parts.indexOf(Math.max(...parts));
      const middle = round([0, 1].map((axis) => (chain[at][axis] + chain[at + 1][axis]) / 2));
      return { ...now, bends: [...now.bends.slice(0, at), middle, ...now.bends.slice(at)] };
    }),
    straighten: () => setHeld((now) => now && { ...now, bends: [] }),
    measure: (from) => { setMode("range"); setPair(from ? [from] : []); },
    /** A figure was touched while a range is measured. */
    aim: (name) => setPair((now) => (now.length === 1 && now[0] !== name ? [now[0], name] : [name])),
    turn: () => setPair(([one, other]) => [other, one]),
  };
}
