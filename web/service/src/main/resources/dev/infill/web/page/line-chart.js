import { element, svgElement } from "./dom.js";
import { decimal, integer } from "./figures.js";

const WIDTH = 480;
const HEIGHT = 190;
const MARGIN = { left: 46, right: 10, top: 10, bottom: 28 };
/** More points than these in a line cannot be told apart. */
const MOST_POINTS = 240;

/** Round numbers between two values. */
export function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  const all = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) {
    all.push(Math.abs(at) < step / 1e6 ? 0 : at);
  }
  return { all, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** Lines by step, drawn in SVG, with a table of the same figures for those who cannot see them. */
export class LineChart {
  #svg;
  #table;
  #data = null;
  #spec;
  #burnIn = element("span", { class: "key burn-in", hidden: true }, "burn-in");

  /**
   * @param {{title: string, unit: string, low?: number, high?: number, legend?: [string, string][]}} spec
   *     the legend by class of line
   */
  constructor(spec) {
    this.#spec = spec;
    this.#svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "chart" });
    this.#table = element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": `Table of ${spec.title}` });
    this.node = element(
      "figure",
      { class: "picture" },
      element(
        "figcaption",
        {},
        element("h4", {}, spec.title),
        element("span", { class: "legend" }, ...(spec.legend ?? []).map(([kind, label]) =>
          element("span", { class: `key ${kind}` }, label),
        ), this.#burnIn),
      ),
      this.#svg,
      element("details", { class: "figures", ontoggle: () => this.#drawTable() }, element("summary", {}, "Figures"), this.#table),
    );
  }

  /**
   * @param {{total: number, burnIn: number, lines: {kind: string, values: number[]}[],
   *     low?: number, high?: number, summary: string, columns: string[], rows: () => (string|number)[][]}} data
   *     values by step, from step 1; rows are asked for when the table is open
   */
  draw(data) {
    this.#svg.setAttribute("aria-label", `${this.#spec.title}. ${data.summary}`);
    this.#data = data;
    this.#drawTable();
    const low = this.#spec.low ?? data.low;
    const high = this.#spec.high ?? data.high;
    if (!(low < high)) {
      this.#svg.replaceChildren(this.#word(WIDTH / 2, HEIGHT / 2, data.summary, "middle"));
      return;
    }
    const x = (step) =>
      MARGIN.left + ((step - 1) / Math.max(1, data.total - 1)) * (WIDTH - MARGIN.left - MARGIN.right);
    const y = (value) =>
      HEIGHT - MARGIN.bottom - ((value - low) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
    const parts = [];
    this.#burnIn.hidden = !(data.burnIn > 0);
    if (data.burnIn > 0) {
      const end = x(Math.min(data.burnIn, data.total));
      parts.push(
        svgElement("rect", {
          class: "burn-in",
          x: MARGIN.left,
          y: MARGIN.top,
          width: end - MARGIN.left,
          height: HEIGHT - MARGIN.top - MARGIN.bottom,
        }),
      );
    }
    const rows = ticks(low, high, 4);
    for (const value of rows.all) {
      parts.push(
        svgElement("line", { class: "grid", x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: y(value), y2: y(value) }),
        this.#word(MARGIN.left - 6, y(value) + 4, decimal(value, rows.digits), "end"),
      );
    }
    for (const step of ticks(1, Math.max(2, data.total), 5).all.filter((one) => one <= data.total && Number.isInteger(one))) {
      parts.push(this.#word(x(step), HEIGHT - 12, integer(step), "middle"));
    }
    parts.push(this.#word(MARGIN.left - 6, HEIGHT - 12, "step", "end"));
    for (const { kind, values } of data.lines) {
      parts.push(svgElement("path", { class: `line ${kind}`, d: this.#path(values, x, y) }));
    }
    this.#svg.replaceChildren(...parts);
  }

  #path(values, x, y) {
    const stride = Math.ceil(values.length / MOST_POINTS);
    let path = "";
    let drawn = false;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value === null || !Number.isFinite(value)) {
        drawn = false;
      } else if (index % stride === 0 || index === values.length - 1) {
        path += `${drawn ? "L" : "M"}${x(index + 1).toFixed(1)} ${y(value).toFixed(1)}`;
        drawn = true;
      }
    }
    // A single point is a line of no length, which round ends make a dot.
    return path.includes("L") || path === "" ? path : `${path}h0`;
  }

  #word(x, y, text, anchor) {
    return svgElement("text", { x, y, "text-anchor": anchor }, text);
  }

  #drawTable() {
    if (this.#data === null || !this.#table.parentElement.open) {
      return;
    }
    const { columns, rows } = this.#data;
    this.#table.replaceChildren(
      element(
        "table",
        {},
        element("caption", { class: "sr-only" }, this.#spec.title),
        element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))),
        element("tbody", {}, ...rows().map(([first, ...others]) =>
          element("tr", {}, element("th", { scope: "row" }, first), ...others.map((cell) => element("td", {}, cell))),
        )),
      ),
    );
  }
}
