package dev.infill.bert.weights;

/** IEEE 754's binary16 (float16): 1 bit of sign, 5 of exponent, 10 of fraction. */
final class Binary16 {
  private Binary16() {}

  /** Returns the number that 16 bits are, which float32 has exactly. */
  static float toFloat(short bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = (bits >> 10) & 0x1f;
    int fraction = bits & 0x3ff;
    if (exponent == 0) {
      float magnitude = Math.scalb((float) fraction, -24);
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 0x1f ? 0xff : exponent - 15 + 127;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }
}
