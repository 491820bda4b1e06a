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

/** How many steps the model's passes or seconds allow is not known before. */
function stepsToCome({ settings, total }) {
  return settings !== null && total < settings.steps ? `about ${total}` : total;
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

/** What ended a run before it made all steps. */
const ENDS = {
  "max-passes": ", ended by its passes",
  "max-seconds": ", ended by its seconds",
};

function stepsText({ chains, steps }, diagnostics) {
  return `${chains} × ${diagnostics?.steps ?? steps} steps${ENDS[diagnostics?.end] ?? ""}`;
}

function settingsText(settings, chosen, diagnostics) {
  const { sampler, alpha, seed } = settings;
  const size = hasSetting(sampler, "alpha") ? `α ${decimal(diagnostics?.alpha ?? alpha)}` : null;
  return [size, stepsText(settings, diagnostics), `seed ${seed}`, ...choices(chosen)].filter((part) => part !== null).join(" · ");
}

/** Of which figures convergence is not known, and why, in a sentence each; none if all are there. */
function whyUnknown({ effectiveSampleSize, effectiveSampleSizeOfHammingDistance, convergence }) {
  const { energy, hammingDistance } = convergence ?? {};
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
  #notes = element("ul", { class: "notes", hidden: true });
  #marginals = new Marginals();
  #behaviour = element("dl", { class: "behaviour", hidden: true });
  #exports = element("div", {});
  #list;
  #pictures;
  #exported = null;

  /** @param {{pin(blank: number, token: string): void, measured(): void}} actions */
  constructor(service, sampler, actions) {
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
      element("div", { class: "run-body" }, element("div", {}, this.#list.node, this.#marginals.node), this.#pictures.node, this.#behaviour),
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
      this.#drawNotes(notes(run.result));
      this.#marginals.draw(run.result.marginals ?? []);
      this.#drawBehaviour(run.result);
    }
  }

  #drawVerdict({ verdict = EARLIER }) {
    const [tone, mark] = VERDICTS[verdict.reliability] ?? ["poor", "!"];
    this.#verdict.hidden = false;
    this.#verdict.className = `verdict ${tone}`;
    this.#verdict.replaceChildren(element("span", { class: "verdict-mark", "aria-hidden": "true" }, mark), element("span", {}, verdict.text));
  }

  #drawNotes(sentences) {
    this.#notes.hidden = sentences.length === 0;
    this.#notes.replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
  }

  #drawBehaviour({ diagnostics, verdict }) {
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
      ...whyUnknown(diagnostics).map(([what, why]) => row(`convergence of ${what}`, "not known", why)),
      row("model passes", integer(diagnostics.modelPasses), "sequences that the model was run for"),
    );
  }
}
