package dev.infill.bert.graph;

/** Numbers of IEEE 754's binary16: 1 bit of sign, 5 of exponent, 10 of fraction. */
public final class Float16 {
  /** The bytes of a number. */
  public static final int BYTES = 2;

  private static final int FRACTION_BITS = 10;
  private static final int DROPPED_BITS = 23 - FRACTION_BITS;
  private static final int BIAS_DIFFERENCE = 127 - 15;
  private static final int INFINITY = 0x7c00;

  /** The float32 bits of 65,520, from which on numbers are rounded to infinity. */
  private static final int FIRST_INFINITE = 0x477ff000;

  /** The float32 bits of 2⁻¹⁴, below which numbers are subnormal. */
  private static final int FIRST_NORMAL = 0x38800000;

  /** The exponent of the smallest subnormal number. */
  private static final int SMALLEST_EXPONENT = -24;

  private Float16() {}

  /**
   * Returns the bits of the nearest number, of two equally near ones the even one.
   *
   * @param x any number; beyond ±65,520 the nearest one is ±∞, and below 2⁻²⁵ it is ±0
   */
  public static short bits(float x) {
    int bits = Float.floatToIntBits(x);
    int sign = (bits >>> 16) & 0x8000;
    int magnitude = bits & 0x7fffffff;
    if (Float.isNaN(x)) {
      return (short) (sign | INFINITY | (1 << (FRACTION_BITS - 1)));
    }
    if (magnitude >= FIRST_INFINITE) {
      return (short) (sign | INFINITY);
    }
    if (magnitude < FIRST_NORMAL) {
      // Exact in float64, where rint rounds to even; the largest becomes the first normal number.
      return (short) (sign | (int) Math.rint(Math.scalb((double) Math.abs(x), -SMALLEST_EXPONENT)));
    }
    int half = (1 << (DROPPED_BITS - 1)) - 1 + ((magnitude >>> DROPPED_BITS) & 1);
    int rounded = (magnitude + half) >>> DROPPED_BITS;
    return (short) (sign | (rounded - (BIAS_DIFFERENCE << FRACTION_BITS)));
  }
}
