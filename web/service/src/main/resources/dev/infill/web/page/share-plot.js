import { element, svgElement } from "./dom.js";
import { writtenFills } from "./fills-by-blank.js";
import { UNKNOWN, bound, decimal, estimate } from "./figures.js";
import { ticks } from "./line-chart.js";

const ROW = 24;
const CAP = 4;
const AXIS = 24;
/** The list says what is left. */
const MOST_ROWS = 20;

const NOTES = {
  unreliable: "Not reliable, for the reason above the list: the true values may be far from these.",
  "bounds-only": "An approximate sampler gives no estimates: each value is somewhere below its line.",
  exact: "Exact, without errors.",
};
/** Z alone is estimated: overlapping whiskers do not put the order in doubt. */
const SHARED = "The errors are shared: if one value is too low, all are, by the same factor.";

/** From where to where a probability may be: what is certain cuts what is only likely. */
function span({ probability, probabilityStandardError, probabilityBound }) {
  if (typeof probability !== "number") {
    return { low: 0, high: probabilityBound ?? 0 };
  }
  const reach = 2 * (probabilityStandardError ?? 0);
  const most = Math.max(probability, probabilityBound ?? 1);
  return { low: Math.max(0, probability - reach), high: Math.min(most, probability + reach) };
}

function written({ probability, probabilityStandardError, probabilityBound }) {
  if (typeof probability === "number") {
    return `p ${estimate(probability, probabilityStandardError)}`;
  }
  const most = typeof probabilityBound === "number" ? bound(probabilityBound) : UNKNOWN;
  return most === UNKNOWN ? "not known" : `p ${most}`;
}

/** The probabilities of the fillings on one scale, each with its error: a picture of what the list says. */
export class SharePlot {
  #svg = svgElement("svg", { role: "img", class: "chart" });
  #legend = element("span", { class: "legend" });
  #note = element("p", { class: "hint" });

  constructor() {
    this.node = element(
      "figure",
      { class: "picture shares", hidden: true },
      element("figcaption", {}, element("h4", {}, "How probable they are"), this.#legend),
      this.#svg,
      this.#note,
    );
  }

  /**
   * @param {object[]} candidates in the order of the list
   * @param {?string} reliability of the verdict; null while there is none
   * @param {boolean} hasLengths whether fillings have different lengths, each with a Z of its own
   */
  draw(candidates, reliability, hasLengths) {
    const shown = candidates.slice(0, MOST_ROWS);
    const spans = shown.map(span);
    const most = Math.max(...spans.map(({ high }) => high));
    // One alone has nothing to be held against.
    this.node.hidden = reliability === null || shown.length < 2 || !(most > 0);
    if (this.node.hidden) {
      return;
    }
    const estimated = shown.some(({ probability }) => typeof probability === "number");
    const erring = spans.some(({ low, high }) => estimated && low < high);
    const bounded = shown.some(({ probability }) => typeof probability !== "number");
    this.node.classList.toggle("doubtful", reliability === "unreliable");
    this.#legend.replaceChildren(
      ...[
        [estimated && reliability !== "exact", "dot", "estimate"],
        [erring, "whisker", "± 2 standard errors"],
        [bounded, "bound", "at most"],
      ].filter(([is]) => is).map(([, kind, label]) => element("span", { class: `key ${kind}` }, label)),
    );
    this.#note.textContent = [
      NOTES[reliability] ?? (erring && !hasLengths ? SHARED : ""),
      candidates.length > shown.length ? `The first ${shown.length} of ${candidates.length}.` : "",
    ].filter((sentence) => sentence !== "").join(" ");
    this.#drawRows(shown, spans, most);
  }

  #drawRows(shown, spans, most) {
    const bottom = ROW * shown.length;
    const x = (probability) => `${((100 * probability) / most).toFixed(3)}%`;
    const rows = ticks(0, 100 * most, 4);
    const parts = rows.all.flatMap((value) => [
      svgElement("line", { class: "grid", x1: x(value / 100), x2: x(value / 100), y1: 0, y2: bottom }),
      svgElement("text", { x: x(value / 100), y: bottom + 16, "text-anchor": "middle" }, `${decimal(value, rows.digits)}${value === 0 ? "" : " %"}`),
    ]);
    shown.forEach((candidate, index) => {
      const y = ROW * (index + 0.5);
      const { low, high } = spans[index];
      const known = typeof candidate.probability === "number";
      const cap = (at) => svgElement("line", { x1: x(at), x2: x(at), y1: y - CAP, y2: y + CAP });
      parts.push(
        svgElement("text", { x: -10, y: y + 4, "text-anchor": "end" }, index + 1),
        svgElement(
          "g",
          { class: known ? "share" : "share bound" },
          svgElement("title", {}, `${index + 1}: ${writtenFills(candidate.fills).join(", ")} · ${written(candidate)}`),
          // What the pointer finds.
          svgElement("rect", { x: 0, y: y - ROW / 2, width: "100%", height: ROW }),
          svgElement("line", { x1: x(low), x2: x(high), y1: y, y2: y }),
          ...(low < high ? [...(known ? [cap(low)] : []), cap(high)] : []),
          known ? svgElement("circle", { cx: x(candidate.probability), cy: y, r: 3.5 }) : null,
        ),
      );
    });
    this.#svg.setAttribute("height", bottom + AXIS);
    this.#svg.setAttribute(
      "aria-label",
      `How probable the fillings are, as the list says: ${shown.map((candidate, index) => `${index + 1}, ${written(candidate)}`).join("; ")}.`,
    );
    this.#svg.replaceChildren(...parts);
  }
}
