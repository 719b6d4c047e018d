// What figures of a free table are called on a phone: by their titles in words, and by two letters on the map, no two alike.

const letters = (title) => [...title.replace(/ \d+$/, "").split(" ").at(-1)].filter((one) => /\p{L}/u.test(one)); // of the last word: "Band 1 Wybert" is one of many in his band

/** Title -> two signs: its first letters, or the first and its number, or, where two figures would share them, the first and a
 * letter in which they differ. */
export function shortOf(titles) {
  const taken = new Set();
  const first = (title) => [letters(title)[0], title.match(/\d+$/)?.[0] ?? letters(title)[1] ?? ""].join("");
  const shared = (title) => titles.filter((one) => first(one) === first(title)).length > 1;
  const found = new Map();
  for (const title of [...titles].sort((a, b) => shared(a) - shared(b))) {
    const [initial, ...rest] = letters(title);
    const others = titles.filter((one) => one !== title && first(one) === first(title)).map((one) => letters(one));
    const alone = rest.filter((letter) => others.every((other) => !other.includes(letter)));
    const all = [...(shared(title) ? [] : [first(title)]), ...[...alone, ...rest, ..."123456789"].map((one) => initial + one)];
    const short = all.find((one) => !taken.has(one)) ?? initial;
    taken.add(short);
    found.set(title, short);
  }
  return found;
}

let titles = new Map();

/** The figures of the view that is drawn now. */
export const call = (figures) => { titles = new Map((figures ?? []).filter((one) => one.title).map((one) => [one.name, one.title])); };

export const isFigure = (word) => titles.has(word);

/** A name or another word as people read it. */
export const spoken = (word) => titles.get(word) ?? String(word).replaceAll("-", " ").replaceAll("_", " ");

export const titleOf = (name) => titles.get(name) ?? spoken(name).replace(/^./, (one) => one.toUpperCase());
