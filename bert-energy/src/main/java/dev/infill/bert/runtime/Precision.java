package dev.infill.bert.runtime;

import java.util.EnumSet;
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
  FLOAT16,
  /**
   * 8 bits, with a scale for each block of 128 numbers of a row: products with weights alone, those
   * of attention are in float32. For the processor, which is faster so where it has instructions
   * for it (AVX512-VNNI and the like). For drafts ({@link
   * dev.infill.core.infill.Infiller#withDraft}) alone: of BERT-base U is off by about 0.1, and as
   * the last digits of float32, which depend on the rest of a batch, decide some roundings, by
   * another 0.1 from batch to batch.
   */
  INT8;

  /** Returns those that answers may be in: all but {@link #INT8}. */
  public static EnumSet<Precision> ofAnswers() {
    return EnumSet.complementOf(EnumSet.of(INT8));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
