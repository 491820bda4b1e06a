/** How keywords and their numbers are written. */
export const FORM = "rain=3, New York=-2";

/**
 * Reads keywords and their numbers.
 *
 * @param {string} written as in FORM
 * @returns {?Object<string, number>} numbers by keyword; null if it is not written so
 */
export function parseWeights(written) {
  const weights = new Map();
  for (const entry of written.split(/[,;]/).filter((part) => part.trim() !== "")) {
    const [, word, number] = /^(.*)=(.*)$/s.exec(entry)?.map((part) => part.trim()) ?? [];
    if (!word || !number || !Number.isFinite(Number(number))) {
      return null;
    }
    weights.set(word, (weights.get(word) ?? 0) + Number(number));
  }
  return weights.size === 0 ? null : Object.fromEntries(weights);
}

/** Writes keywords and their numbers; null if it is no such thing. */
export function formatWeights(weights) {
  const entries = Object.entries(weights ?? {});
  const sound = ([word, number]) => /^[^\s,;](.*[^\s,;])?$/.test(word) && !/[,;]/.test(word) && Number.isFinite(number);
  return !Array.isArray(weights) && entries.every(sound) ? entries.map(([word, number]) => `${word}=${number}`).join(", ") : null;
}
