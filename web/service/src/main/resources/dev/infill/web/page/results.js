import { byId, element, withRests } from "./dom.js";
import { decimal, integer, percent, rHat } from "./figures.js";
import { energyRange } from "./pictures.js";
import { textOf } from "./run-text.js";
import { RunView } from "./run-view.js";

/** The runs on the page: one, or two side by side. */
export class Results {
  #service;
  #actions;
  #section = byId("results");
  #runs = [];
  #views = [];
  /** Whether details are open: they stay so from run to run. */
  #detailed = false;
  #comparison = element("div", { class: "card comparison", hidden: true });
  /** A model on the same machine needs its processors: charts of many steps are drawn a few times a second. */
  #draw = withRests(150, () => this.#drawAll());

  /** @param {{pin(blank: number, token: string): void}} actions */
  constructor(service, actions) {
    this.#service = service;
    this.#actions = actions;
  }

  /** Shows these runs in place of those before. */
  show(runs) {
    for (const view of this.#views) {
      view.close();
    }
    this.#runs = runs;
    this.#views = runs.map(
      (run) =>
        new RunView(this.#service, run, {
          ...this.#actions,
          measured: () => this.#draw(),
          detailed: this.#detailed,
          onDetails: (open) => {
            this.#detailed = open;
          },
        }),
    );
    this.#section.classList.toggle("side-by-side", runs.length > 1);
    this.#comparison.hidden = true;
    this.#section.replaceChildren(...this.#views.map(({ node }) => node), this.#comparison);
    this.#drawAll();
  }

  redraw() {
    this.#draw();
  }

  #drawAll() {
    const range = energyRange(this.#runs);
    this.#runs.forEach((run, index) => this.#views[index].draw(run, range));
    if (this.#runs.length > 1 && this.#runs.every(({ diagnostics }) => diagnostics !== null)) {
      this.#compare();
    }
  }

  #compare() {
    const rows = [
      ["best U", ({ candidates }) => decimal(candidates[0]?.energy)],
      ["fillings shown", ({ candidates }) => integer(candidates.length)],
      ["acceptance", ({ diagnostics }) => percent(diagnostics.acceptanceRate)],
      ["effective sample size of U", ({ diagnostics }) => integer(diagnostics.effectiveSampleSize)],
      ["R-hat of U", ({ diagnostics }) => rHat(diagnostics.convergence?.energy)],
      ["effective sample size of Hamming distance", ({ diagnostics }) => integer(diagnostics.effectiveSampleSizeOfHammingDistance)],
      ["R-hat of Hamming distance", ({ diagnostics }) => rHat(diagnostics.convergence?.hammingDistance)],
      ["model passes", ({ diagnostics }) => integer(diagnostics.modelPasses)],
      ["seconds, both at once", ({ diagnostics }) => decimal(diagnostics.seconds, 1)],
      ["samples π", ({ diagnostics }) => (diagnostics.exact ? "yes" : "approximately")],
    ];
    const diversity = this.#views.map((view) => view.diversity);
    for (const label of diversity[0].keys()) {
      rows.push([label, (run) => diversity[this.#runs.indexOf(run)].get(label)]);
    }
    this.#comparison.hidden = false;
    this.#comparison.replaceChildren(
      element(
        "table",
        {},
        element("caption", {}, "Side by side"),
        element("thead", {}, element("tr", {}, element("td", {}), ...this.#runs.map((run) => element("th", { scope: "col" }, run.settings.sampler)))),
        element("tbody", {}, ...rows.map(([label, figure]) =>
          element("tr", {}, element("th", { scope: "row" }, label), ...this.#runs.map((run) => element("td", {}, figure(run)))),
        )),
      ),
    );
  }

  /** What a screen reader is told when something has happened; null for nothing. */
  static announcement(run, event) {
    return event === "cancelling" || event === "cancelled" ? "Cancelled." : textOf(run).announcement(run, event);
  }
}
