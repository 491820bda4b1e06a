package dev.infill.core.infill;

import java.util.Locale;

/** The samplers that an infilling can be made with. */
public enum SamplerKind {
  /** Discrete Metropolis-adjusted Langevin: all blanks move at once; exact. */
  DMALA,
  /** Discrete unadjusted Langevin: accepts every proposal; approximate. */
  DULA,
  /** Gibbs with gradients: one or few blanks a step, chosen by the gradient; exact. */
  GWG,
  /** Pseudo-Gibbs: one blank a step from its masked conditional; approximate. */
  GIBBS,
  /** The same proposal corrected by Metropolis–Hastings; exact. */
  GIBBS_MH;

  /** Returns the name that users type, such as {@code gibbs-mh}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return label();
  }
}
