import { BlankedText } from "./blanked-text.js";
import { FILL, SAMPLE } from "./control-list.js";
import { isPattern } from "./words-by-blank.js";

/**
 * A text and its settings as the fragment of an address, which browsers do not send to servers:
 * text, words (what stood in the blanks), mode, compare, and every setting by its name.
 */
export function toFragment({ text, chosen, otherSampler, mode }) {
  const parameters = new URLSearchParams({ text: text.text });
  if (text.blanks.some(({ word }) => word !== null)) {
    parameters.set("words", JSON.stringify(text.blanks.map(({ word }) => word)));
  }
  for (const [name, value] of Object.entries({ ...chosen, allow: { ...chosen.allow, ...text.allow() } })) {
    if (typeof value !== "object") {
      parameters.set(name, value);
    } else if (Object.keys(value).length > 0) {
      parameters.set(name, JSON.stringify(value));
    }
  }
  if (mode === SAMPLE) {
    parameters.set("mode", mode);
  }
  if (otherSampler !== null) {
    parameters.set("compare", otherSampler);
  }
  return `#${parameters}`;
}

/** What a parameter holds; text where it is nothing else, or a number that would be rounded. */
function parsed(value) {
  try {
    const read = JSON.parse(value);
    return read === null || (Number.isInteger(read) && !Number.isSafeInteger(read)) ? value : read;
  } catch {
    return value;
  }
}

/** The only token that a blank of one piece may hold; null where it may hold others. */
function pin(allow, blank, { lengths }) {
  const tokens = allow?.[blank + 1];
  const isOne = lengths === "1" && Array.isArray(tokens) && tokens.length === 1 && typeof tokens[0] === "string";
  return isOne && !isPattern(tokens[0]) ? tokens[0] : null;
}

/** Reads a fragment; null if it holds no text. */
export function fromFragment(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const written = parameters.get("text");
  if (written === null) {
    return null;
  }
  const words = parsed(parameters.get("words"));
  const chosen = {};
  for (const [name, value] of parameters) {
    if (!["text", "words", "mode", "compare"].includes(name)) {
      chosen[name] = parsed(value);
    }
  }
  const pins = new BlankedText(written).blanks.map((each, blank) => pin(chosen.allow, blank, each));
  const notes = pins.map((token, blank) => ({
    word: Array.isArray(words) && typeof words[blank] === "string" ? words[blank] : null,
    pin: token,
  }));
  if (pins.some((token) => token !== null)) {
    chosen.allow = Object.fromEntries(
      Object.entries(chosen.allow).filter(([blank]) => (pins[blank - 1] ?? null) === null),
    );
  }
  return {
    text: new BlankedText(written, notes),
    chosen,
    otherSampler: parameters.get("compare"),
    mode: parameters.get("mode") === SAMPLE ? SAMPLE : FILL,
  };
}
