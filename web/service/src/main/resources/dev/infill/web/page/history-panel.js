import { byId, element } from "./dom.js";
import { decimal, estimate } from "./figures.js";
import { RunHistory } from "./run-history.js";

function keyOf({ when, fragment }) {
  return `${when} ${fragment}`;
}

/** The list of the latest runs. */
export class HistoryPanel {
  #history;
  #open;
  #panel = byId("history");
  #button = byId("history-button");
  #hint = element("span", { class: "hint" });
  #list = element("ol", { class: "entries" });
  #empty = element("p", { class: "hint" }, "Nothing here yet.");
  #close = element("button", { type: "button", class: "quiet", onclick: () => this.#hide() }, "Close");
  #clear = element("button", { type: "button", class: "quiet", onclick: () => this.#forgetAll() }, "Forget all");
  /** The items that are shown, by entry: one that is drawn again keeps the focus. */
  #items = new Map();

  /** @param {(entry: object) => void} open brings a run back */
  constructor(history, open) {
    this.#history = history;
    this.#open = open;
    this.#panel.append(
      element("div", { class: "card-head" }, element("h2", { id: "history-title" }, "History"), this.#hint, this.#close),
      this.#empty,
      this.#list,
      this.#clear,
    );
    this.#button.addEventListener("click", () => (this.#panel.hidden ? this.#show() : this.#hide()));
    // Before anything else hears of it: while the panel is open Escape closes it, and nothing else.
    document.addEventListener("keydown", (event) => this.#escape(event), true);
    addEventListener("storage", ({ key }) => {
      if (key === null || key === RunHistory.KEY) {
        this.draw();
      }
    });
  }

  #escape(event) {
    if (event.key === "Escape" && !this.#panel.hidden && document.querySelector("dialog[open]") === null) {
      event.stopImmediatePropagation();
      this.#hide();
    }
  }

  #show() {
    this.#panel.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    this.draw();
    this.#close.focus();
  }

  #hide() {
    if (this.#panel.contains(document.activeElement)) {
      this.#button.focus();
    }
    this.#panel.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  draw() {
    if (this.#panel.hidden) {
      return;
    }
    const entries = this.#history.entries;
    this.#hint.textContent = this.#stay();
    this.#empty.hidden = entries.length > 0;
    this.#list.hidden = entries.length === 0;
    this.#clear.hidden = entries.length === 0;
    const items = new Map(
      entries.map((entry) => [keyOf(entry), this.#items.get(keyOf(entry)) ?? this.#makeItem(entry)]),
    );
    this.#items = items;
    const focused = document.activeElement;
    const within = this.#panel.contains(focused);
    this.#list.replaceChildren(...items.values());
    if (within) {
      // Where it was: being taken out and put back lost it.
      (focused.isConnected ? focused : this.#close).focus();
    }
  }

  #stay() {
    if (!this.#history.lasting) {
      return "This browser keeps nothing for this page: the list lasts until you close the page.";
    }
    return this.#history.dropped
      ? "Kept in this browser only; older ones had to go, as its storage is full."
      : "Kept in this browser only.";
  }

  #forgetAll() {
    this.#history.clear();
    this.draw();
    this.#close.focus();
  }

  #makeItem(entry) {
    const results = entry.results;
    const best = results[0]?.candidates[0];
    const text = best?.text ?? results[0]?.text ?? "";
    const ways = results.map(({ settings }) => settings.sampler ?? "most probable").join(" and ");
    const figure =
      best === undefined ? "" : typeof best.probability === "number" ? ` · p ${estimate(best.probability)}` : ` · U ${decimal(best.energy)}`;
    const open = () => {
      this.#hide();
      this.#open(entry);
    };
    const forget = () => {
      this.#history.remove(entry);
      this.draw();
    };
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "entry", onclick: open },
        element("span", { class: "entry-text", dir: "auto" }, text),
        element("span", { class: "hint" }, `${new Date(entry.when).toLocaleString()} · ${ways}${figure}`),
      ),
      element("button", { type: "button", class: "quiet", "aria-label": `Forget “${text}”`, onclick: forget }, "Forget"),
    );
  }
}
