import { hasSetting } from "./control-list.js";
import { element } from "./dom.js";
import { integer } from "./figures.js";
import * as keywordWeights from "./keyword-weights.js";
import * as wordsByBlank from "./words-by-blank.js";

/** How objects are read and written, by kind. */
const OBJECTS = {
  words: { parse: wordsByBlank.parseWords, format: wordsByBlank.formatWords, form: `${wordsByBlank.FORM}: words by blank` },
  weights: {
    parse: keywordWeights.parseWeights,
    format: keywordWeights.formatWeights,
    form: `${keywordWeights.FORM}: words, each with a number`,
  },
};

/**
 * Writes a value of a setting as its field has it.
 *
 * @param {string} kind of the setting
 */
export function writtenOf(kind, value) {
  if (value === null || value === undefined) {
    return "";
  }
  return typeof value === "object" ? (OBJECTS[kind]?.format(value) ?? JSON.stringify(value)) : String(value);
}

/** One setting: its label, field, one-line explanation, and what is wrong with it. */
export class Control {
  #spec;
  #standard;
  #field;
  #hint;
  #error;

  /**
   * @param {object} spec a row of CONTROLS
   * @param {*} standard the default
   * @param {() => void} changed
   */
  constructor(spec, standard, changed) {
    this.#spec = spec;
    // Where an empty field means something the default is not written into it.
    this.#standard = spec.absent === null ? standard : null;
    const id = `setting-${spec.name}`;
    this.#hint = element("p", { class: "hint", id: `${id}-hint` });
    this.#error = element("p", { class: "error", id: `${id}-error`, hidden: true });
    this.#field = this.#makeField(id);
    this.#field.addEventListener("input", () => {
      this.problem = null;
      this.#describe();
      changed();
    });
    this.node = element(
      "div",
      { class: `control ${spec.width}` },
      element("label", { for: id }, spec.label),
      this.#field,
      this.#hint,
      this.#error,
    );
    this.value = this.#standard;
  }

  #makeField(id) {
    const shared = { id, name: this.#spec.name, "aria-describedby": `${id}-hint ${id}-error` };
    if (this.#spec.kind === "choice") {
      return element("select", shared, ...this.#spec.choices.map(({ value }) => element("option", { value }, value)));
    }
    const written = { ...shared, placeholder: this.#spec.absent ?? this.#standard, autocomplete: "off" };
    if (this.#spec.kind === "text" || this.#spec.kind in OBJECTS) {
      return element("input", { ...written, type: "text", spellcheck: "false" });
    }
    return element("input", {
      ...written,
      type: "number",
      min: this.#spec.minimum,
      max: this.#spec.maximum,
      step: this.#spec.kind === "number" ? "any" : 1,
    });
  }

  get name() {
    return this.#spec.name;
  }

  get label() {
    return this.#spec.label;
  }

  get advanced() {
    return this.#spec.advanced;
  }

  get #written() {
    return this.#field.value.trim();
  }

  #read() {
    const written = this.#written;
    if (written === "") {
      return null;
    }
    switch (this.#spec.kind) {
      case "integer":
      case "long":
      case "number":
        return Number(written);
      case "words":
      case "weights":
        return OBJECTS[this.#spec.kind].parse(written);
      default:
        return written;
    }
  }

  /** What is chosen, or undefined where that is the default. */
  get choice() {
    const value = this.#read();
    return value === null || value === this.#standard ? undefined : value;
  }

  /** Why what is written cannot be sent; null if it can. */
  get fault() {
    if (this.#field.validity.badInput) {
      return "This is not a number.";
    }
    const value = this.#read();
    if (["integer", "long"].includes(this.#spec.kind) && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      return `Numbers beyond ${integer(Number.MAX_SAFE_INTEGER)} are not exact in a browser: take a smaller one.`;
    }
    if (this.#spec.kind in OBJECTS && this.#written !== "" && value === null) {
      return `Write it as in ${OBJECTS[this.#spec.kind].form}.`;
    }
    return null;
  }

  get value() {
    return this.choice ?? this.#standard;
  }

  set value(value) {
    this.choose(value);
  }

  /**
   * Chooses a value. One that the field cannot hold leaves the default, and a problem.
   *
   * @returns {?string} what could not be read, or null
   */
  choose(value) {
    const written = writtenOf(this.#spec.kind, value);
    this.#field.value = written;
    const unread = written !== "" && this.#field.value === "" ? written : null;
    if (unread !== null && this.#spec.kind === "choice") {
      this.#field.value = this.#standard;
    }
    this.problem = unread === null ? this.fault : `“${unread}” cannot be chosen: ${this.#spec.absent ?? this.#standard} instead.`;
    this.#describe();
    return unread;
  }

  reset() {
    this.value = this.#standard;
  }

  /** Steps aside where the sampler, or (null) the search for the most probable fillings, has no use for the setting. */
  suit(sampler) {
    this.node.hidden = !hasSetting(sampler, this.name);
  }

  get suits() {
    return !this.node.hidden;
  }

  #describe() {
    const chosen = this.#spec.choices.find(({ value }) => value === this.#field.value);
    this.#hint.textContent = this.#spec.hint ?? chosen?.hint ?? "";
    this.node.classList.toggle("chosen", this.choice !== undefined);
  }

  /** Shows what is wrong, or (null) that nothing is. */
  set problem(message) {
    this.#error.hidden = message === null;
    this.#error.textContent = message ?? "";
    this.#field.setAttribute("aria-invalid", message !== null);
  }

  focus() {
    this.#field.focus();
  }
}
