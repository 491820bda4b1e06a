/**
 * The pieces of a filling by the blank that they stand in: one each, unless a blank may hold more.
 *
 * @param {{blank: number, token: string}[]} fills piece by piece, blanks counted from 1
 * @returns {{blank: number, pieces: object[]}[]} the blanks in order
 */
export function fillsByBlank(fills) {
  const blanks = [];
  for (const fill of fills) {
    if (blanks.at(-1)?.blank !== fill.blank) {
      blanks.push({ blank: fill.blank, pieces: [] });
    }
    blanks.at(-1).pieces.push(fill);
  }
  return blanks;
}

/** The fill of each blank as the service takes it to be scored: its pieces, with spaces between. */
export function writtenFills(fills) {
  return fillsByBlank(fills).map(({ pieces }) => pieces.map(({ token }) => token).join(" "));
}
