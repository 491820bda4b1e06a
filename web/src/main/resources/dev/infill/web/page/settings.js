import { Control } from "./control.js";
import { CONTROLS } from "./control-list.js";
import { byId, element } from "./dom.js";

/** The controls of all settings, and the other sampler of a comparison. */
export class Settings {
  #controls = new Map();
  #carried = {};
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
    for (const spec of CONTROLS) {
      const values = typeof spec.hint === "string" ? [] : Object.keys(spec.hint);
      const offered = offer[spec.offered];
      const control = new Control(
        spec,
        offer.defaults[spec.name] ?? null,
        offered === undefined ? values : values.filter((value) => offered.includes(value)),
        this.#changed,
      );
      this.#controls.set(spec.name, control);
      byId(control.advanced ? "advanced-controls" : "controls").append(control.node);
    }
    for (const sampler of offer.samplers) {
      this.#other.append(element("option", { value: sampler }, sampler));
    }
    this.#other.value = offer.samplers.find((one) => one === "gibbs") ?? offer.samplers[0];
    this.#compare.addEventListener("change", () => {
      this.#other.disabled = !this.#compare.checked;
      this.#changed();
    });
    this.#other.addEventListener("change", this.#changed);
    // On a small screen the results come first.
    byId("settings").open = !matchMedia("(max-width: 40rem)").matches;
    byId("reset").addEventListener("click", () => {
      this.choose({}, null);
      this.#changed();
    });
    this.#suit();
  }

  #suit() {
    byId("settings-summary").textContent =
      `${this.value("sampler")} · ${this.value("chains")} × ${this.value("steps")} steps`;
    const sampler = this.#controls.get("sampler").value;
    const other = this.otherSampler;
    byId("reset").hidden = Object.keys(this.chosen).length === 0;
    for (const control of this.#controls.values()) {
      control.suit(sampler);
      if (other !== null && !control.suits) {
        control.suit(other);
      }
    }
  }

  /** The sampler to compare with; null if none is asked for. */
  get otherSampler() {
    return this.#compare.checked ? this.#other.value : null;
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
    const chosen = { ...this.chosen, sampler };
    for (const { name, samplers } of CONTROLS) {
      if (samplers !== undefined && !samplers.includes(sampler)) {
        delete chosen[name];
      }
    }
    return chosen;
  }

  /** The value of a setting, chosen or not. */
  value(name) {
    return this.#controls.get(name).value;
  }

  /**
   * Chooses settings; all others become the default.
   *
   * @param {object} chosen by name; those without a control are carried along
   * @param {?string} otherSampler the sampler to compare with
   */
  choose(chosen, otherSampler) {
    this.#carried = {};
    for (const control of this.#controls.values()) {
      control.reset();
    }
    for (const [name, value] of Object.entries(chosen)) {
      const control = this.#controls.get(name);
      if (control === undefined) {
        this.#carried[name] = value;
      } else {
        control.value = value;
        if (control.advanced && control.choice !== undefined) {
          byId("advanced").open = true;
        }
      }
    }
    this.#compare.checked = otherSampler !== null;
    this.#other.disabled = otherSampler === null;
    if (otherSampler !== null) {
      this.#other.value = otherSampler;
    }
    this.#suit();
  }

  /** Shows a problem beside the control of its field; tells whether there is one. */
  showProblem(field, message) {
    const control = this.#controls.get(field);
    if (control === undefined) {
      return false;
    }
    byId("settings").open = true;
    if (control.advanced) {
      byId("advanced").open = true;
    }
    control.problem = message;
    return true;
  }

  clearProblems() {
    for (const control of this.#controls.values()) {
      control.problem = null;
    }
  }
}
