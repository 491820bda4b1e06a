const ENTRY = /^(all|[1-9]\d{0,5})=(.+)$/s;

/** White space or a semicolon before the next blank; other white space is that of a phrase. */
const BETWEEN = /[\s;]+(?=(?:all|[1-9]\d{0,5})=)/;

/** Whether it is a word, or a phrase; one with a sign of equality is another blank that is not written as one. */
const isSound = (word) => /^[^\s;,]+( [^\s;,]+)*$/.test(word) && !(/=/.test(word) && / /.test(word));

/** Whether it stands for words of a pattern, such as *ing, and not for itself; asterisks alone are words. */
export const isPattern = (word) => word.includes("*") && !/^\*+$/.test(word);

/** How words by blank are written, as the command line takes them. */
export const FORM = "1=weather,food 2=good";

/**
 * Reads words by blank.
 *
 * @param {string} written as in FORM
 * @returns {?Object<string, string[]>} words by blank, counted from 1, or for all; null if it is not written so
 */
export function parseWords(written) {
  const words = {};
  const entries = written.replace(/^[\s;]+|[\s;]+$/g, "").split(BETWEEN);
  for (const entry of entries.filter((part) => part !== "")) {
    const match = ENTRY.exec(entry);
    const listed = match?.[2].split(",").map((word) => word.trim().replace(/\s+/g, " ")).filter((word) => word !== "") ?? [];
    if (listed.length === 0 || !listed.every(isSound)) {
      return null;
    }
    words[match[1]] = [...(words[match[1]] ?? []), ...listed];
  }
  return words;
}

/** Writes words by blank; null if they are none. */
export function formatWords(words) {
  const lists = Object.entries(words ?? {});
  const sound = ([blank, list]) =>
    ENTRY.test(`${blank}=x`) && Array.isArray(list) && list.every(isSound);
  return lists.every(sound) ? lists.map(([blank, list]) => `${blank}=${list.join(",")}`).join(" ") : null;
}
