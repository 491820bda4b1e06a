import { CandidateList } from "./candidate-list.js";
import { SAMPLE } from "./control-list.js";
import { element } from "./dom.js";
import { exportBar } from "./export.js";
import { decimal, integer } from "./figures.js";
import { Marginals } from "./marginals.js";
import { Pictures } from "./pictures.js";
import { textOf } from "./run-text.js";

/** The tone and the mark of a verdict on the probabilities: colour is not all that tells them apart. */
const VERDICTS = {
  exact: ["good", "✓"],
  reliable: ["good", "✓"],
  unreliable: ["poor", "!"],
  "bounds-only": ["poor", "≤"],
  "not-sampled": ["poor", "…"],
};

/** Verdicts that a longer run can mend. */
const TOO_SHORT = ["unreliable", "not-sampled"];

function phaseText(run) {
  switch (run.phase) {
    case "queued":
      return run.position === null ? "Asking the service …" : `Waiting: number ${run.position} in the queue`;
    case "cancelling":
      return "Cancelled; fetching what was found …";
    case "failed":
      return run.problem === null ? "Failed" : `Failed: ${run.problem.message}`;
    case "done":
      return doneText(run);
    default:
      return textOf(run).phaseText(run);
  }
}

function doneText(run) {
  const seconds = run.diagnostics?.seconds ?? null;
  const took = seconds === null ? "" : ` in ${decimal(seconds, 1)} s`;
  return run.result !== null && !run.interrupted ? `Done${took}` : `${textOf(run).cancelledText(run)}${took}`;
}

/** What makes all figures of a result worth less than they look, a sentence each. */
function notes({ text, lengths, unknownPieces, window: read }) {
  return [
    unknownPieces > 0
      ? `The model does not know ${integer(unknownPieces)} ${unknownPieces === 1 ? "piece" : "pieces"} of the text, and reads "unknown" there.`
      : null,
    read === undefined
      ? null
      : `The text is longer than the model reads. All figures are for ${integer(read.end - read.start)} of its ${integer(text.length)} characters, around the blanks.`,
    lengths > 1
      ? `The blanks have ${integer(lengths)} choices of lengths. p is among the fillings of the same lengths, and M per piece orders the list.`
      : null,
  ].filter((sentence) => sentence !== null);
}

/** One run: how far it is, its candidates, and its pictures. */
export class RunView {
  #title = element("h3", {});
  #settings = element("p", { class: "hint run-settings" });
  #bar = element("progress", { max: 1 });
  #phase = element("p", { class: "phase" });
  #verdict = element("p", { class: "verdict", hidden: true });
  #notes = element("ul", { class: "notes", hidden: true });
  #marginals = new Marginals();
  #behaviour = element("dl", { class: "behaviour", hidden: true });
  #exports = element("div", {});
  #details = element("details", { class: "more" });
  #actions;
  #list;
  /** Of chains alone. */
  #pictures;
  #exported = null;

  /**
   * @param {{pin(blank: number, token: string): void, runLonger(run: Run): void, measured(): void, detailed: boolean,
   *     onDetails(open: boolean): void}} actions
   */
  constructor(service, run, actions) {
    const title = textOf(run).title(run);
    this.#actions = actions;
    this.#list = new CandidateList(service, textOf(run), actions);
    this.#pictures = run.mode === SAMPLE ? new Pictures(service, actions.measured) : null;
    this.#title.textContent = title;
    this.#bar.setAttribute("aria-label", `Progress of ${title}`);
    this.node = element(
      "article",
      { class: "card run", "aria-label": `Fillings: ${title}` },
      element("div", { class: "run-head" }, this.#title, this.#bar, this.#phase),
      this.#verdict,
      this.#notes,
      this.#list.node,
      this.#exports,
      this.#marginals.node,
      this.#details,
    );
    this.#details.append(
      element("summary", {}, "Details"),
      this.#settings,
      element("p", { class: "hint" }, textOf(run).LIST_HINT),
      this.#list.shares,
      ...(this.#pictures === null ? [] : [this.#pictures.node]),
      this.#behaviour,
    );
    this.#details.open = actions.detailed;
    this.#details.addEventListener("toggle", () => {
      this.node.classList.toggle("detailed", this.#details.open);
      actions.onDetails(this.#details.open);
    });
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
    this.#details.hidden = run.foundNothing;
    this.#drawBar(run);
    this.#phase.textContent = phaseText(run);
    const text = textOf(run);
    if (run.settings !== null) {
      this.#title.textContent = text.title(run);
      this.#settings.textContent = text.settingsText(run.settings, run.chosen, run.diagnostics);
    }
    this.#list.draw(run);
    this.#pictures?.draw(run, range);
    if (run.result !== null && this.#exported !== run.result) {
      this.#exported = run.result;
      this.#exports.replaceChildren(exportBar(run.result));
      this.#drawVerdict(run);
      this.#drawNotes(notes(run.result));
      this.#marginals.draw(run.result.marginals, text.hasLengths(run.result));
      this.#drawBehaviour(text.behaviour(run.result));
    }
  }

  /** A run that goes on for nobody knows how long has a bar that says no more than that. */
  #drawBar(run) {
    const complete = run.result !== null && !run.interrupted;
    const done = complete ? 1 : textOf(run).progress(run);
    this.#bar.hidden = run.phase === "failed" || complete || (!run.running && done === null);
    if (done !== null) {
      this.#bar.value = done;
    } else {
      this.#bar.removeAttribute("value");
    }
  }

  #drawVerdict(run) {
    const { verdict } = run.result;
    const [tone, mark] = VERDICTS[verdict.reliability] ?? ["poor", "!"];
    this.#verdict.hidden = false;
    this.#verdict.className = `verdict ${tone}`;
    this.#verdict.replaceChildren(element("span", { class: "verdict-mark", "aria-hidden": "true" }, mark), element("span", {}, verdict.text.replaceAll(" %", "\u00a0%")));
    if (TOO_SHORT.includes(verdict.reliability)) {
      this.#verdict.append(element("button", { type: "button", onclick: () => this.#actions.runLonger(run) }, "Run longer"));
    }
  }

  #drawNotes(sentences) {
    this.#notes.hidden = sentences.length === 0;
    this.#notes.replaceChildren(...sentences.map((sentence) => element("li", {}, sentence)));
  }

  #drawBehaviour(rows) {
    this.#behaviour.hidden = false;
    this.#behaviour.replaceChildren(
      ...rows.map(([label, value, meaning]) =>
        element("div", {}, element("dt", {}, label, element("span", { class: "meaning" }, meaning)), element("dd", {}, value))),
    );
  }
}
