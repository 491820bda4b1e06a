import { element } from "./dom.js";
import { decimal, integer } from "./figures.js";
import { withoutRepeats } from "./fill-marks.js";

/** How long the service is left alone between two measurements. */
const INTERVAL_MILLISECONDS = 300;
const UNKNOWN = "–";

const FIGURES = [
  ["distinct", "different fillings", "in the steps that count"],
  ["selfBleu", "self-BLEU", "how alike they are: lower is more varied"],
  ["unique2", "unique 2-grams", "pairs of words in only one of them"],
  ["unique3", "unique 3-grams", "triples of words in only one of them"],
];
const MEASURED = ["selfBleu", "unique2", "unique3"];

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** How different the shown candidates are from each other, measured again and again as they change. */
export class DiversityPanel {
  #service;
  #values = new Map();
  #list;
  #note = element("p", { class: "hint", role: "status" });
  #changed;
  /** The sentences to be measured, those that have been, and whether the service is being asked. */
  #wanted = "[]";
  #measured = "[]";
  #asking = false;

  /** @param {() => void} changed called when it has been measured */
  constructor(service, changed) {
    this.#service = service;
    this.#changed = changed;
    this.#list = element(
      "dl",
      {},
      ...FIGURES.map(([name, label, meaning]) => {
        const value = element("dd", {}, UNKNOWN);
        this.#values.set(name, value);
        return element("div", {}, element("dt", {}, label, element("span", { class: "meaning" }, meaning)), value);
      }),
    );
    this.node = element(
      "div",
      { class: "picture diversity" },
      element("h4", {}, "Diversity of the shown fillings"),
      this.#list,
      this.#note,
    );
  }

  /** What is shown, by label; figures of an earlier list are unknown. */
  get figures() {
    return new Map(
      FIGURES.map(([name, label]) => [
        label,
        MEASURED.includes(name) && this.#wanted !== this.#measured ? UNKNOWN : this.#values.get(name).textContent,
      ]),
    );
  }

  draw(run) {
    const shown = withoutRepeats(run.candidates);
    this.#values.get("distinct").textContent =
      run.diagnostics === null
        ? `${integer(shown.length)} shown`
        : integer(run.diagnostics.distinctFillings);
    this.#wanted = JSON.stringify(shown.map(({ text }) => text));
    this.#mark();
    this.#keepMeasuring();
  }

  /** Figures that are not those of the list that is shown look so. */
  #mark() {
    this.#list.setAttribute("aria-busy", this.#wanted !== this.#measured);
  }

  async #keepMeasuring() {
    if (this.#asking) {
      return;
    }
    this.#asking = true;
    while (this.#wanted !== this.#measured && this.node.isConnected) {
      const wanted = this.#wanted;
      const rest = await this.#measure(JSON.parse(wanted));
      if (rest === null) {
        this.#measured = wanted;
        this.#mark();
        this.#changed();
      }
      await pause(rest ?? INTERVAL_MILLISECONDS);
    }
    this.#asking = false;
  }

  /** Measures sentences; tells after how many milliseconds it is worth another try, null if it is not. */
  async #measure(sentences) {
    try {
      this.#write(sentences.length === 0 ? null : await this.#service.metrics(sentences));
      this.#note.textContent = "";
      return null;
    } catch (failure) {
      this.#write(null);
      this.#note.textContent = `Not measured. ${failure.message}`;
      return failure.retryAfter === null || failure.retryAfter === undefined ? null : 1000 * failure.retryAfter;
    }
  }

  #write(metrics) {
    const share = (value) => (typeof value === "number" ? `${decimal(value, 1)} %` : UNKNOWN);
    this.#values.get("selfBleu").textContent = decimal(metrics?.selfBleu, 1);
    this.#values.get("unique2").textContent = share(metrics?.unique.self["2"]);
    this.#values.get("unique3").textContent = share(metrics?.unique.self["3"]);
  }
}
