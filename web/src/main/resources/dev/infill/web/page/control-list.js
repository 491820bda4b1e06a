/** The controls that are always in sight, in order, each as wide as this; the others are folded. */
const IN_SIGHT = { sampler: "full", vocabulary: "half", seed: "half", chains: "third", steps: "third", top: "third" };

/**
 * The settings that the page has controls for, in order: what the service tells of them, with
 * `width` and `advanced`. Empty until it has told.
 */
export const CONTROLS = [];

/** @param {object[]} settings the table of settings */
export function offer(settings) {
  const labelled = settings.filter(({ label }) => label !== null);
  const inSight = Object.keys(IN_SIGHT).map((name) => labelled.find((setting) => setting.name === name));
  const folded = labelled.filter(({ name }) => !(name in IN_SIGHT));
  CONTROLS.splice(0, CONTROLS.length, ...[...inSight, ...folded].map((setting) => ({
    ...setting,
    width: IN_SIGHT[setting.name] ?? "half",
    advanced: !(setting.name in IN_SIGHT),
  })));
}

/** Whether a setting has an effect on a sampler; of those without a control nothing is known. */
export function hasSetting(sampler, name) {
  const samplers = CONTROLS.find((setting) => setting.name === name)?.samplers ?? [];
  return samplers.length === 0 || samplers.includes(sampler);
}
