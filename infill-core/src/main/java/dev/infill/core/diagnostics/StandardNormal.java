package dev.infill.core.diagnostics;

/** The normal distribution of mean 0 and variance 1. */
final class StandardNormal {
  /** Below this distance of p from ½ the quantile is a rational function of p itself. */
  private static final double CENTRE = 0.425;

  /** A tail is near up to this value of √(−ln p). */
  private static final double NEAR = 5;

  // The coefficient of the highest power comes first in each array.
  private static final double[] CENTRE_NUMERATOR = {
    2509.0809287301227,
    33430.57558358813,
    67265.7709270087,
    45921.95393154987,
    13731.69376550946,
    1971.5909503065513,
    133.14166789178438,
    3.3871328727963665
  };
  private static final double[] CENTRE_DENOMINATOR = {
    5226.495278852854,
    28729.085735721943,
    39307.89580009271,
    21213.794301586597,
    5394.196021424751,
    687.1870074920579,
    42.31333070160091,
    1
  };
  private static final double[] NEAR_NUMERATOR = {
    0.0007745450142783414,
    0.022723844989269184,
    0.2417807251774506,
    1.2704582524523684,
    3.6478483247632045,
    5.769497221460691,
    4.630337846156546,
    1.4234371107496835
  };
  private static final double[] NEAR_DENOMINATOR = {
    1.0507500716444169e-9,
    0.0005475938084995345,
    0.015198666563616457,
    0.14810397642748008,
    0.6897673349851,
    1.6763848301838038,
    2.053191626637759,
    1
  };
  private static final double[] FAR_NUMERATOR = {
    2.0103343992922881e-7,
    2.7115555687434876e-5,
    0.0012426609473880784,
    0.026532189526576124,
    0.29656057182850487,
    1.7848265399172913,
    5.463784911164114,
    6.657904643501103
  };
  private static final double[] FAR_DENOMINATOR = {
    2.0442631033899397e-15,
    1.421511758316446e-7,
    1.8463183175100548e-5,
    0.0007868691311456133,
    0.014875361290850615,
    0.1369298809227358,
    0.599832206555888,
    1
  };

  private StandardNormal() {}

  /**
   * Returns the z with Φ(z) = p, by three rational approximations with relative errors of about
   * 10⁻¹⁶ (Wichura 1988, Algorithm AS 241, PPND16).
   *
   * @param p in (0, 1)
   */
  static double quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("a probability between 0 and 1, not " + p);
    }
    double fromCentre = p - 0.5;
    if (Math.abs(fromCentre) <= CENTRE) {
      double r = CENTRE * CENTRE - fromCentre * fromCentre;
      return fromCentre * polynomial(CENTRE_NUMERATOR, r) / polynomial(CENTRE_DENOMINATOR, r);
    }
    double r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
    double distance =
        r <= NEAR
            ? polynomial(NEAR_NUMERATOR, r - 1.6) / polynomial(NEAR_DENOMINATOR, r - 1.6)
            : polynomial(FAR_NUMERATOR, r - NEAR) / polynomial(FAR_DENOMINATOR, r - NEAR);
    return Math.copySign(distance, fromCentre);
  }

  private static double polynomial(double[] coefficients, double x) {
    double value = 0;
    for (double coefficient : coefficients) {
      value = value * x + coefficient;
    }
    return value;
  }
}
