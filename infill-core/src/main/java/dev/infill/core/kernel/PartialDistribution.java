package dev.infill.core.kernel;

/** q(·|θ′) while the conditionals at θ′ are being learned. */
interface PartialDistribution extends ReverseDensity {
  /** Returns q(·|θ′), once all conditionals are known. */
  ProposalDistribution complete();
}
