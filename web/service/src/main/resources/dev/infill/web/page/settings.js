import { Control } from "./control.js";
import { CONTROLS, FILL, SAMPLE, hasSetting, offer as offerControls } from "./control-list.js";
import { byId, element } from "./dom.js";

const DIVERSE = "diverse";
const HALF_DIFFERENT = 0.5;
const PROLONGED = 4;

/** The mode, the controls of all settings, and the other sampler of a comparison. */
export class Settings {
  #controls = new Map();
  #carried = {};
  #mode = FILL;
  #compare = byId("compare");
  #other = byId("other-sampler");
  #changed;

  /**
   * @param {object} offer what the service says of its models
   * @param {() => void} changed called after every change
   */
  constructor(offer, changed) {
    this.#changed = () => {
      this.#suit();
      changed();
    };
    offerControls(offer.settings);
    for (const spec of CONTROLS) {
      const control = new Control(spec, offer.defaults.sample[spec.name] ?? null, this.#changed);
      this.#controls.set(spec.name, control);
      byId(control.advanced ? "advanced-controls" : "controls").append(control.node);
    }
    for (const { value } of offer.settings.find(({ name }) => name === "sampler").choices) {
      this.#other.append(element("option", { value }, value));
    }
    this.#other.value = "gibbs";
    for (const mode of [FILL, SAMPLE]) {
      byId(`mode-${mode}`).addEventListener("click", () => {
        this.#mode = mode;
        this.#changed();
      });
    }
    this.#compare.addEventListener("change", () => {
      this.#other.disabled = !this.#compare.checked;
      this.#changed();
    });
    this.#other.addEventListener("change", this.#changed);
    byId("reset").addEventListener("click", () => {
      this.choose({}, null, this.#mode);
      [...this.#controls.values()].find(({ suits }) => suits).focus();
      this.#changed();
    });
    byId("paper").addEventListener("click", () => {
      this.#choosePreset(offer.presets.paper);
      this.#changed();
    });
    this.#suit();
  }

  #suit() {
    const { sampler, otherSampler: other } = this;
    byId("settings-summary").textContent =
      sampler === null ? `the ${this.value("top")} most probable` : `${sampler} · ${this.value("chains")} × ${this.value("steps")} steps`;
    for (const mode of [FILL, SAMPLE]) {
      byId(`mode-${mode}`).setAttribute("aria-pressed", mode === this.#mode);
    }
    byId("form").dataset.mode = this.#mode;
    byId("difference").value = this.value("select") === DIVERSE ? (this.value("diversity") ?? HALF_DIFFERENT) : 0;
    byId("reset").hidden = Object.keys(this.chosen).length === 0;
    for (const control of this.#controls.values()) {
      control.suit(sampler);
      if (other !== null && !control.suits) {
        control.suit(other);
      }
    }
  }

  /** How much the fillings of a list differ: 0 lists the best, 1 only other words. */
  set difference(difference) {
    this.#controls.get("select").value = difference > 0 ? DIVERSE : null;
    this.#controls.get("diversity").value = difference > 0 ? difference : null;
    this.#changed();
  }

  /** Lets the next run last four times as long as one that was too short. */
  prolong({ mode, settings, diagnostics }) {
    const [name, before] = mode === SAMPLE ? ["steps", settings.steps] : ["maxPasses", diagnostics.modelPasses];
    this.#controls.get(name).value = PROLONGED * before;
    this.#changed();
  }

  get mode() {
    return this.#mode;
  }

  /** The sampler; null where none samples. */
  get sampler() {
    return this.#mode === SAMPLE ? this.value("sampler") : null;
  }

  /** The sampler to compare with; null if none is asked for. */
  get otherSampler() {
    return this.#mode === SAMPLE && this.#compare.checked ? this.#other.value : null;
  }

  /** What was chosen, without what is the default anyway. */
  get chosen() {
    const chosen = { ...this.#carried };
    for (const control of this.#controls.values()) {
      if (control.suits && control.choice !== undefined) {
        chosen[control.name] = control.choice;
      }
    }
    return chosen;
  }

  /** The choices of a run with another sampler: settings that it has no use for stay behind. */
  chosenFor(sampler) {
    const chosen = sampler === null ? this.chosen : { ...this.chosen, sampler };
    return Object.fromEntries(Object.entries(chosen).filter(([name]) => hasSetting(sampler, name)));
  }

  /** The value of a setting, chosen or not. */
  value(name) {
    return this.#controls.get(name).value;
  }

  /** Chooses what a preset says; sampler, seed, words of blanks and keywords are none of its business. */
  #choosePreset(preset) {
    for (const control of this.#controls.values()) {
      if (!["sampler", "seed", "allow", "forbid", "keyword"].includes(control.name)) {
        control.value = preset[control.name];
      }
    }
  }

  /**
   * Chooses settings; all others become the default.
   *
   * @param {object} chosen by name; those without a control are carried along
   * @param {?string} otherSampler the sampler to compare with
   * @param {string} mode fill or sample
   * @returns {string[]} what could not be chosen, each with its label
   */
  choose(chosen, otherSampler, mode) {
    this.#mode = mode;
    this.#carried = {};
    const unread = [];
    for (const control of this.#controls.values()) {
      control.reset();
    }
    for (const [name, value] of Object.entries(chosen)) {
      const control = this.#controls.get(name);
      if (control === undefined) {
        this.#carried[name] = value;
      } else {
        const lost = control.choose(value);
        if (lost !== null) {
          unread.push(`${control.label} “${lost}”`);
        }
        if (control.advanced && (lost !== null || control.fault !== null || control.choice !== undefined)) {
          byId("advanced").open = true;
        }
      }
    }
    const known = [...this.#other.options].some(({ value }) => value === otherSampler);
    if (otherSampler !== null && !known) {
      unread.push(`Compare with “${otherSampler}”`);
    }
    this.#compare.checked = known;
    this.#other.disabled = !known;
    if (known) {
      this.#other.value = otherSampler;
    }
    if (unread.length > 0 || [...this.#controls.values()].some(({ fault }) => fault !== null)) {
      byId("settings").open = true;
    }
    this.#suit();
    return unread;
  }

  /** Shows what cannot be sent as it is written, and goes there; tells whether there is any. */
  showFaults() {
    const faulty = [...this.#controls.values()].filter(({ suits, fault }) => suits && fault !== null);
    for (const control of faulty.reverse()) {
      this.showProblem(control.name, control.fault);
    }
    return faulty.length > 0;
  }

  /** Shows a problem beside the control of its field; tells whether there is one. */
  showProblem(field, message) {
    const control = this.#controls.get(field);
    if (control === undefined || !control.suits) {
      return false;
    }
    byId("settings").open = true;
    if (control.advanced) {
      byId("advanced").open = true;
    }
    control.problem = message;
    control.focus();
    return true;
  }

  clearProblems() {
    for (const control of this.#controls.values()) {
      control.problem = null;
    }
  }
}
