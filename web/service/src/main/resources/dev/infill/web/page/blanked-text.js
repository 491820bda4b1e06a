/** The blank as it is written into texts. */
export const MASK = "[MASK]";

/** A blank may say how many pieces it holds: [MASK:3], [MASK:1-4], ___:1-4. */
const BLANK =
  /\[MASK(?<said>:[^\][]*)?\]|\[[Mm][Aa][Ss][Kk](?<lower>:[\d-]+)?\]|<[Mm][Aa][Ss][Kk](?<angled>:[\d-]+)?>|_{3,}(?:(?<range>:\d+-\d+)(?![\d-]))?/g;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

function blanksOf(text) {
  return [...text.matchAll(BLANK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    lengths: (match.groups.said ?? match.groups.lower ?? match.groups.angled ?? match.groups.range ?? ":1").slice(1),
  }));
}

/**
 * A text with blanks, immutable. Of each blank it knows the words that stood there (null for one
 * that was typed) and the token that is pinned to it (null for none).
 */
export class BlankedText {
  /**
   * @param {string} text blanks are written [MASK] or ___, or [MASK:1-4] or ___:1-4
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

  /** Blanks every word that a span touches, a blank each; blanks in it stay. */
  blank(start, end) {
    const parts = [];
    const notes = [];
    for (const segment of this.segments()) {
      const written = this.text.slice(segment.start, segment.end);
      if (segment.kind === "word" && segment.start < end && segment.end > start) {
        parts.push(MASK);
        notes.push({ word: written, pin: null });
      } else {
        parts.push(written);
        if (segment.kind === "blank") {
          notes.push(segment);
        }
      }
    }
    return notes.length === this.blanks.length ? this : new BlankedText(parts.join(""), notes);
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

  /** Whether it says, blanks and pins the same. */
  equals(other) {
    return this.text === other.text && JSON.stringify(this.blanks) === JSON.stringify(other.blanks);
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
    const noted = new Map(this.blanks.map((blank) => [blank.start, blank]));
    const notes = blanksOf(text).map((blank) => {
      const before = blank.end <= same ? blank.start : null;
      const after = blank.start >= text.length - sameEnd ? blank.start - shift : null;
      const start = before ?? after;
      return noted.get(start) ?? {};
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
