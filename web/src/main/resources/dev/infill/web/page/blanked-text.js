/** The blank as it is written into texts. */
export const MASK = "[MASK]";

const BLANK = /\[MASK\]|_{3,}/g;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

function blanksOf(text) {
  return [...text.matchAll(BLANK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * A text with blanks, immutable. Of each blank it knows the words that stood there (null for one
 * that was typed) and the token that is pinned to it (null for none).
 */
export class BlankedText {
  /**
   * @param {string} text blanks are written [MASK] or ___
   * @param {{word: ?string, pin: ?string}[]} notes what is known of each blank, in order
   */
  constructor(text, notes = []) {
    this.text = text;
    this.blanks = blanksOf(text).map((span, index) => ({
      ...span,
      word: notes[index]?.word ?? null,
      pin: notes[index]?.pin ?? null,
    }));
  }

  /** Words, blanks, and what stands between them, in order; together they are the text. */
  segments() {
    const segments = [];
    let from = 0;
    const between = (end) => {
      for (const match of this.text.slice(from, end).matchAll(WORD)) {
        const start = from + match.index;
        this.#other(segments, start);
        segments.push({ kind: "word", start, end: start + match[0].length });
      }
      this.#other(segments, end);
    };
    this.blanks.forEach((blank, index) => {
      between(blank.start);
      segments.push({ kind: "blank", index, ...blank });
      from = blank.end;
    });
    between(this.text.length);
    return segments;
  }

  #other(segments, end) {
    const start = segments.at(-1)?.end ?? 0;
    if (start < end) {
      segments.push({ kind: "other", start, end });
    }
  }

  /** Makes one blank of a span, which is widened to whole words and blanks. */
  blank(start, end) {
    const touched = this.segments().filter(
      (segment) => segment.kind !== "other" && segment.start < end && segment.end > start,
    );
    const first = Math.min(touched[0]?.start ?? end, this.#visible(start, end));
    const last = Math.max(touched.at(-1)?.end ?? start, this.#visibleEnd(start, end));
    if (first >= last) {
      return this;
    }
    const inside = (blank) => blank.start >= first && blank.end <= last;
    let word = "";
    let from = first;
    for (const blank of this.blanks.filter(inside)) {
      word += this.text.slice(from, blank.start) + (blank.word ?? MASK);
      from = blank.end;
    }
    word += this.text.slice(from, last);
    const text = this.text.slice(0, first) + MASK + this.text.slice(last);
    const before = this.blanks.filter((blank) => blank.end <= first);
    const after = this.blanks.filter((blank) => blank.start >= last);
    return new BlankedText(text, [...before, { word, pin: null }, ...after]);
  }

  #visible(start, end) {
    const offset = this.text.slice(start, end).search(/\S/);
    return offset < 0 ? end : start + offset;
  }

  #visibleEnd(start, end) {
    return start + this.text.slice(start, end).trimEnd().length;
  }

  /** Puts back what stood in a blank; a blank that was typed stays. */
  restore(index) {
    const { start, end, word } = this.blanks[index];
    if (word === null) {
      return this;
    }
    const text = this.text.slice(0, start) + word + this.text.slice(end);
    const notes = this.blanks.filter((blank, at) => at !== index);
    return new BlankedText(text, [
      ...notes.slice(0, index),
      ...blanksOf(word).map(() => ({})),
      ...notes.slice(index),
    ]);
  }

  /** Pins a token to a blank, or takes the pin away (null). */
  pin(index, token) {
    return new BlankedText(
      this.text,
      this.blanks.map((blank, at) => (at === index ? { ...blank, pin: token } : blank)),
    );
  }

  withoutPins() {
    return new BlankedText(
      this.text,
      this.blanks.map((blank) => ({ ...blank, pin: null })),
    );
  }

  /** The text as it was typed over; blanks before and after the change keep their words and pins. */
  edited(text) {
    if (text === this.text) {
      return this;
    }
    const limit = Math.min(text.length, this.text.length);
    let same = 0;
    while (same < limit && text[same] === this.text[same]) {
      same++;
    }
    let sameEnd = 0;
    while (sameEnd < limit - same && text.at(-1 - sameEnd) === this.text.at(-1 - sameEnd)) {
      sameEnd++;
    }
    const shift = text.length - this.text.length;
    const notes = blanksOf(text).map((blank) => {
      const before = blank.end <= same ? blank.start : null;
      const after = blank.start >= text.length - sameEnd ? blank.start - shift : null;
      const start = before ?? after;
      return this.blanks.find((one) => start !== null && one.start === start) ?? {};
    });
    return new BlankedText(text, notes);
  }

  /** The pins as the service takes them: by blank, counted from 1, the only token it may hold. */
  allow() {
    const allow = {};
    this.blanks.forEach((blank, index) => {
      if (blank.pin !== null) {
        allow[index + 1] = [blank.pin];
      }
    });
    return allow;
  }
}
