package dev.infill.core.kernel.composite;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepSizeKernel;
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
 * independent draw, to ½ at α_min, where √t is the right one. What β is between the ends is
 * interpolated over log α, or searched ({@link #withBalancing}).
 *
 * <p>Each member leaves π invariant if it is exact, and the number of steps that a chain has made
 * decides which one is next, not where it is: so one after another they leave π invariant as well.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Cycles".
 */
public final class CyclicalKernel implements Kernel {
  private final Member member;
  private final BalancingFunction.Power steepest;
  private final long first;
  private final List<Double> stepSizes;
  private final BalancingSchedule balancing;
  private final List<StepSizeKernel> members;
  private final StepSizeKernel smallest;

  /** Makes a kernel of a step size and a balancing function. */
  @FunctionalInterface
  public interface Member {
    /**
     * Returns the kernel.
     *
     * @param stepSize α
     * @param balancing g
     */
    StepSizeKernel of(double stepSize, BalancingFunction balancing);
  }

  private CyclicalKernel(
      Member member,
      BalancingFunction.Power steepest,
      long first,
      List<Double> stepSizes,
      double smallest,
      BalancingSchedule balancing) {
    this.member = member;
    this.steepest = steepest;
    this.first = first;
    this.stepSizes = stepSizes;
    this.balancing = balancing;
    this.members = stepSizes.stream().map(alpha -> member.of(alpha, balancing.at(alpha))).toList();
    this.smallest = member.of(smallest, balancing.at(smallest));
  }

  /**
   * Returns the kernel.
   *
   * @param member makes the kernels of the cycle, which differ in nothing else
   * @param steepest t^β_max
   * @param largest α_max, not below α_min
   * @param smallest α_min, positive
   * @param length s, at least 1
   * @param first after how many steps of a chain the first cycle begins
   * @throws IllegalArgumentException if the length is below 1, or the step sizes are in wrong order
   */
  public static CyclicalKernel of(
      Member member,
      BalancingFunction.Power steepest,
      double largest,
      double smallest,
      int length,
      long first) {
    if (length < 1) {
      throw new IllegalArgumentException("a cycle has at least 1 step, not " + length);
    }
    if (!(largest >= smallest && smallest > 0)) {
      throw new IllegalArgumentException(
          "step sizes of a cycle fall: from " + largest + " to " + smallest);
    }
    List<Double> stepSizes =
        IntStream.range(0, length)
            .mapToObj(k -> Math.max(largest / 2 * (Math.cos(Math.PI * k / length) + 1), smallest))
            .toList();
    return new CyclicalKernel(
        member,
        steepest,
        first,
        stepSizes,
        smallest,
        BalancingSchedule.between(smallest, largest, steepest));
  }

  /**
   * Returns the same cycle with other step sizes at its ends, and β interpolated between them;
   * chain states carry over.
   *
   * @param changedLargest α_max, not below α_min
   * @param changedSmallest α_min, positive
   */
  public CyclicalKernel withStepSizes(double changedLargest, double changedSmallest) {
    return of(member, steepest, changedLargest, changedSmallest, members.size(), first);
  }

  /**
   * Returns the same cycle with another balancing; chain states carry over. Every member is as
   * exact as it was, whatever β.
   *
   * @param changed β by step size
   */
  public CyclicalKernel withBalancing(BalancingSchedule changed) {
    return new CyclicalKernel(member, steepest, first, stepSizes, smallest.stepSize(), changed);
  }

  /** Returns β by step size. */
  public BalancingSchedule balancing() {
    return balancing;
  }

  /**
   * Returns a kernel that differs from those of the cycle in its step size and balancing only.
   *
   * @param stepSize α, positive and finite
   * @param g the balancing function
   */
  public StepSizeKernel member(double stepSize, BalancingFunction g) {
    return member.of(stepSize, g);
  }

  /** Returns the kernel that a cycle begins with: α_max and t^β_max. */
  public StepSizeKernel largest() {
    return members.get(0);
  }

  /** Returns the kernel of α_min and √t. */
  public StepSizeKernel smallest() {
    return smallest;
  }

  /** Returns the kernels of a cycle, in order. */
  public List<StepSizeKernel> members() {
    return members;
  }

  @Override
  public String name() {
    return smallest.name();
  }

  @Override
  public boolean isExact() {
    return smallest.isExact();
  }

  @Override
  public int passesPerStart() {
    return smallest.passesPerStart();
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return smallest.start(state, batcher);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return members
        .get((int) Math.floorMod(chain.steps() - first, (long) members.size()))
        .step(chain, random, batcher);
  }
}
