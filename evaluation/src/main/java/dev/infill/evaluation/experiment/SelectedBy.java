package dev.infill.evaluation.experiment;

/** By what the samples of a run are chosen that are measured. */
public enum SelectedBy {
  /** Highest U first; equal fillings of several chains all count. As the paper does. */
  LIKELIEST,
  /** Highest U first, of equal fillings one. */
  DISTINCT,
  /** The chains in their order, whatever their U: what a sampler gives without a choice. */
  FIRST
}
