package dev.infill.bert.runtime;

import java.util.Locale;

/**
 * What a model's matrix products are computed in. Everything else – softmax, layer normalisation,
 * energies and their gradients – is in float32 with all of them.
 *
 * <p>With another precision U is another function, near by. A sampler is exact with respect to the
 * U that it is given.
 */
public enum Precision {
  /** IEEE 754's binary32, with factors as they are; on a card too. */
  FLOAT32,
  /**
   * float32 whose factors are rounded to 10 bits of fraction before they are multiplied: what
   * NVIDIA's cards from Ampere on have units for. The processor has not.
   */
  TF32,
  /** IEEE 754's binary16, with weights stored so. The processor can, but slower than float32. */
  FLOAT16;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
