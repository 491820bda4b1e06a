/** What the page does: looks for the most probable fillings, or samples. */
export const FILL = "fill";
export const SAMPLE = "sample";

/** The controls that are always in sight, in order, each as wide as this; the others are folded. */
const IN_SIGHT = { sampler: "full", vocabulary: "half", steps: "half", chains: "third", top: "third", seed: "third" };

/** The folded controls that come before the others: those that are turned most. */
const FIRST_FOLDED = ["alpha", "temperature", "adapt"];

/**
 * The settings that the page has controls for, in order: what the service tells of them, with
 * `width` and `advanced`. Empty until it has told.
 */
export const CONTROLS = [];

/** @param {object[]} settings the table of settings */
export function offer(settings) {
  const labelled = settings.filter(({ label }) => label !== null);
  const first = [...Object.keys(IN_SIGHT), ...FIRST_FOLDED];
  const others = labelled.filter(({ name }) => !first.includes(name));
  CONTROLS.splice(0, CONTROLS.length, ...[...first.map((name) => labelled.find((setting) => setting.name === name)), ...others].map((setting) => ({
    ...setting,
    width: IN_SIGHT[setting.name] ?? "half",
    advanced: !(setting.name in IN_SIGHT),
  })));
}

/**
 * Whether a setting has an effect; of those without a control nothing is known.
 *
 * @param {?string} sampler null for the most probable fillings, which have none
 */
export function hasSetting(sampler, name) {
  const { modes, samplers } = CONTROLS.find((setting) => setting.name === name) ?? {};
  return sampler === null ? (modes?.includes(FILL) ?? true) : !(samplers?.length > 0) || samplers.includes(sampler);
}
