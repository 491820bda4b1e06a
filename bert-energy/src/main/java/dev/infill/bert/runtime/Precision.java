package dev.infill.bert.runtime;

import java.util.Locale;

/**
 * The precision of a model's matrix products. Softmax, layer normalisation, energies and their
 * gradients are in float32 always.
 *
 * <p>Another precision makes U another function, near by. A sampler is exact for the U that it is
 * given.
 */
public enum Precision {
  /** IEEE 754's binary32, with factors as they are; on a card too. */
  FLOAT32,
  /**
   * float32 whose factors are rounded to 10 bits of fraction before they are multiplied, by units
   * that NVIDIA's cards have from Ampere on. The processor has none.
   */
  TF32,
  /** IEEE 754's binary16, with weights stored so. The processor can, but slower than float32. */
  FLOAT16;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
