package dev.infill.core.kernel;

/** A kernel whose moves are accepted or refused by Metropolis–Hastings. */
public interface MetropolisKernel extends Kernel {
  /**
   * Returns the same kernel with another rule of acceptance. It leaves π invariant as well.
   *
   * @param rule where the number comes from that decides
   * @throws UnsupportedOperationException if this one accepts every move (it is not exact)
   */
  MetropolisKernel withAcceptance(AcceptanceRule rule);
}
