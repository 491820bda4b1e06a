package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import dev.infill.core.proposal.BalancingFunction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Cyclical step sizes with the balancing that suits each (ACS, Pynadath, Bhattacharya, Hariharan
 * &amp; Zhang 2024): large steps that leave a mode, then ever smaller ones that explore the next.
 * Step k of s in a cycle has
 *
 * <p>αₖ = max(½ α_max (cos(π k / s) + 1), α_min),
 *
 * <p>and g(t) = t^βₖ, β falling with α from β_max at α_max, where the proposal is nearly that of an
 * independent draw, to ½ at α_min, where √t is the right one. Between the ends β is interpolated
 * over log α.
 *
 * <p>Each member leaves π invariant if it is exact, and the number of steps that a chain has made
 * decides which one is next, not where it is: so one after another they leave π invariant as well.
 */
public final class CyclicalKernel implements Kernel {
  private final List<Kernel> members;

  /** Makes a kernel of a step size and a balancing function. */
  @FunctionalInterface
  public interface Member {
    /**
     * Returns the kernel.
     *
     * @param stepSize α
     * @param balancing g
     */
    Kernel of(double stepSize, BalancingFunction balancing);
  }

  /**
   * Creates the kernel.
   *
   * @param member makes the kernels of the cycle, which differ in nothing else
   * @param steepest t^β_max
   * @param largest α_max, not below α_min
   * @param smallest α_min, positive
   * @param length s, at least 1
   * @throws IllegalArgumentException if the length is below 1, or the step sizes are in wrong order
   */
  public CyclicalKernel(
      Member member,
      BalancingFunction.Power steepest,
      double largest,
      double smallest,
      int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a cycle has at least 1 step, not " + length);
    }
    if (!(largest >= smallest && smallest > 0)) {
      throw new IllegalArgumentException(
          "step sizes of a cycle fall: from " + largest + " to " + smallest);
    }
    this.members =
        IntStream.range(0, length)
            .mapToDouble(
                k -> Math.max(largest / 2 * (Math.cos(Math.PI * k / length) + 1), smallest))
            .mapToObj(
                alpha ->
                    member.of(
                        alpha,
                        new BalancingFunction.Power(
                            exponent(alpha, steepest.exponent(), largest, smallest))))
            .toList();
  }

  private static double exponent(double alpha, double steepest, double largest, double smallest) {
    double part =
        largest > smallest ? Math.log(alpha / smallest) / Math.log(largest / smallest) : 0;
    return 0.5 + part * (steepest - 0.5);
  }

  /** Returns the kernels of a cycle, in order. */
  public List<Kernel> members() {
    return members;
  }

  @Override
  public String name() {
    return members.get(0).name();
  }

  @Override
  public boolean isExact() {
    return members.get(0).isExact();
  }

  @Override
  public void requireFor(Target target) {
    members.get(0).requireFor(target);
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    return members.get(0).start(target, state);
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    return members.get((int) (chain.steps() % members.size())).step(target, chain, random);
  }
}
