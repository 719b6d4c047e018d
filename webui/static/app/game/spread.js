// Where names of figures go on a small map: each at its figure, pushed aside where two would cover each other. Pure; all
// lengths in one unit.

const ROUNDS = 60;

/** places: [[x, y], ...]; the same many, no two nearer than `apart` where there is room, all inside the box. */
export function spread(places, apart, [low_x, low_y, high_x, high_y]) {
  const at = places.map(([x, y], n) => [x + 1e-3 * apart * Math.cos(2.4 * n), y + 1e-3 * apart * Math.sin(2.4 * n)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let i = 0; i < at.length; i += 1) {
      for (let j = i + 1; j < at.length; j += 1) {
        const [dx, dy] = [at[j][0] - at[i][0], at[j][1] - at[i][1]];
        const far = Math.hypot(dx, dy);
        if (far >= apart) continue;
        const push = (apart - far) / 2 / (far || 1);
        at[i] = [at[i][0] - dx * push, at[i][1] - dy * push];
        at[j] = [at[j][0] + dx * push, at[j][1] + dy * push];
        moved = true;
      }
    }
    for (const one of at) { one[0] = Math.min(high_x, Math.max(low_x, one[0])); one[1] = Math.min(high_y, Math.max(low_y, one[1])); }
    if (!moved) break;
  }
  return at;
}
