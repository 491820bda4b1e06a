import { BlankedText } from "./blanked-text.js";

/**
 * A text and its settings as the fragment of an address, which browsers do not send to servers:
 * text, words (what stood in the blanks), compare, and every setting by its name.
 */
export function toFragment({ text, chosen, otherSampler }) {
  const parameters = new URLSearchParams({ text: text.text });
  if (text.blanks.some(({ word }) => word !== null)) {
    parameters.set("words", JSON.stringify(text.blanks.map(({ word }) => word)));
  }
  for (const [name, value] of Object.entries({ ...chosen, allow: text.allow() })) {
    if (typeof value !== "object") {
      parameters.set(name, value);
    } else if (Object.keys(value).length > 0) {
      parameters.set(name, JSON.stringify(value));
    }
  }
  if (otherSampler !== null) {
    parameters.set("compare", otherSampler);
  }
  return `#${parameters}`;
}

function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Reads a fragment; null if it holds no text. */
export function fromFragment(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const written = parameters.get("text");
  if (written === null) {
    return null;
  }
  const words = parsed(parameters.get("words"));
  const allow = parsed(parameters.get("allow"));
  const chosen = {};
  for (const [name, value] of parameters) {
    if (!["text", "words", "allow", "compare"].includes(name)) {
      chosen[name] = parsed(value);
    }
  }
  const blanks = new BlankedText(written).blanks.length;
  const notes = Array.from({ length: blanks }, (_, blank) => ({
    word: typeof words?.[blank] === "string" ? words[blank] : null,
    pin: typeof allow?.[blank + 1]?.[0] === "string" ? allow[blank + 1][0] : null,
  }));
  return {
    text: new BlankedText(written, notes),
    chosen,
    otherSampler: parameters.get("compare"),
  };
}
