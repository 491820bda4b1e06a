import { CandidateList } from "./candidate-list.js";
import { writtenOf } from "./control.js";
import { CONTROLS, hasSetting } from "./control-list.js";
import { element } from "./dom.js";
import { exportBar } from "./export.js";
import { UNKNOWN, counted, decimal, integer, percent, rHat, seconds } from "./figures.js";
import { Marginals } from "./marginals.js";
import { Pictures } from "./pictures.js";

/** The tone and the mark of a verdict on the probabilities: colour is not all that tells them apart. */
const VERDICTS = {
  exact: ["good", "✓"],
  reliable: ["good", "✓"],
  unreliable: ["poor", "!"],
  "bounds-only": ["poor", "≤"],
  "not-sampled": ["poor", "…"],
};
const EARLIER = {
  reliability: "not-sampled",
  text: "This result is of an earlier version, which did not estimate probabilities: run it again to see them.",
};

/** How many steps it takes until the list is settled is not known before. */
function stepsToCome({ settings, total }) {
  return settings?.steps === null ? `about ${total}` : total;
}

function phaseText(run) {
  switch (run.phase) {
    case "queued":
      return run.position === null ? "Asking the service …" : `Waiting: number ${run.position} in the queue`;
    case "running": {
      const left = run.secondsLeft === null || run.secondsLeft === undefined ? "" : ` · ${seconds(run.secondsLeft)} left`;
      return run.total === null ? "Chains start …" : `Step ${run.step} of ${stepsToCome(run)}${left}`;
    }
    case "scoring":
      return `Scoring ${run.scoring.done} of ${run.scoring.total}`;
    case "cancelling":
      return "Cancelled; fetching what was found …";
    case "failed":
      // Why stands above the results, or at the field that it is about.
      return "Failed";
    default:
      return doneText(run);
  }
}

function doneText({ diagnostics, step }) {
  if (diagnostics === null) {
    return `Cancelled after ${counted(step, "step")}`;
  }
  const took = diagnostics.seconds === null ? "" : ` in ${decimal(diagnostics.seconds, 1)} s`;
  if (!diagnostics.interrupted) {
    return `Done${took}`;
  }
  return step === 0 ? `Cancelled${took}` : `Cancelled after ${counted(step, "step")}${took}`;
}

/** Advanced settings that were chosen; α is told anyway, and words stand in the text. */
function choices(chosen) {
  return CONTROLS.filter(({ advanced, kind, name }) => advanced && kind !== "words" && name !== "alpha" && chosen[name] !== undefined)
    .map(({ kind, name, label }) => `${label.toLowerCase()} ${writtenOf(kind, chosen[name])}`);
}

/** What ended a run that no number of steps was set for. */
const ENDS = {
  settled: " until settled",
  "max-passes": ", ended by its passes",
  "max-seconds": ", ended by its seconds",
};

function stepsText({ chains, steps }, diagnostics) {
  if (diagnostics?.steps === undefined) {
    return steps === null ? `${chains} chains until settled` : `${chains} × ${steps} steps`;
  }
  const end = steps === null || diagnostics.end.startsWith("max-") ? (ENDS[diagnostics.end] ?? "") : "";
  const unsettled = steps === null && diagnostics.unsettled?.length > 0 ? ", not settled" : "";
  return `${chains} × ${diagnostics.steps} steps${end}${unsettled}`;
}

function settingsText(settings, chosen, diagnostics) {
  const { sampler, alpha, seed } = settings;
  const size = hasSetting(sampler, "alpha") ? `α ${decimal(diagnostics?.alpha ?? alpha)}` : null;
  return [size, stepsText(settings, diagnostics), `seed ${seed}`, ...choices(chosen)].filter((part) => part !== null).join(" · ");
}

/** What keeps a list from being settled, in words, with the figure where it is known. */
const UNSETTLED = {
  "few-steps": () => "fewer than 20 steps of each chain count",
  "standard-error": ({ candidates: [best] }) =>
    `the probabilities have ${best?.probabilityStandardError > 0 ? `a standard error of ${percent(best.probabilityStandardError / best.probability, 1)} of them` : "a larger standard error, or none"}; 10 % would do`,
  best: () => "the five best changed in the last third of the steps",
  // Of U, or where chains did not trace it of the Hamming distance.
  "r-hat": ({ diagnostics: { convergence: { energy, hammingDistance } } }) => {
    const above = [["U", energy], ["the Hamming distance", hammingDistance]].find(([, figure]) => figure?.rHat > 1.05);
    return above === undefined ? "the chains stay at different fillings" : `R-hat of ${above[0]} is ${decimal(above[1].rHat, 3)}; 1.05 would do`;
  },
};

/** The limits that let a run go on for four times as long, and how that is said. */
function longer({ settings, diagnostics }) {
  if (diagnostics.end === "max-seconds") {
    const maxSeconds = 4 * settings.maxSeconds;
    return [{ maxSeconds }, `${maxSeconds.toLocaleString("en")} seconds`];
  }
  if (diagnostics.end === "max-passes" && settings.maxPasses !== null) {
    const maxPasses = 4 * settings.maxPasses;
    return [{ maxPasses }, `${integer(maxPasses)} passes`];
  }
  const steps = 4 * diagnostics.steps;
  return [{ steps }, `${integer(steps)} steps`];
}

/** Of which figures convergence is not known, and why, in a sentence each; none if all are there. */
function whyUnknown({ effectiveSampleSize, effectiveSampleSizeOfHammingDistance, convergence }, lengths) {
  const { energy, hammingDistance } = convergence ?? {};
  const ofEnergy = [integer(effectiveSampleSize), rHat(energy)];
  const ofDistance = [integer(effectiveSampleSizeOfHammingDistance), rHat(hammingDistance)];
  if (lengths.length > 1 && [...ofEnergy, ...ofDistance].includes(UNKNOWN)) {
    return [["the chains", "chains of different lengths have different targets: neither effective sample sizes nor R-hat compare them"]];
  }
  const whys = energy === null ? [["U", "U is not known along the chains"]] : [];
  if ((energy === null ? ofDistance : [...ofEnergy, ...ofDistance]).includes(UNKNOWN)) {
    whys.push(["the chains", effectiveSampleSize === 0 || effectiveSampleSizeOfHammingDistance === 0
      ? "R-hat compares chains that move, and none did within half of the steps that count"
      : "too few steps that count: effective sample sizes and R-hat need 8 of every chain"]);
  }
  return whys;
}

/** What makes all figures of a result worth less than they look, a sentence each. */
function notes({ text, window: read }) {
  return read === undefined
    ? []
    : [`The text is longer than the model reads: U and all figures are of ${integer(read.end - read.start)} of its ${integer(text.length)} characters, those around the blanks.`];
}

/** One run: how far it is, its candidates, and its pictures. */
export class RunView {
  #title = element("h3", {});
  #settings = element("p", { class: "hint run-settings" });
  #bar = element("progress", { max: 1, value: 0 });
  #phase = element("p", { class: "phase" });
  #verdict = element("p", { class: "verdict", hidden: true });
  #unsettled = element("div", { class: "unsettled", hidden: true });
  #notes = element("ul", { class: "notes", hidden: true });
  #marginals = new Marginals();
  #behaviour = element("dl", { class: "behaviour", hidden: true });
  #exports = element("div", {});
  #again;
  #list;
  #pictures;
  #exported = null;

  /** @param {{pin(blank: number, token: string): void, again(limits: object, seed: number): void, measured(): void}} actions */
  constructor(service, sampler, actions) {
    this.#again = actions.again;
    this.#list = new CandidateList(service, actions);
    this.#pictures = new Pictures(service, actions.measured);
    this.#title.textContent = sampler;
    this.#bar.setAttribute("aria-label", `Progress of ${sampler}`);
    this.node = element(
      "article",
      { class: "card run", "aria-label": `Fillings by ${sampler}` },
      element("div", { class: "run-head" }, this.#title, this.#settings, this.#exports),
      element("div", { class: "progress" }, this.#bar, this.#phase),
      this.#verdict,
      this.#notes,
      element("div", { class: "run-body" }, element("div", {}, this.#list.node, this.#unsettled, this.#marginals.node), this.#pictures.node, this.#behaviour),
    );
  }

  /** Puts away what floats over the page. */
  close() {
    this.#list.close();
  }

  /** The figures of diversity, by label. */
  get diversity() {
    return this.#pictures.diversity;
  }

  /** @param {?{low: number, high: number}} range of U in the pictures */
  draw(run, range) {
    this.node.classList.toggle("running", run.running);
    const complete = (run.diagnostics !== null && !run.diagnostics.interrupted) || run.phase === "scoring";
    this.#bar.value = complete ? 1 : run.step / (run.total ?? 1);
    // How far a run of the history came is not kept.
    this.#bar.hidden = run.phase === "failed" || (!run.running && !complete && run.total === null);
    this.#phase.textContent = phaseText(run);
    if (run.settings !== null) {
      this.#title.textContent = run.settings.sampler;
      this.#settings.textContent = settingsText(run.settings, run.request.settings, run.diagnostics);
    }
    this.#list.draw(run);
    this.#pictures.draw(run, range);
    if (run.result !== null && this.#exported !== run.result) {
      this.#exported = run.result;
      this.#exports.replaceChildren(exportBar(run.result));
      this.#drawVerdict(run.result);
      this.#drawUnsettled(run.result);
      this.#drawNotes(notes(run.result));
      this.#marginals.draw(run.result.marginals ?? [], run.result.lengths?.length > 0);
      this.#drawBehaviour(run.result);
    }
  }

  #drawVerdict({ verdict = EARLIER }) {
    const [tone, mark] = VERDICTS[verdict.reliability] ?? ["poor", "!"];
    this.#verdict.hidden = false;
    this.#verdict.className = `verdict ${tone}`;
    this.#verdict.replaceChildren(element("span", { class: "verdict-mark", "aria-hidden": "true" }, mark), element("span", {}, verdict.text));
  }

  /** What is still unknown, and what may tell it; a run that was stopped says so itself. */
  #drawUnsettled(result) {
    const { settings, diagnostics, verdict = EARLIER } = result;
    const reasons = verdict.reliability === "exact" || diagnostics.interrupted ? [] : (diagnostics.unsettled ?? []);
    this.#unsettled.hidden = reasons.length === 0;
    if (this.#unsettled.hidden) {
      return;
    }
    const [limits, amount] = longer(result);
    const cost = typeof diagnostics.seconds === "number" ? `Takes up to about ${seconds(4 * diagnostics.seconds)}, four` : "Takes up to four";
    this.#unsettled.replaceChildren(
      element("p", {}, `The list may still change. After ${counted(diagnostics.steps, "step")} of each chain and ${counted(diagnostics.modelPasses, "model pass", "model passes")} it was not settled:`),
      element("ul", {}, ...reasons.map((reason) => element("li", {}, UNSETTLED[reason](result)))),
      element(
        "p",
        { class: "next" },
        element("button", { type: "button", onclick: () => this.#again(limits, settings.seed) }, `Run again with ${amount}`),
        element("span", { class: "hint" }, `${cost} times as long. The chains begin as they did, and go on.`),
      ),
    );
  }

  #drawNotes(sentences) {
    this.#notes.hidden = sentences.length === 0;
    this.#notes.replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
  }

  #drawBehaviour({ diagnostics, verdict, lengths = [] }) {
    // Results that an older page kept have none.
    const convergence = diagnostics.convergence;
    const row = (label, value, meaning) =>
      element("div", {}, element("dt", {}, label, element("span", { class: "meaning" }, meaning)), element("dd", {}, value));
    this.#behaviour.hidden = false;
    this.#behaviour.replaceChildren(
      ...(typeof verdict?.unseen === "number"
        ? [row("steps in fillings that only one chain visited", percent(verdict.unseen), "the fewer, the more the chains agree on")]
        : []),
      row("acceptance", percent(diagnostics.acceptanceRate), "of the steps that count"),
      ...[
        ["effective sample size of U", integer(diagnostics.effectiveSampleSize), "independent states that the visited ones are worth"],
        ["R-hat of U", rHat(convergence?.energy), "1.01 or less where long chains agree: bulk in where they are, folded in how far they spread"],
        ["effective sample size of Hamming distance", integer(diagnostics.effectiveSampleSizeOfHammingDistance), "the same of how many blanks differ from the most frequent fills"],
        ["R-hat of Hamming distance", rHat(convergence?.hammingDistance), "it sees chains that stay at different fillings of equal U"],
      ].filter(([, value]) => value !== UNKNOWN).map((known) => row(...known)),
      ...whyUnknown(diagnostics, lengths).map(([what, why]) => row(`convergence of ${what}`, "not known", why)),
      ...lengths.map((way) =>
        row(
          way.lengths.length === 1 ? counted(way.lengths[0], "piece") : `${way.lengths.join(", ")} pieces`,
          `${decimal(way.bestNormalizedEnergy)}, mean ${decimal(way.meanNormalizedEnergy)}`,
          `best U per piece of ${counted(way.distinctFillings, "filling")} in ${counted(way.chains, "chain")} of this length`,
        ),
      ),
      row("model passes", integer(diagnostics.modelPasses), "sequences that the model was run for"),
    );
  }
}
