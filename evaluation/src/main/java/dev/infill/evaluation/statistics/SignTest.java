package dev.infill.evaluation.statistics;

/**
 * The sign test of paired figures: could as many pairs differ in one direction by chance?
 *
 * @param higher in how many pairs the first figure is the higher one
 * @param lower in how many pairs it is the lower one; pairs of equal figures do not count
 */
public record SignTest(int higher, int lower) {
  /**
   * Returns the probability that fair coins fall at least as unevenly, either way: 1 without pairs
   * that differ.
   */
  public double probability() {
    int pairs = higher + lower;
    // The logarithm of a term: of many pairs a term may be too small for a number.
    double logTerm = -pairs * Math.log(2);
    double tail = 0;
    for (int heads = 0; heads <= Math.min(higher, lower); heads++) {
      tail += Math.exp(logTerm);
      logTerm += Math.log((pairs - heads) / (heads + 1.0));
    }
    return Math.min(1, 2 * tail);
  }
}
