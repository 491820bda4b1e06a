import { BlankedText } from "./blanked-text.js";

/** Texts to start from: a sentence, and the words of it that are blanked. */
const SENTENCES = [
  ["A chance", "he had not , after all , given me the chance but had abandoned me instead .", ["given", "had", "instead"]],
  ["By the river", "the old man walked slowly down the road to the river .", ["man", "road"]],
  ["Three words", "the food was good , but the people were strange .", ["food", "good", "strange"]],
  ["A letter", "I miss you more than I can say , and the house is quiet without your laughter .", ["miss", "house", "quiet", "laughter"]],
  ["The capital", "the capital of France is Paris .", ["Paris"]],
  ["At the door", "when she opened the door , the room was dark and something moved behind the curtain .", ["opened", "dark", "moved", "curtain"]],
];

function blanked(sentence, words) {
  let text = new BlankedText(sentence);
  for (const word of words) {
    const segment = text
      .segments()
      .find((one) => one.kind === "word" && text.text.slice(one.start, one.end) === word);
    text = text.blank(segment.start, segment.end);
  }
  return text;
}

export const EXAMPLES = SENTENCES.map(([name, sentence, words]) => ({
  name,
  text: blanked(sentence, words),
}));
