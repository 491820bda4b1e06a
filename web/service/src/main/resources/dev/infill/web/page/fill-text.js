import { UNKNOWN, counted, decimal, integer, percent } from "./figures.js";
import { choices } from "./sample-text.js";

export const LIST_HINT =
  "p: how probable this filling is among all possible ones, ± its standard error. p ≤: a certain upper bound. M: the logarithm of p, but for a constant.";
export const EMPTY = "The first fillings appear after a few passes of the model.";

/** A larger error tells nothing. */
const TELLING = 0.5;

export function title() {
  return "Most probable";
}

/** How far the search is that a list comes of. */
export function phaseText({ passes, certain, candidates, relativeError }) {
  if (candidates.length === 0) {
    return passes === 0 ? "The search starts …" : `Searching · ${counted(passes, "model pass", "model passes")}`;
  }
  const list = certain === candidates.length ? `all ${certain} certain` : `${certain} of ${candidates.length} certain`;
  const error = relativeError === null || relativeError > TELLING ? "" : ` · probabilities ± ${percent(relativeError)} of their size`;
  return `${counted(passes, "model pass", "model passes")} · ${list}${error}`;
}

export function cancelledText({ passes }) {
  return passes === 0 ? "Cancelled" : `Cancelled after ${counted(passes, "model pass", "model passes")}`;
}

/** How much of the whole is done; null where that is not known. */
export function progress() {
  return null;
}

export function settingsText({ seed }, chosen) {
  return [`seed ${seed}`, ...choices(chosen)].join(" · ");
}

/** Whether fillings have different lengths. */
export function hasLengths({ lengths }) {
  return lengths > 1;
}

/** What a result took: label, figure and meaning of each. */
export function behaviour({ diagnostics, verdict, lengths }) {
  const { modelPasses, searchPasses, fillings, draws, relativeError, effectiveShare, paretoShape } = diagnostics;
  return [
    ["model passes", integer(modelPasses), `sequences that the model read, ${integer(searchPasses)} of them for the search`],
    ["fillings that were scored", integer(fillings), lengths > 1 ? `of ${lengths} choices of lengths` : "of all possible ones"],
    ["independent draws", integer(draws), draws === 0 ? "none were needed" : "of the fillings that the search had not found"],
    ["error of all probabilities", relativeError === null ? UNKNOWN : `± ${percent(relativeError, 1)}`, "the standard error, as a share of each; all have the same"],
    ["effective share of the draws", percent(effectiveShare), "the more, the better the draws fit"],
    ["Pareto k̂", decimal(paretoShape), "of the tail of the weights: below 0.7 the probabilities are reliable"],
    ["any other filling", typeof verdict.unlisted === "number" && verdict.unlisted < 1 ? `≤ ${percent(verdict.unlisted, 2)}` : UNKNOWN, "a certain bound for each filling outside the list"],
  ].filter(([, value]) => value !== UNKNOWN);
}

/** What is told of a filling beside its probability. */
export function figuresOf({ twoWay, total, fills }, { rank, run }) {
  const perPiece = run.result !== null && hasLengths(run.result);
  const written = (value) => decimal(perPiece ? value / fills.length : value);
  const score = twoWay === undefined ? "" : `${perPiece ? "M per piece" : "M"} ${written(twoWay)}${total === undefined ? "" : `, with keywords ${written(total)}`}`;
  return [score, rank < run.certain && run.certain < run.candidates.length ? `certainly number ${rank + 1}` : ""];
}

/** What a screen reader is told when something has happened; null for nothing. */
export function announcement(run, event) {
  if (event === "started") {
    return "The search runs.";
  }
  return event === "result" ? `${run.interrupted ? "Cancelled" : "Done"}, ${counted(run.candidates.length, "filling")}. ${run.result.verdict.text}` : null;
}
