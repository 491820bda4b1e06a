import { element } from "./dom.js";

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
   * @param {string[]} offered the values of a choice
   * @param {() => void} changed
   */
  constructor(spec, standard, offered, changed) {
    this.#spec = spec;
    this.#standard = spec.name === "burnIn" ? null : standard;
    const id = `setting-${spec.name}`;
    this.#hint = element("p", { class: "hint", id: `${id}-hint` });
    this.#error = element("p", { class: "error", id: `${id}-error`, hidden: true });
    this.#field = this.#makeField(id, offered);
    this.#field.addEventListener("input", () => {
      this.problem = null;
      this.#describe();
      changed();
    });
    this.node = element(
      "div",
      { class: `control ${spec.width ?? "half"}` },
      element("label", { for: id }, spec.label),
      this.#field,
      this.#hint,
      this.#error,
    );
    this.value = this.#standard;
  }

  #makeField(id, offered) {
    const shared = { id, name: this.#spec.name, "aria-describedby": `${id}-hint ${id}-error` };
    if (this.#spec.kind === "choice") {
      return element("select", shared, ...offered.map((value) => element("option", { value }, value)));
    }
    if (this.#spec.kind === "text") {
      return element("input", { ...shared, type: "text", autocomplete: "off", spellcheck: "false" });
    }
    return element("input", {
      ...shared,
      type: "number",
      min: this.#spec.min,
      max: this.#spec.max,
      step: this.#spec.kind === "integer" ? 1 : "any",
      placeholder: this.#spec.empty,
      autocomplete: "off",
    });
  }

  get name() {
    return this.#spec.name;
  }

  get advanced() {
    return this.#spec.advanced === true;
  }

  /** What is chosen, or undefined where that is the default. */
  get choice() {
    const written = this.#field.value.trim();
    if (this.#field.validity.badInput) {
      // Sent as it is, so that the service says what is wrong.
      return "not a number";
    }
    const value = written === "" ? null : ["integer", "number"].includes(this.#spec.kind) ? Number(written) : written;
    return value === null || value === this.#standard ? undefined : value;
  }

  set value(value) {
    this.#field.value = value ?? "";
    this.problem = null;
    this.#describe();
  }

  get value() {
    return this.choice ?? this.#standard;
  }

  reset() {
    this.value = this.#standard;
  }

  /** Steps aside where the sampler has no use for the setting. */
  suit(sampler) {
    const samplers = this.#spec.samplers;
    this.node.hidden = samplers !== undefined && !samplers.includes(sampler);
  }

  get suits() {
    return !this.node.hidden;
  }

  #describe() {
    const hint = this.#spec.hint;
    this.#hint.textContent = typeof hint === "string" ? hint : (hint[this.#field.value] ?? "");
    this.node.classList.toggle("chosen", this.choice !== undefined);
  }

  set problem(message) {
    this.#error.hidden = message === null;
    this.#error.textContent = message ?? "";
    this.#field.setAttribute("aria-invalid", message !== null);
    if (message !== null) {
      this.#field.focus();
    }
  }
}
