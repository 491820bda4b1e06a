package dev.infill.web.model;

/** What a model is asked to run on. */
public enum Device {
  /** The GPU where there is one that works, else the CPU. */
  AUTO,
  /** The CPU. */
  CPU,
  /** The GPU; the CPU, with a notice that says why, if it cannot be used. */
  CUDA
}
