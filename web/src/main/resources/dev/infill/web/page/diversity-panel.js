import { element } from "./dom.js";
import { decimal, integer } from "./figures.js";
import { withoutRepeats } from "./fill-marks.js";

const QUIET_MILLISECONDS = 300;

const FIGURES = [
  ["distinct", "different fillings", "Of all that the chains visited and that count"],
  ["selfBleu", "self-BLEU", "How alike the shown fillings are: lower is more different"],
  ["unique2", "unique 2-grams", "Pairs of words that only one of the shown fillings has"],
  ["unique3", "unique 3-grams", "Triples of words that only one of the shown fillings has"],
];

/** How different the shown candidates are from each other. */
export class DiversityPanel {
  #service;
  #values = new Map();
  #changed;
  #asked = null;
  #measured = "";
  #timer = 0;

  /** @param {() => void} changed called when it has been measured */
  constructor(service, changed) {
    this.#service = service;
    this.#changed = changed;
    this.node = element(
      "div",
      { class: "picture diversity" },
      element("h4", {}, "Diversity of the shown fillings"),
      element(
        "dl",
        {},
        ...FIGURES.map(([name, label, meaning]) => {
          const value = element("dd", {}, "–");
          this.#values.set(name, value);
          return element("div", { title: meaning }, element("dt", {}, label), value);
        }),
      ),
    );
  }

  /** What is shown, by label. */
  get figures() {
    return new Map(FIGURES.map(([name, label]) => [label, this.#values.get(name).textContent]));
  }

  draw(run) {
    const shown = withoutRepeats(run.candidates);
    this.#values.get("distinct").textContent =
      run.diagnostics === null
        ? `${integer(shown.length)} shown`
        : integer(run.diagnostics.distinctFillings);
    const sentences = shown.map(({ text }) => text);
    const key = JSON.stringify(sentences);
    if (sentences.length === 0 || key === this.#measured) {
      return;
    }
    this.#measured = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(sentences), QUIET_MILLISECONDS);
  }

  async #measure(sentences) {
    this.#asked?.abort();
    this.#asked = new AbortController();
    try {
      const metrics = await this.#service.metrics(sentences, this.#asked.signal);
      const share = (value) => (value === null || value === undefined ? "–" : `${decimal(value, 1)} %`);
      this.#values.get("selfBleu").textContent = decimal(metrics.selfBleu, 1);
      this.#values.get("unique2").textContent = share(metrics.unique.self["2"]);
      this.#values.get("unique3").textContent = share(metrics.unique.self["3"]);
      this.#changed();
    } catch (failure) {
      if (failure.name !== "AbortError") {
        // The next candidates, or the same ones again, are another chance.
        this.#measured = "";
      }
    }
  }
}
