/** Figures as the page writes them; a minus is a minus, and what is unknown a dash. */
export const UNKNOWN = "–";

function known(value) {
  return typeof value === "number" && Number.isFinite(value);
}

export function decimal(value, digits = 2) {
  return known(value) ? value.toFixed(digits).replace("-", "−") : UNKNOWN;
}

export function integer(value) {
  return known(value) ? Math.round(value).toLocaleString("en").replace("-", "−") : UNKNOWN;
}

/** A share from 0 to 1 as a percentage. */
export function percent(share, digits = 0) {
  return known(share) ? `${decimal(100 * share, digits)} %` : UNKNOWN;
}

const LEAST_SHOWN = 0.001;

/** A probability from 0 to 1, with its standard error where it is an estimate that has one. */
export function estimate(probability, standardError) {
  const error = known(standardError) ? standardError : 0;
  if (probability < LEAST_SHOWN && error < LEAST_SHOWN) {
    return "< 0.1 %";
  }
  return error > 0 ? `${percent(probability, 1)} ± ${decimal(100 * error, 1)}` : percent(probability, 1);
}

/** What a probability is at most, rounded up. */
export function bound(most) {
  const percentage = 100 * most;
  const scale = percentage < 10 ? 10 : 1;
  // What is a round figure but for the last bits stays it.
  return `≤ ${decimal(Math.ceil(percentage * scale - 1e-9) / scale, scale === 10 ? 1 : 0)} %`;
}

/** A probability from its natural logarithm. */
export function probability(logProbability) {
  if (!known(logProbability)) {
    return UNKNOWN;
  }
  const percentage = 100 * Math.exp(logProbability);
  return percentage < 0.1 ? "< 0.1 %" : `${percentage.toFixed(percentage < 10 ? 1 : 0)} %`;
}

/** The two parts of R-hat, of a figure whose convergence is known. */
export function rHat(convergence) {
  const { bulkRHat, foldedRHat } = convergence ?? {};
  return known(bulkRHat) || known(foldedRHat)
    ? `bulk ${decimal(bulkRHat)}, folded ${decimal(foldedRHat)}`
    : UNKNOWN;
}

export function seconds(value) {
  if (!known(value)) {
    return UNKNOWN;
  }
  if (value < 1) {
    return "less than a second";
  }
  const whole = Math.round(value);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function counted(count, one, many = `${one}s`) {
  return `${integer(count)} ${count === 1 ? one : many}`;
}
