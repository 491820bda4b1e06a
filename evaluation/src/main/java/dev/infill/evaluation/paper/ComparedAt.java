package dev.infill.evaluation.paper;

import java.util.Locale;

/** The quantity that is equal when samplers are compared. */
public enum ComparedAt {
  /** Every chain made the same number of steps, as in the paper. */
  STEPS,
  /** Every sampler was given the same number of model passes. */
  PASSES;

  /** Returns the name that users type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the basis of claims at this comparison. */
  public Claim.Basis basis() {
    return this == STEPS ? Claim.Basis.STEPS : Claim.Basis.PASSES;
  }

  /** Returns it in words, such as {@code equal steps}. */
  public String words() {
    return basis().label();
  }

  @Override
  public String toString() {
    return label();
  }
}
