package dev.infill.evaluation.lab.energy;

/** The distribution that a Markov chain on a few states leaves invariant. */
public final class StationaryDistribution {
  private StationaryDistribution() {}

  /**
   * Returns p with p = p P, by the elimination of Grassmann, Taksar and Heyman (1985), which never
   * subtracts and so keeps its digits where moves are very unlikely.
   *
   * @param transition P, n × n, row i the probabilities of going from state i; irreducible
   * @return p, of length n, summing to one
   */
  public static double[] of(double[][] transition) {
    int n = transition.length;
    double[][] p = new double[n][];
    for (int i = 0; i < n; i++) {
      p[i] = transition[i].clone();
    }
    for (int k = n - 1; k > 0; k--) {
      double leaving = 0;
      for (int j = 0; j < k; j++) {
        leaving += p[k][j];
      }
      for (int i = 0; i < k; i++) {
        p[i][k] /= leaving;
        for (int j = 0; j < k; j++) {
          p[i][j] += p[i][k] * p[k][j];
        }
      }
    }
    double[] stationary = new double[n];
    stationary[0] = 1;
    double sum = 1;
    for (int k = 1; k < n; k++) {
      for (int i = 0; i < k; i++) {
        stationary[k] += stationary[i] * p[i][k];
      }
      sum += stationary[k];
    }
    for (int k = 0; k < n; k++) {
      stationary[k] /= sum;
    }
    return stationary;
  }
}
