import { element } from "./dom.js";
import { estimate } from "./figures.js";

function row(kind, word, probability, standardError) {
  const bar = element("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--part", probability);
  return element(
    "tr",
    { class: kind },
    element("th", { scope: "row", dir: "auto" }, word),
    element("td", { "aria-hidden": "true" }, bar),
    element("td", {}, estimate(probability, standardError)),
  );
}

/** For each blank how probable its words are, whatever stands in the others. */
export class Marginals {
  #hint = element("p", { class: "hint" });
  #blanks = element("div", { class: "marginal-blanks" });

  constructor() {
    this.node = element(
      "section",
      { class: "marginals", hidden: true },
      element("h4", {}, "Words by blank"),
      this.#hint,
      this.#blanks,
    );
  }

  /**
   * @param {{blank: number, words: {text: string, probability: number, standardError: ?number}[], rest: number}[]} marginals
   *     empty where nothing is estimated
   */
  draw(marginals) {
    this.node.hidden = marginals.length === 0;
    this.#hint.textContent = "How probable each word is at its blank, whatever stands in the others.";
    this.#blanks.replaceChildren(
      ...marginals.map(({ blank, words, rest }) =>
        element(
          "table",
          {},
          element("caption", {}, `Blank ${blank}`),
          element(
            "tbody",
            {},
            ...words.map(({ text, probability, standardError }) => row("word-row", text, probability, standardError)),
            rest > 0 ? row("rest", "all others", rest, null) : null,
          ),
        ),
      ),
    );
  }
}
