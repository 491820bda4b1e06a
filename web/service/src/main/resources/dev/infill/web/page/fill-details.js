import { BlankedText } from "./blanked-text.js";
import { element } from "./dom.js";
import { decimal, probability } from "./figures.js";
import { writtenFills } from "./fills-by-blank.js";

const ALTERNATIVES = 5;
const HOVER_MILLISECONDS = 180;
const NEW_MILLISECONDS = 300;
/** Pixels between a fill and its card, between the card and the edge of the window, and of a card that can be read. */
const GAP = 2;
const MARGIN = 6;
const LEAST_HEIGHT = 160;

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
 * and the likeliest tokens at its blank given the others. Escape closes it wherever the focus is.
 * Tab goes past it, from fill to fill; Enter or an arrow leads from the fill into it.
 */
export class FillDetails {
  #scores;
  #actions;
  #card = null;
  #fill = null;
  #timer = 0;
  /** Whether a fill that is given the focus is to show its card. */
  #opening = true;
  #escape = (event) => this.#hearEscape(event);
  /** A card that was opened before the page scrolled may have its room on the other side now. */
  #scrolled = () => this.#place(this.#fill, this.#card);

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
   * @param {() => {text: string, settings: object, candidate: object, piece: number}} subject
   */
  attach(node, subject) {
    const attached = performance.now();
    node.addEventListener("pointerenter", (event) => {
      // Where a new fill has come under a pointer at rest, nobody asks for it.
      const asked = performance.now() - attached > NEW_MILLISECONDS;
      if (event.pointerType === "mouse" && asked) {
        this.#later(() => {
          // A pointer that lies about does not take the card from the keyboard.
          if (!this.#card?.contains(document.activeElement)) {
            this.#show(node, subject());
          }
        });
      }
    });
    node.addEventListener("pointerleave", () => this.#later(() => this.#closeUnlessUsed()));
    node.addEventListener("focus", () => {
      if (this.#opening) {
        this.#now(() => this.#show(node, subject()));
      }
    });
    node.addEventListener("blur", () => this.#later(() => this.#closeUnlessUsed()));
    const enter = () => {
      this.#now(() => this.#show(node, subject()));
      this.#buttons[0]?.focus();
    };
    node.addEventListener("click", ({ detail }) => {
      if (detail === 0) {
        // By Enter or Space.
        enter();
      } else {
        this.#now(() => this.#show(node, subject()));
      }
    });
    node.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        enter();
      }
    });
  }

  /** Gives a fill the focus, and does not show its card. */
  focus(node) {
    this.#opening = false;
    node.focus();
    this.#opening = true;
  }

  get #buttons() {
    return [...(this.#card?.querySelectorAll("button") ?? [])];
  }

  #move(event) {
    const buttons = this.#buttons;
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      (to < 0 ? this.#fill : buttons[Math.min(to, buttons.length - 1)]).focus();
    }
  }

  #later(run) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, HOVER_MILLISECONDS);
  }

  #now(run) {
    clearTimeout(this.#timer);
    run();
  }

  #hearEscape(event) {
    if (event.key === "Escape") {
      event.stopImmediatePropagation();
      if (this.#card.contains(document.activeElement)) {
        this.focus(this.#fill);
      }
      this.close();
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
      this.#remove();
      this.#actions.closed();
    }
  }

  #remove() {
    document.removeEventListener("keydown", this.#escape, true);
    window.removeEventListener("scroll", this.#scrolled);
    this.#fill.setAttribute("aria-expanded", "false");
    this.#card.remove();
    this.#card = null;
    this.#fill = null;
  }

  async #show(node, { text, settings, candidate, piece }) {
    if (this.#fill === node || !node.isConnected) {
      return;
    }
    if (this.open) {
      // The list goes on holding still: drawing it now could take the fill away.
      this.#remove();
    }
    const fill = candidate.fills[piece];
    const { blank } = fill;
    // A pin is of one piece: blanks that may hold more take none.
    const pins = new BlankedText(text).blanks[blank - 1]?.lengths === "1";
    const body = element("div", { class: "alternatives" }, element("p", { class: "hint" }, "Asking the model …"));
    const figure = element("span", { class: "log-f" }, this.#logF(fill.logProbability));
    const card = element(
      "div",
      {
        class: "fill-card",
        role: "group",
        "aria-label": `Blank ${blank}, “${fill.token}”`,
        onpointerleave: () => this.#later(() => this.#closeUnlessUsed()),
        onfocusout: () => this.#later(() => this.#closeUnlessUsed()),
        onkeydown: (event) => this.#move(event),
      },
      element("p", { class: "fill-card-head" }, element("strong", {}, fill.token), figure),
      pins
        ? element(
            "button",
            { type: "button", class: "keep", tabindex: "-1", onclick: () => this.#pin(blank - 1, fill.token) },
            `Keep “${fill.token}”, fill the rest again`,
          )
        : null,
      body,
      element("p", { class: "hint keys" }, "Enter or ↓ leads here from the fill, Esc back."),
    );
    this.#fill = node;
    this.#card = card;
    node.setAttribute("aria-expanded", "true");
    node.after(card);
    // Before anything else hears of it: Escape closes the card, and nothing else.
    document.addEventListener("keydown", this.#escape, true);
    window.addEventListener("scroll", this.#scrolled, { passive: true });
    this.#place(node, card);
    try {
      const score = await this.#scores.of(text, writtenFills(candidate.fills), settings);
      figure.textContent = this.#logF(score.fills[piece].logProbability, score.fills[piece].rank);
      body.replaceChildren(...this.#alternatives(score.fills[piece], blank, pins));
    } catch (failure) {
      body.replaceChildren(element("p", { class: "error" }, failure.message));
    }
    if (this.#card === card) {
      this.#place(node, card);
    }
  }

  #logF(logProbability, rank) {
    return logProbability === undefined
      ? ""
      : `log f ${decimal(logProbability)} · ${probability(logProbability)}${rank === undefined ? "" : ` · rank ${rank}`}`;
  }

  #alternatives({ token, alternatives }, blank, pins) {
    return [
      element("p", { class: "hint" }, pins ? "Likeliest here given the others – choose one to pin it and go on:" : "Likeliest here given the others:"),
      element(
        "ul",
        {},
        ...alternatives.map((one) => {
          const bar = element("span", { class: "bar", "aria-hidden": "true" });
          bar.style.setProperty("--part", Math.exp(one.logProbability));
          return element(
            "li",
            {},
            element(
              "button",
              {
                type: "button",
                tabindex: "-1",
                disabled: !pins,
                class: one.token === token ? "alternative same" : "alternative",
                title: `log f ${decimal(one.logProbability)}`,
                "aria-label": `${pins ? "Pin " : ""}“${one.token}”, ${probability(one.logProbability)}, log f ${decimal(one.logProbability)}`,
                onclick: () => this.#pin(blank - 1, one.token),
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
    this.#actions.pin(blank, token);
    this.close();
  }

  /** Below the fill, or above it where the window has more room there; within the candidate. */
  #place(node, card) {
    const frame = card.offsetParent.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    const left = Math.min(box.left - frame.left, frame.width - card.offsetWidth);
    card.style.left = `${Math.max(0, left)}px`;
    card.style.maxHeight = "";
    const below = innerHeight - box.bottom - GAP - MARGIN;
    const above = box.top - GAP - MARGIN;
    const fitsBelow = card.offsetHeight <= below || below >= above;
    card.style.maxHeight = `${Math.max(LEAST_HEIGHT, fitsBelow ? below : above)}px`;
    const top = fitsBelow ? box.bottom + GAP : box.top - GAP - card.offsetHeight;
    card.style.top = `${top - frame.top}px`;
  }
}
