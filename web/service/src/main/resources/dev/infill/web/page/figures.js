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

/** Percentages from 0.095 on are shown to a tenth; smaller ones with two significant digits. */
const SMALL = 0.095;
const LEAST_SHOWN = 0.0001;

function isSmall(percentage) {
  return percentage > 0 && percentage < SMALL;
}

/** A probability in percent, as the command line prints it. */
function smallPercentage(probability) {
  const percentage = 100 * probability;
  if (!isSmall(percentage)) {
    return decimal(percentage, 1);
  }
  return percentage < LEAST_SHOWN ? `< ${LEAST_SHOWN}` : percentage.toPrecision(2);
}

/** An error of that share of a probability is one of computing. */
const ROUNDING = 1e-9;
const EXACT_DIGITS = 4;
/** An error next to nothing shows no more digits of the probability than these. */
const MOST_DIGITS = 5;

/** How many decimals a number above 0 has that is written with so many significant digits. */
function decimals(number, digits) {
  const exponent = Number(number.toExponential(digits - 1).split("e")[1]);
  return Math.max(0, digits - 1 - exponent);
}

/**
 * A probability from 0 to 1, with its standard error where it is an estimate that has one: both
 * with so many digits that the error has two, as the command line prints them.
 */
export function estimate(probability, standardError) {
  const percentage = 100 * probability;
  const error = 100 * standardError;
  if (!known(standardError) || percentage < LEAST_SHOWN) {
    return `${smallPercentage(probability)} %`;
  }
  if (error <= ROUNDING * percentage) {
    return `${decimal(percentage, decimals(percentage, EXACT_DIGITS))} %`;
  }
  const shown = Math.min(decimals(error, 2), decimals(percentage, MOST_DIGITS));
  return `${decimal(percentage, shown)} % ± ${decimal(error, shown)} %`;
}

/** What a probability is at most, rounded up; a dash where that is no less than all. */
export function bound(most) {
  const percentage = 100 * most;
  if (isSmall(percentage) && percentage < LEAST_SHOWN) {
    return `≤ ${LEAST_SHOWN} %`;
  }
  const digits = isSmall(percentage) ? 1 - Math.floor(Math.log10(percentage)) : percentage < 10 ? 1 : 0;
  const scale = 10 ** digits;
  // What is a round figure but for the last bits stays it.
  const rounded = Math.ceil(percentage * scale - 1e-9) / scale;
  return rounded < 100 ? `≤ ${decimal(rounded, digits)} %` : UNKNOWN;
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
  if (whole < 60) {
    return `${whole} s`;
  }
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${integer(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

export function counted(count, one, many = `${one}s`) {
  return `${integer(count)} ${count === 1 ? one : many}`;
}
