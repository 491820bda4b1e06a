import { BlankedText } from "./blanked-text.js";

/** Texts to start from; the words in braces are blanked. */
const SENTENCES = [
  ["A chance", "he had not , after all , {given} me the chance but {had} abandoned me {instead} ."],
  ["By the river", "the old {man} walked slowly down the {road} to the river ."],
  ["Three words", "the {food} was {good} , but the people were {strange} ."],
  ["A letter", "I {miss} you more than I can say , and the {house} is {quiet} without your {laughter} ."],
  ["The capital", "the capital of France is {Paris} ."],
  ["At the door", "when she {opened} the door , the room was {dark} and something {moved} behind the {curtain} ."],
];

function blanked(marked) {
  let text = new BlankedText(marked.replaceAll(/[{}]/g, ""));
  // From the last to the first: blanks move what stands after them.
  for (const match of [...marked.matchAll(/\{([^}]+)\}/g)].reverse()) {
    const braces = [...marked.slice(0, match.index).matchAll(/[{}]/g)].length;
    const start = match.index - braces;
    text = text.blank(start, start + match[1].length);
  }
  return text;
}

export const EXAMPLES = SENTENCES.map(([name, marked]) => ({ name, text: blanked(marked) }));
