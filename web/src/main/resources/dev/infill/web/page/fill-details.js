import { element } from "./dom.js";
import { decimal, probability } from "./figures.js";

const ALTERNATIVES = 5;
const HOVER_MILLISECONDS = 180;

/** What the model says of a filling, asked for once. */
class Scores {
  #service;
  #answers = new Map();

  constructor(service) {
    this.#service = service;
  }

  of(text, fills, settings) {
    const request = {
      text,
      fills,
      energy: settings.energy,
      vocabulary: settings.vocabulary,
      alternatives: ALTERNATIVES,
    };
    const key = JSON.stringify(request);
    if (!this.#answers.has(key)) {
      const answer = this.#service.score(request);
      answer.catch(() => this.#answers.delete(key));
      this.#answers.set(key, answer);
    }
    return this.#answers.get(key);
  }
}

/**
 * The card of a fill, shown while the pointer or the focus is on the fill or on the card: its log f,
 * and the likeliest tokens at its blank given the others. It follows the fill in the tab order, and
 * Escape closes it.
 */
export class FillDetails {
  #scores;
  #actions;
  #card = null;
  #fill = null;
  #timer = 0;

  /** @param {{pin(blank: number, token: string): void, closed(): void}} actions */
  constructor(service, actions) {
    this.#scores = new Scores(service);
    this.#actions = actions;
  }

  get open() {
    return this.#card !== null;
  }

  /**
   * Makes a fill show its card.
   *
   * @param {HTMLElement} node the fill
   * @param {() => {text: string, settings: object, candidate: object, blank: number}} subject
   */
  attach(node, subject) {
    node.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") {
        this.#later(() => this.#show(node, subject()));
      }
    });
    node.addEventListener("pointerleave", () => this.#later(() => this.#closeUnlessUsed()));
    node.addEventListener("focus", () => this.#now(() => this.#show(node, subject())));
    node.addEventListener("blur", () => this.#later(() => this.#closeUnlessUsed()));
    node.addEventListener("click", () => this.#now(() => this.#show(node, subject())));
    node.addEventListener("keydown", (event) => this.#escape(event));
  }

  #later(run) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, HOVER_MILLISECONDS);
  }

  #now(run) {
    clearTimeout(this.#timer);
    run();
  }

  #escape(event) {
    if (event.key === "Escape" && this.open) {
      event.stopPropagation();
      const fill = this.#fill;
      const inside = this.#card.contains(document.activeElement);
      this.close();
      if (inside) {
        // Focus alone would open it again.
        fill.focus();
        this.#now(() => this.close());
      }
    }
  }

  #closeUnlessUsed() {
    const used = (node) => node !== null && (node.matches(":hover") || node.contains(document.activeElement));
    if (!used(this.#card) && !used(this.#fill)) {
      this.close();
    }
  }

  close() {
    clearTimeout(this.#timer);
    if (this.open) {
      this.#fill.setAttribute("aria-expanded", "false");
      this.#card.remove();
      this.#card = null;
      this.#fill = null;
      this.#actions.closed();
    }
  }

  async #show(node, { text, settings, candidate, blank }) {
    if (this.#fill === node) {
      return;
    }
    this.close();
    const fill = candidate.fills[blank];
    const body = element("div", { class: "alternatives" }, element("p", { class: "hint" }, "Asking the model …"));
    const figure = element("span", { class: "log-f" }, this.#logF(fill.logProbability));
    const card = element(
      "div",
      {
        class: "fill-card",
        role: "group",
        "aria-label": `Blank ${blank + 1}, “${fill.token}”`,
        onpointerleave: () => this.#later(() => this.#closeUnlessUsed()),
        onfocusout: () => this.#later(() => this.#closeUnlessUsed()),
        onkeydown: (event) => this.#escape(event),
      },
      element("p", { class: "fill-card-head" }, element("strong", {}, fill.token), figure),
      element(
        "button",
        { type: "button", class: "keep", onclick: () => this.#pin(blank, fill.token) },
        `Keep “${fill.token}”, resample the rest`,
      ),
      body,
    );
    this.#fill = node;
    this.#card = card;
    node.setAttribute("aria-expanded", "true");
    node.after(card);
    this.#place(node, card);
    try {
      const score = await this.#scores.of(text, candidate.fills.map(({ token }) => token), settings);
      figure.textContent = this.#logF(score.fills[blank].logProbability);
      body.replaceChildren(...this.#alternatives(score.fills[blank], blank));
    } catch (failure) {
      body.replaceChildren(element("p", { class: "error" }, failure.message));
    }
  }

  #logF(logProbability) {
    return logProbability === undefined
      ? ""
      : `log f ${decimal(logProbability)} · ${probability(logProbability)}`;
  }

  #alternatives({ token, alternatives }, blank) {
    const most = Math.max(...alternatives.map(({ logProbability }) => logProbability));
    return [
      element("p", { class: "hint" }, "Likeliest here given the others – choose one to pin it and go on:"),
      element(
        "ul",
        {},
        ...alternatives.map((one) => {
          const bar = element("span", { class: "bar", "aria-hidden": "true" });
          bar.style.setProperty("--part", Math.exp(one.logProbability - most));
          return element(
            "li",
            {},
            element(
              "button",
              {
                type: "button",
                class: one.token === token ? "alternative same" : "alternative",
                title: `log f ${decimal(one.logProbability)}`,
                "aria-label": `Pin “${one.token}”, ${probability(one.logProbability)}, log f ${decimal(one.logProbability)}`,
                onclick: () => this.#pin(blank, one.token),
              },
              element("span", { class: "token" }, one.token),
              bar,
              element("span", { class: "figure" }, probability(one.logProbability)),
            ),
          );
        }),
      ),
    ];
  }

  #pin(blank, token) {
    this.close();
    this.#actions.pin(blank, token);
  }

  /** Below the fill, within the candidate. */
  #place(node, card) {
    const frame = card.offsetParent.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    const left = Math.min(box.left - frame.left, frame.width - card.offsetWidth);
    card.style.left = `${Math.max(0, left)}px`;
    card.style.top = `${box.bottom - frame.top + 2}px`;
  }
}
