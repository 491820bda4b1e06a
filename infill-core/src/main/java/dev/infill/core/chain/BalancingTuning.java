package dev.infill.core.chain;

import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.composite.BalancingSchedule;
import dev.infill.core.kernel.composite.CyclicalKernel;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Searches β for the step sizes between the ends of a cycle, as ACS does (Pynadath, Bhattacharya,
 * Hariharan &amp; Zhang 2024): from the smallest upward, three are tried at each, from the one that
 * was best at the step size before to a quarter more, and the one with the highest acceptance
 * stays.
 *
 * <p>ACS tries each for ten steps at every step size. Burn-in is short where every step is a pass
 * of a language model, so the steps are shared: where they do not suffice for all step sizes, β is
 * searched at some, evenly chosen, and interpolated between them.
 */
final class BalancingTuning implements BurnInTuning {
  private static final int CANDIDATES = 3;
  private static final double WIDTH = 0.25;

  private final CyclicalKernel cycle;
  private final List<Double> stepSizes;
  private final int stepsEach;
  private final TreeMap<Double, Double> found;
  private final double steepest;
  private final double[] sums = new double[CANDIDATES];
  private int at;
  private int made;

  /**
   * Begins to search.
   *
   * @param cycle the cycle, with the step sizes that it is to have
   * @param steps how many steps there are
   */
  BalancingTuning(CyclicalKernel cycle, int steps) {
    this.cycle = cycle;
    this.found = new TreeMap<>(cycle.balancing().exponents());
    this.steepest = cycle.balancing().at(cycle.largest().stepSize()).exponent();
    this.stepSizes = chosen(between(cycle), steps / CANDIDATES);
    this.stepsEach = stepSizes.isEmpty() ? 0 : steps / (CANDIDATES * stepSizes.size());
  }

  private static List<Double> between(CyclicalKernel cycle) {
    return cycle.members().stream()
        .map(member -> member.stepSize())
        .filter(alpha -> alpha > cycle.smallest().stepSize() && alpha < cycle.largest().stepSize())
        .distinct()
        .sorted()
        .toList();
  }

  private static List<Double> chosen(List<Double> all, int most) {
    int count = Math.min(all.size(), most);
    List<Double> some = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      some.add(all.get((int) ((k + 0.5) * all.size() / count)));
    }
    return some;
  }

  @Override
  public Kernel inBurnIn() {
    return isDone()
        ? cycle.smallest().decidingInFull()
        : cycle
            .member(stepSizes.get(at), new BalancingFunction.Power(candidate()))
            .decidingInFull();
  }

  @Override
  public void learn(double acceptance) {
    if (isDone()) {
      return;
    }
    sums[made % CANDIDATES] += acceptance;
    made++;
    if (made == CANDIDATES * stepsEach) {
      int best = 0;
      for (int k = 1; k < CANDIDATES; k++) {
        best = sums[k] > sums[best] ? k : best;
      }
      found.put(stepSizes.get(at), candidate(best));
      Arrays.fill(sums, 0);
      made = 0;
      at++;
    }
  }

  private boolean isDone() {
    return at == stepSizes.size();
  }

  private double candidate() {
    return candidate(made % CANDIDATES);
  }

  private double candidate(int k) {
    double low = found.headMap(stepSizes.get(at)).values().stream().reduce(0.5, Math::max);
    double high = Math.min(low + WIDTH, steepest);
    return low + k * (high - low) / (CANDIDATES - 1);
  }

  @Override
  public CyclicalKernel frozen() {
    return cycle.withBalancing(BalancingSchedule.of(found));
  }
}
