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
