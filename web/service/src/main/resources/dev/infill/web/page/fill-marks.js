import { isPattern } from "./words-by-blank.js";

/** Whether a fill is the first of its kind at its blank in a list, repeats one above, or is pinned. */
export const FillMark = { NEW: "new", REPEATED: "repeated", PINNED: "pinned" };

/**
 * Marks fills as Figure 6 of Zhang, Liu & Liu 2022 does.
 *
 * @param {{fills: {blank: number, token: string}[]}[]} candidates in the order of the list
 * @param {Object<string, string[]>} allow pins, by blank counted from 1
 * @returns {string[][]} the mark of each fill of each candidate
 */
export function fillMarks(candidates, allow = {}) {
  const seen = new Set();
  return candidates.map(({ fills }) =>
    fills.map(({ blank, token }, at) => {
      const place = at - fills.findIndex((fill) => fill.blank === blank);
      const key = `${blank} ${place} ${token}`;
      const repeated = seen.has(key);
      seen.add(key);
      if (allow[blank]?.length === 1 && !isPattern(allow[blank][0])) {
        return FillMark.PINNED;
      }
      return repeated ? FillMark.REPEATED : FillMark.NEW;
    }),
  );
}

/**
 * Keeps the first of equal fillings, all of which have the same probability and number of chains.
 * They are listed one by one only where the settings ask for repeats.
 */
export function withoutRepeats(candidates) {
  const seen = new Set();
  return candidates.filter((candidate) => {
    const key = fillingKey(candidate);
    return !seen.has(key) && seen.add(key);
  });
}

/** What tells fillings of one text apart. */
export function fillingKey({ fills }) {
  return fills.map(({ blank, token }) => `${blank} ${token}`).join(" ");
}
