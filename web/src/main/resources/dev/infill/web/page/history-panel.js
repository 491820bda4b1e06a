import { byId, element } from "./dom.js";
import { decimal } from "./figures.js";

/** The list of the latest runs. */
export class HistoryPanel {
  #history;
  #open;
  #panel = byId("history");
  #button = byId("history-button");

  /** @param {(entry: object) => void} open brings a run back */
  constructor(history, open) {
    this.#history = history;
    this.#open = open;
    this.#button.addEventListener("click", () => this.#toggle(this.#panel.hidden));
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.#toggle(false);
        this.#button.focus();
      }
    });
  }

  #toggle(shown) {
    this.#panel.hidden = !shown;
    this.#button.setAttribute("aria-expanded", shown);
    if (shown) {
      this.draw();
      this.#panel.querySelector("button")?.focus();
    }
  }

  draw() {
    if (this.#panel.hidden) {
      return;
    }
    const entries = this.#history.entries;
    this.#panel.replaceChildren(
      element(
        "div",
        { class: "card-head" },
        element("h2", { id: "history-title" }, "History"),
        element("span", { class: "hint" }, "Kept in this browser only."),
        element("button", { type: "button", class: "quiet", onclick: () => this.#toggle(false) }, "Close"),
      ),
      entries.length === 0
        ? element("p", { class: "hint" }, "Nothing here yet.")
        : element("ol", { class: "entries" }, ...entries.map((entry) => this.#item(entry))),
      ...(entries.length === 0
        ? []
        : [
            element(
              "button",
              {
                type: "button",
                class: "quiet",
                onclick: () => {
                  this.#history.clear();
                  this.#redraw();
                },
              },
              "Forget all",
            ),
          ]),
    );
  }

  #redraw() {
    this.draw();
    this.#panel.querySelector("button")?.focus();
  }

  #item(entry) {
    const results = entry.results;
    const best = results[0]?.candidates[0];
    return element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "entry",
          onclick: () => {
            this.#toggle(false);
            this.#open(entry);
          },
        },
        element("span", { class: "entry-text" }, best?.text ?? results[0]?.text ?? ""),
        element(
          "span",
          { class: "hint" },
          `${new Date(entry.when).toLocaleString()} · ${results.map(({ settings }) => settings.sampler).join(" and ")}${best === undefined ? "" : ` · U ${decimal(best.energy)}`}`,
        ),
      ),
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Forget “${best?.text ?? results[0]?.text ?? ""}”`,
          onclick: () => {
            this.#history.remove(entry);
            this.#redraw();
          },
        },
        "Forget",
      ),
    );
  }
}
