import { element } from "./dom.js";
import { integer } from "./figures.js";

/** More words and blanks are not drawn: a browser would stand still over them. */
const MOST_DRAWN = 5_000;

/**
 * The text as words to click: a click, or a drag over several, blanks words; another restores them. One word at a time is in the tab order; arrows move among them.
 */
export class WordBoard {
  #board;
  #actions;
  #text;
  #excess = null;
  #targets = [];
  /** The word that the keyboard is at, and where a selection with Shift began. */
  #at = 0;
  #anchor = null;
  #dragging = false;

  /**
   * @param {HTMLElement} board
   * @param {{blank(start: number, end: number): void, restore(first: number, last: number): void}} actions
   *     restore takes blanks by their index
   */
  constructor(board, actions) {
    this.#board = board;
    this.#actions = actions;
    board.addEventListener("click", (event) => this.#click(event));
    board.addEventListener("keydown", (event) => this.#key(event));
    board.addEventListener("focusin", (event) => this.#arrive(event.target));
    board.addEventListener("pointerdown", (event) => this.#press(event));
    // Not on the board: a drag may end outside of it.
    document.addEventListener("pointermove", (event) => this.#drag(event));
    document.addEventListener("pointerup", () => this.#drop());
    document.addEventListener("pointercancel", () => this.#forget());
  }

  /**
   * @param {BlankedText} text
   * @param {?string} excess why it is not drawn: a text that is too long
   */
  show(text, excess) {
    if (this.#text === text && this.#excess === excess) {
      return;
    }
    const hadFocus = this.#board.contains(document.activeElement);
    const offset = this.#targets.length === 0 ? 0 : this.#targets[this.#range()[0]].segment.start;
    this.#text = text;
    this.#excess = excess;
    this.#anchor = null;
    this.#targets = [];
    const segments = excess === null ? text.segments() : [];
    const isDrawn = segments.filter(({ kind }) => kind !== "other").length <= MOST_DRAWN;
    this.#board.replaceChildren(...(isDrawn ? segments.map((segment) => this.#draw(segment)) : []));
    const instead = text.text === "" ? "Nothing here yet: choose Write, or an example." : isDrawn ? excess : `More than ${integer(MOST_DRAWN)} words cannot be clicked: choose Write.`;
    if (instead !== null) {
      this.#board.append(element("span", { class: "empty" }, instead));
    }
    const near = this.#targets.findIndex(({ segment }) => segment.end > offset);
    this.#moveTo(Math.max(near, 0), hadFocus);
  }

  #draw(segment) {
    const written = this.#text.text.slice(segment.start, segment.end);
    if (segment.kind === "other") {
      return written;
    }
    const node =
      segment.kind === "word"
        ? element("span", { class: "word", role: "button", tabindex: "-1", "aria-pressed": "false" }, written)
        : this.#drawBlank(segment);
    this.#targets.push({ node, segment });
    return node;
  }

  #drawBlank({ index, word, pin }) {
    const name = [`blank ${index + 1}`];
    if (word !== null) {
      name.push(`was “${word}”`);
    }
    if (pin !== null) {
      name.push(`keeps “${pin}”`);
    }
    const title =
      word === null ? "Typed as a blank; write to change it" : `Restore “${word}”`;
    return element(
      "span",
      {
        class: pin === null ? "blank" : "blank pinned",
        role: "button",
        tabindex: "-1",
        "aria-pressed": "true",
        "aria-label": name.join(", "),
        title,
      },
      element("span", { class: "blank-number", "aria-hidden": "true" }, String(index + 1)),
      pin === null ? null : element("span", { "aria-hidden": "true" }, pin),
    );
  }

  #click(event) {
    const target = this.#targetOf(event.target);
    if (target >= 0) {
      this.#toggle(target, target);
    }
  }

  #press(event) {
    const target = this.#targetOf(event.target);
    if (target >= 0 && event.isPrimary && event.button === 0) {
      this.#dragging = true;
      this.#anchor = target;
      this.#at = target;
    }
  }

  #drag(event) {
    if (!this.#dragging) {
      return;
    }
    const target = this.#targetOf(document.elementFromPoint(event.clientX, event.clientY));
    if (target >= 0 && target !== this.#at) {
      this.#moveTo(target, false);
      this.#mark();
    }
  }

  /** A drag over several words is a click on each; one that came back to its word is a click. */
  #drop() {
    if (this.#dragging) {
      const [first, last] = this.#range();
      this.#forget();
      if (first !== last) {
        this.#toggle(first, last);
      }
    }
  }

  #forget() {
    if (this.#dragging) {
      this.#dragging = false;
      this.#anchor = null;
      this.#mark();
    }
  }

  /** Blanks the words of a range, or restores them where all are blanks. */
  #toggle(first, last) {
    this.#at = first;
    this.#anchor = null;
    const segments = this.#targets.slice(first, last + 1).map(({ segment }) => segment);
    if (segments.every(({ kind }) => kind === "blank")) {
      this.#actions.restore(segments[0].index, segments.at(-1).index);
    } else {
      this.#actions.blank(segments[0].start, segments.at(-1).end);
    }
  }

  #targetOf(node) {
    const word = node?.closest("[role='button']") ?? null;
    return this.#targets.findIndex((target) => target.node === word);
  }

  #arrive(node) {
    const target = this.#targetOf(node);
    if (target >= 0 && target !== this.#at && !this.#dragging) {
      this.#moveTo(target, false);
    }
  }

  #moveTo(target, focus) {
    this.#targets[this.#at]?.node.setAttribute("tabindex", "-1");
    this.#at = Math.min(target, this.#targets.length - 1);
    const node = this.#targets[this.#at]?.node;
    node?.setAttribute("tabindex", "0");
    if (focus) {
      node?.focus();
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#targets.length === 0) {
      return;
    }
    const to = {
      ArrowRight: this.#at + 1,
      ArrowLeft: this.#at - 1,
      ArrowDown: this.#inLine(1),
      ArrowUp: this.#inLine(-1),
      Home: 0,
      End: this.#targets.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.#anchor = event.shiftKey ? (this.#anchor ?? this.#at) : null;
      this.#moveTo(Math.max(0, Math.min(to, this.#targets.length - 1)), true);
      this.#mark();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.#toggle(...this.#range());
    }
  }

  #range() {
    const anchor = this.#anchor ?? this.#at;
    return [Math.min(anchor, this.#at), Math.max(anchor, this.#at)];
  }

  #mark() {
    const [first, last] = this.#range();
    this.#targets.forEach(({ node }, index) =>
      node.classList.toggle("selected", first !== last && index >= first && index <= last),
    );
  }

  /** The nearest word in the line below or above. */
  #inLine(direction) {
    const here = this.#targets[this.#at].node.getBoundingClientRect();
    const lines = this.#targets
      .map(({ node }, index) => ({ index, box: node.getBoundingClientRect() }))
      .filter(({ box }) => (direction > 0 ? box.top >= here.bottom : box.bottom <= here.top));
    if (lines.length === 0) {
      return this.#at;
    }
    const line = direction > 0 ? lines[0].box : lines.at(-1).box;
    const distance = ({ box }) => Math.abs(box.left - here.left);
    return lines
      .filter(({ box }) => Math.abs(box.top - line.top) < line.height / 2)
      .reduce((best, one) => (distance(one) < distance(best) ? one : best)).index;
  }
}
