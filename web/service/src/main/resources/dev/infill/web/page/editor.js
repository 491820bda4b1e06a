import { BlankedText } from "./blanked-text.js";
import { byId, element, whenQuiet } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { counted, integer } from "./figures.js";
import { WordBoard } from "./word-board.js";

const QUIET_MILLISECONDS = 250;

/** The most characters of a text, until the service has told its own limit. */
const USUAL_LENGTH = 20_000;

/** Where the text is written and its words are blanked. */
export class Editor {
  #text = new BlankedText("");
  /** What stood here before another text was put in its place; null if none was. */
  #earlier = null;
  #service;
  #changed;
  #mostCharacters = USUAL_LENGTH;
  #board;
  #area = byId("text");
  #error = byId("text-error");
  #asked = null;
  /** Whether the service has told how many pieces the text has, or what keeps it from having any. */
  #counted = false;
  #countPieces = whenQuiet(QUIET_MILLISECONDS, () => this.#tokenize());

  /** @param {() => void} changed called after every change of the text */
  constructor(service, changed) {
    this.#service = service;
    this.#changed = changed;
    this.#board = new WordBoard(byId("board"), {
      blank: (start, end) => this.#apply(this.#text.blank(start, end), "Blanked"),
      restore: (first, last) => this.#restore(first, last),
    });
    this.#area.addEventListener("input", () => this.#set(this.#text.edited(this.#area.value)));
    byId("mode-blank").addEventListener("click", () => this.#write(false));
    byId("mode-write").addEventListener("click", () => this.#write(true));
    byId("undo").addEventListener("click", () => this.replace(this.#earlier));
    this.#listExamples(byId("examples"));
  }

  #listExamples(examples) {
    const close = () => {
      examples.open = false;
    };
    examples.append(
      element(
        "ul",
        {},
        ...EXAMPLES.map(({ name, text }) => {
          const choose = () => {
            close();
            examples.querySelector("summary").focus();
            this.replace(text);
          };
          return element("li", {}, element("button", { type: "button", class: "quiet", onclick: choose }, name));
        }),
      ),
    );
    examples.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && examples.open) {
        event.stopPropagation();
        close();
        examples.querySelector("summary").focus();
      }
    });
    examples.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget !== null && !examples.contains(relatedTarget)) {
        close();
      }
    });
    document.addEventListener("click", ({ target }) => {
      if (!examples.contains(target)) {
        close();
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

  /** Takes the limits of the service. */
  set limits({ textLength }) {
    this.#mostCharacters = textLength;
    this.#set(this.#text);
  }

  /** Why the text is too long to be drawn or sent; null if it is not. */
  get excess() {
    const { length } = this.#text.text;
    return length <= this.#mostCharacters
      ? null
      : `The text has ${integer(length)} characters; at most ${integer(this.#mostCharacters)} are allowed. Choose Write to shorten it.`;
  }

  /** Puts another text in the place of this one, which can be brought back. */
  replace(text) {
    if (text.equals(this.#text)) {
      return;
    }
    if (this.#text.text !== "") {
      this.#earlier = this.#text;
      byId("undo").hidden = false;
    }
    this.text = text;
    this.#say(`Another text, with ${counted(text.blanks.length, "blank")}.`);
  }

  #restore(first, last) {
    let restored = this.#text;
    // From the last to the first: a word that is put back moves no blank before it.
    for (let index = last; index >= first; index--) {
      restored = restored.restore(index);
    }
    if (restored === this.#text) {
      this.#say(`Blank ${first + 1} was typed: choose Write to put a word there.`);
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

  /** Goes where the text is changed. */
  #focus() {
    const word = byId("board").querySelector("[tabindex='0']");
    (byId("board").hidden ? this.#area : (word ?? byId("mode-write"))).focus();
  }

  #set(text) {
    this.#text = text;
    const { excess } = this;
    this.#board.show(text, excess);
    this.#showPins(excess === null ? text.blanks : []);
    this.problem = excess;
    byId("blank-count").textContent = counted(text.blanks.length, "blank");
    this.#countPieces();
    this.#changed();
  }

  #showPins(blanks) {
    const pins = blanks.flatMap(({ pin }, index) => (pin === null ? [] : [{ pin, index }]));
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
              this.#focus();
            },
          },
          `${index + 1} ${pin} ×`,
        ),
      ),
    );
  }

  /** Asks again how many pieces the text has, if the service could not tell. */
  recount() {
    if (!this.#counted) {
      this.#countPieces();
    }
  }

  async #tokenize() {
    const pieces = byId("piece-count");
    this.#asked?.abort();
    if (this.excess !== null) {
      pieces.textContent = "";
      return;
    }
    this.#asked = new AbortController();
    try {
      const answer = await this.#service.tokenize(this.#text.text, this.#asked.signal);
      const part = answer.window === undefined ? "" : ": the text is too long, so the model reads the part around the blanks";
      pieces.textContent = `${integer(answer.pieces.length)} of at most ${integer(answer.maxPieces)} pieces${part}`;
      pieces.title = answer.pieces.join(" ");
      pieces.classList.remove("wrong");
      this.#counted = true;
    } catch (failure) {
      if (failure.name !== "AbortError") {
        this.#counted = failure.field === "text";
        // What else is wrong stands above the results.
        pieces.textContent = this.#counted ? failure.message : "pieces not counted";
        pieces.title = this.#counted ? "" : failure.message;
        pieces.classList.toggle("wrong", this.#counted);
      }
    }
  }

  /** Shows what is wrong with the text, or (null) that nothing is. */
  set problem(message) {
    this.#error.hidden = message === null;
    this.#error.textContent = message ?? "";
    this.#area.setAttribute("aria-invalid", message !== null);
  }

  /** Shows what is wrong with the text, and goes there. */
  showProblem(message) {
    this.problem = message;
    this.#focus();
    this.#error.scrollIntoView({ block: "nearest" });
  }
}
