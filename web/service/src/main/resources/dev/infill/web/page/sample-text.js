import { writtenOf } from "./control.js";
import { CONTROLS, hasSetting } from "./control-list.js";
import { UNKNOWN, counted, decimal, integer, percent, rHat, seconds } from "./figures.js";

export const LIST_HINT =
  "U: the higher, the likelier the fills together. p: how probable this filling is, estimated from the chains, ± its standard error. p ≤: an upper bound.";
export const EMPTY = "The first fillings appear as soon as every chain has moved.";

export function title({ settings, request }) {
  return settings?.sampler ?? request.settings.sampler;
}

/** How many steps the model's passes or seconds allow is not known before. */
function stepsToCome({ settings, total }) {
  return settings !== null && total < settings.steps ? `about ${total}` : total;
}

/** How far the chains are. */
export function phaseText(run) {
  if (run.phase === "scoring") {
    return `Scoring ${run.scoring.done} of ${run.scoring.total}`;
  }
  const left = seconds(run.secondsLeft) === UNKNOWN ? "" : ` · ${seconds(run.secondsLeft)} left`;
  return run.total === null || run.step === 0 ? "Chains start …" : `Step ${run.step} of ${stepsToCome(run)}${left}`;
}

export function cancelledText({ step }) {
  return step === 0 ? "Cancelled" : `Cancelled after ${counted(step, "step")}`;
}

/** How much of the whole is done; null where that is not known: how far a run of the history came is not kept. */
export function progress({ phase, step, total }) {
  return phase === "scoring" ? 1 : total === null ? null : step / total;
}

/** Advanced settings that were chosen; α is told anyway, and words stand in the text. */
export function choices(chosen) {
  return CONTROLS.filter(({ advanced, kind, name }) => advanced && kind !== "words" && name !== "alpha" && chosen[name] !== undefined)
    .map(({ kind, name, label }) => `${label.toLowerCase()} ${writtenOf(kind, chosen[name])}`);
}

/** What ended a run before it made all steps. */
const ENDS = {
  "max-passes": ", ended by its passes",
  "max-seconds": ", ended by its seconds",
};

/** A run that was stopped before the first step made none that could be told. */
function stepsText({ chains, steps }, diagnostics) {
  return diagnostics?.steps === 0 ? counted(chains, "chain") : `${chains} × ${diagnostics?.steps ?? steps} steps${ENDS[diagnostics?.end] ?? ""}`;
}

export function settingsText(settings, chosen, diagnostics) {
  const { sampler, alpha, seed } = settings;
  const size = hasSetting(sampler, "alpha") ? `α ${decimal(diagnostics?.alpha ?? alpha)}` : null;
  return [size, stepsText(settings, diagnostics), `seed ${seed}`, ...choices(chosen)].filter((part) => part !== null).join(" · ");
}

/** Of which figures convergence is not known, and why, in a sentence each; none if all are there. */
function whyUnknown({ effectiveSampleSize, effectiveSampleSizeOfHammingDistance, convergence }) {
  const { energy, hammingDistance } = convergence;
  const ofEnergy = [integer(effectiveSampleSize), rHat(energy)];
  const ofDistance = [integer(effectiveSampleSizeOfHammingDistance), rHat(hammingDistance)];
  const whys = energy === null ? [["U", "U is not known along the chains"]] : [];
  if ((energy === null ? ofDistance : [...ofEnergy, ...ofDistance]).includes(UNKNOWN)) {
    whys.push(["the chains", effectiveSampleSize === 0 || effectiveSampleSizeOfHammingDistance === 0
      ? "R-hat compares chains that move, and none did within half of the steps that count"
      : "too few steps that count: effective sample sizes and R-hat need 8 of every chain"]);
  }
  return whys;
}

/** Whether fillings have different lengths: chains change none. */
export function hasLengths() {
  return false;
}

/** How the chains moved: label, figure and meaning of each. */
export function behaviour({ diagnostics, verdict }) {
  const { convergence } = diagnostics;
  return [
    ["steps in fillings that only one chain visited", diagnostics.steps === 0 ? UNKNOWN : percent(verdict.unseen), "the fewer, the more the chains agree on"],
    ["acceptance", diagnostics.steps === 0 ? UNKNOWN : percent(diagnostics.acceptanceRate), "of the steps that count"],
    ["effective sample size of U", integer(diagnostics.effectiveSampleSize), "the independent states that would have the same error"],
    ["R-hat of U", rHat(convergence.energy), "1.01 or less if long chains agree: bulk in location, folded in spread"],
    ["effective sample size of Hamming distance", integer(diagnostics.effectiveSampleSizeOfHammingDistance), "the same for the number of blanks that differ from the most frequent fills"],
    ["R-hat of Hamming distance", rHat(convergence.hammingDistance), "it sees chains that stay at different fillings of equal U"],
    ...whyUnknown(diagnostics).map(([what, why]) => [`convergence of ${what}`, "not known", why]),
    ["model passes", integer(diagnostics.modelPasses), "sequences that the model read"],
  ].filter(([, value]) => value !== UNKNOWN);
}

/**
 * What is told of a filling beside its probability: U, the total beside it where keywords count; how many of the chains
 * are at it, while they move, and where they ended.
 */
export function figuresOf({ energy, total, chains }, { run }) {
  const of = run.settings?.chains;
  return [
    [["U", energy], ["with keywords", total]].filter(([, figure]) => figure !== undefined).map(([name, figure]) => `${name} ${decimal(figure)}`).join(", "),
    `${of === undefined ? integer(chains) : `${integer(chains)} of ${integer(of)}`} chains here`,
  ];
}

/** What a screen reader is told when something has happened; null for nothing. */
export function announcement(run, event) {
  const sampler = title(run);
  switch (event) {
    case "started":
      return `${sampler} runs.`;
    case "steps": {
      const half = Math.ceil(run.total / 2);
      const before = run.previousStep ?? 0;
      run.previousStep = run.step;
      return before < half && run.step >= half && run.step < run.total && run.secondsLeft > 1
        ? `${sampler} is half way, ${seconds(run.secondsLeft)} left.`
        : null;
    }
    case "result":
      return `${sampler}: ${run.interrupted ? "cancelled" : "done"}, ${counted(run.candidates.length, "filling")}, best U ${decimal(run.candidates[0]?.energy)}. ${run.result.verdict.text}`;
    default:
      return null;
  }
}
