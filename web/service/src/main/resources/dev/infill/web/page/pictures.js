import { element } from "./dom.js";
import { DiversityPanel } from "./diversity-panel.js";
import { decimal, percent } from "./figures.js";
import { LineChart } from "./line-chart.js";

const MARGIN_OF_ENERGY = 0.05;

function finite(values) {
  return values.filter((value) => typeof value === "number" && Number.isFinite(value));
}

function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The range that the U of several runs need; null if none has any. */
export function energyRange(runs) {
  let low = Infinity;
  let high = -Infinity;
  for (const row of runs.flatMap((run) => run.energies)) {
    for (const value of finite(row)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) {
    return null;
  }
  const margin = (high - low) * MARGIN_OF_ENERGY || 1;
  return { low: low - margin, high: high + margin };
}

/** U of every chain and the rates of acceptance by step, and how different the candidates are. */
export class Pictures {
  #energy = new LineChart({
    title: "U of every chain",
    legend: [["chain", "one chain"], ["mean", "mean"]],
  });
  #rates = new LineChart({
    title: "Accepting and moving chains",
    low: 0,
    high: 1,
    legend: [["accepted", "accepted"], ["moved", "moved"]],
  });
  #missing = element("p", { class: "hint" }, "The history keeps results, not pictures: run it again to see them.");
  #diversity;

  /** @param {() => void} changed called when the diversity has been measured */
  constructor(service, changed) {
    this.#diversity = new DiversityPanel(service, changed);
    this.node = element("div", { class: "pictures" }, this.#missing, this.#energy.node, this.#rates.node, this.#diversity.node);
  }

  /** The figures of diversity, by label. */
  get diversity() {
    return this.#diversity.figures;
  }

  /** @param {?{low: number, high: number}} range of U, shared with other runs to compare with */
  draw(run, range) {
    const shown = run.energies.length > 0;
    this.#missing.hidden = shown || run.result === null;
    this.#energy.node.hidden = !shown;
    this.#rates.node.hidden = !shown;
    if (shown) {
      this.#drawEnergy(run, range);
      this.#drawRates(run);
    }
    this.#diversity.node.hidden = run.candidates.length === 0;
    this.#diversity.draw(run);
  }

  #drawEnergy(run, range) {
    const means = run.energies.map((row) => mean(finite(row)));
    const known = finite(means);
    const chains = run.energies[0].length;
    const best = finite(run.energies.flat()).reduce((a, b) => Math.max(a, b), -Infinity);
    this.#energy.draw({
      total: run.total,
      burnIn: run.burnIn,
      ...(known.length === 0 ? {} : range),
      lines: [
        ...Array.from({ length: chains }, (_, chain) => ({
          kind: "chain",
          values: run.energies.map((row) => row[chain]),
        })),
        { kind: "mean", values: means },
      ],
      summary:
        known.length === 0
          ? "This sampler never evaluates U while it moves."
          : `${chains} chains after ${run.step} of ${run.total} steps; mean U from ${decimal(known[0])} to ${decimal(known.at(-1))}, best ${decimal(best)}.`,
      columns: ["step", "lowest U", "mean U", "highest U"],
      rows: () =>
        run.energies.map((row, index) => {
          const values = finite(row);
          return [
            index + 1,
            decimal(values.length === 0 ? null : Math.min(...values)),
            decimal(mean(values)),
            decimal(values.length === 0 ? null : Math.max(...values)),
          ];
        }),
    });
  }

  #drawRates(run) {
    this.#rates.draw({
      total: run.total,
      burnIn: run.burnIn,
      lines: [
        { kind: "accepted", values: run.accepted },
        { kind: "moved", values: run.changed },
      ],
      summary: `On average ${percent(mean(finite(run.accepted)))} of the chains accepted a step and ${percent(mean(finite(run.changed)))} moved.`,
      columns: ["step", "accepted", "moved"],
      rows: () => run.accepted.map((value, index) => [index + 1, percent(value), percent(run.changed[index])]),
    });
  }
}
