package dev.infill.bert.runtime;

import java.util.Locale;

/** Where a model runs. */
public enum Device {
  /** The processor. */
  CPU,
  /** An NVIDIA card with CUDA 12 and cuDNN 9; the processor, with a notice, where there is none. */
  CUDA,
  /** A card if one can be used, else the processor. */
  AUTO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
