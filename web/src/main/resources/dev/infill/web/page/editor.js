import { BlankedText } from "./blanked-text.js";
import { byId, element, whenQuiet } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { counted, integer } from "./figures.js";
import { WordBoard } from "./word-board.js";

const QUIET_MILLISECONDS = 250;

/** Where the text is written and its words are blanked. */
export class Editor {
  #text = new BlankedText("");
  #service;
  #changed;
  #board;
  #area = byId("text");
  #error = byId("text-error");
  #asked = null;
  #countPieces = whenQuiet(QUIET_MILLISECONDS, () => this.#tokenize());

  /** @param {() => void} changed called after every change of the text */
  constructor(service, changed) {
    this.#service = service;
    this.#changed = changed;
    this.#board = new WordBoard(byId("board"), {
      blank: (start, end) => this.#apply(this.#text.blank(start, end), "Blanked"),
      restore: (index) => this.#restore(index),
    });
    this.#area.addEventListener("input", () => this.#set(this.#text.edited(this.#area.value)));
    byId("mode-blank").addEventListener("click", () => this.#write(false));
    byId("mode-write").addEventListener("click", () => this.#write(true));
    const examples = byId("examples");
    EXAMPLES.forEach(({ name }, index) => examples.append(element("option", { value: index }, name)));
    examples.addEventListener("change", () => {
      if (examples.value !== "") {
        this.text = EXAMPLES[Number(examples.value)].text;
        examples.value = "";
      }
    });
  }

  get text() {
    return this.#text;
  }

  set text(text) {
    this.#area.value = text.text;
    this.#set(text);
  }

  #restore(index) {
    const restored = this.#text.restore(index);
    if (restored === this.#text) {
      this.#say(`Blank ${index + 1} was typed: choose Write to put a word there.`);
    } else {
      this.#apply(restored, "Restored");
    }
  }

  #apply(text, verb) {
    this.text = text;
    this.#say(`${verb}; ${counted(text.blanks.length, "blank")}.`);
  }

  #say(message) {
    byId("editor-status").textContent = message;
  }

  #write(writing) {
    byId("mode-write").setAttribute("aria-pressed", writing);
    byId("mode-blank").setAttribute("aria-pressed", !writing);
    byId("writing-field").hidden = !writing;
    byId("board").hidden = writing;
    byId("board-hint").hidden = writing;
    if (writing) {
      this.#area.focus();
    }
  }

  #set(text) {
    this.#text = text;
    this.#board.show(text);
    this.#showPins(text);
    this.problem = null;
    byId("blank-count").textContent = counted(text.blanks.length, "blank");
    this.#countPieces();
    this.#changed();
  }

  #showPins(text) {
    const pins = text.blanks.flatMap(({ pin }, index) => (pin === null ? [] : [{ pin, index }]));
    const list = byId("pins");
    list.hidden = pins.length === 0;
    list.replaceChildren(
      "Kept:",
      ...pins.map(({ pin, index }) =>
        element(
          "button",
          {
            type: "button",
            "aria-label": `Do not keep “${pin}” in blank ${index + 1}`,
            onclick: () => {
              this.#apply(this.#text.pin(index, null), "Released");
              byId("board").querySelector("[tabindex='0']")?.focus();
            },
          },
          `${index + 1} ${pin} ×`,
        ),
      ),
    );
  }

  async #tokenize() {
    const pieces = byId("piece-count");
    this.#asked?.abort();
    this.#asked = new AbortController();
    try {
      const answer = await this.#service.tokenize(this.#text.text, this.#asked.signal);
      pieces.textContent = `${integer(answer.pieces.length)} of at most ${integer(answer.maxPieces)} pieces`;
      pieces.title = answer.pieces.join(" ");
      pieces.classList.toggle("too-many", answer.pieces.length > answer.maxPieces);
    } catch (failure) {
      if (failure.name !== "AbortError") {
        pieces.textContent = failure.message;
        pieces.title = "";
        pieces.classList.add("too-many");
      }
    }
  }

  /** Shows what is wrong with the text, or (null) that nothing is. */
  set problem(message) {
    this.#error.hidden = message === null;
    this.#error.textContent = message ?? "";
    this.#area.setAttribute("aria-invalid", message !== null);
  }
}
