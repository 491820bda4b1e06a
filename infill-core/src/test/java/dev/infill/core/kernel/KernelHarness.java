package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/**
 * Compares a kernel with the exact transition matrix of a {@link ReferenceChain}, in the manner of
 * BlackJAX's DMALA tests: real steps from every state against its row of the matrix.
 *
 * <p>A cell's count is binomial, n steps with probability P. The Chernoff bound says that a
 * frequency f on either side of P is at least as far away with probability at most exp(−n KL(f‖P)),
 * for every n and P; where the count is nearly normal, n KL is z²/2 for z standard errors. The
 * bound is 6.5 standard errors: exp(−6.5²/2) = 7e-10 for each side of each cell, so that all cells
 * of all tests here (below 4e5) raise a false alarm with probability below 6e-4. The seed is fixed.
 */
final class KernelHarness {
  static final double STANDARD_ERRORS = 6.5;
  private static final int STEPS = 2000;
  private static final int JOINT_CHAINS = 60_000;
  private static final int JOINT_STEPS = 3;
  private static final int CELLS = 8;

  private KernelHarness() {}

  /** Proves an exact kernel: the reference is reversible and keeps π, and the kernel follows it. */
  static void verify(Kernel kernel, ReferenceChain chain) {
    assertThat(kernel.isExact()).isTrue();
    assertDetailedBalance(chain);
    assertInvariant(chain.targetProbabilities(), chain.matrix());
    List<List<Transition>> steps = stepsFromEveryState(kernel, chain, 0);
    assertReports(chain, steps);
    assertFrequencies(chain, steps);
    assertThat(steps.stream().flatMap(List::stream))
        .as("accepted moves")
        .anyMatch(step -> step.info().accepted() && step.info().changedCoordinates() > 0);
    assertThat(steps.stream().flatMap(List::stream).anyMatch(step -> !step.info().accepted()))
        .as("rejected moves")
        .isEqualTo(chain.rejects());
  }

  static void assertDetailedBalance(ReferenceChain chain) {
    double[] pi = chain.targetProbabilities();
    double[][] matrix = chain.matrix();
    for (int a = 0; a < pi.length; a++) {
      for (int b = 0; b < a; b++) {
        assertThat(pi[a] * matrix[a][b])
            .as("flow from %s to %s", chain.states().get(a), chain.states().get(b))
            .isCloseTo(pi[b] * matrix[b][a], within(1e-14));
      }
    }
  }

  static void assertInvariant(double[] pi, double[][] matrix) {
    assertThat(ReferenceChain.distance(ReferenceChain.step(pi, matrix), pi)).isLessThan(1e-12);
  }

  /**
   * Takes real steps from every state.
   *
   * @param made how many steps the chains have made before (where a systematic scan is)
   */
  static List<List<Transition>> stepsFromEveryState(
      Kernel kernel, ReferenceChain chain, long made) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20260721L + made);
    List<RandomGenerator> streams = Collections.nCopies(STEPS, random);
    List<List<Transition>> steps = new ArrayList<>();
    for (State state : chain.states()) {
      ChainState start = kernel.init(List.of(state)).get(0);
      ChainState ready = made == 0 ? start : new ChainState(state, start.evaluation(), made);
      steps.add(kernel.step(Collections.nCopies(STEPS, ready), streams));
    }
    return steps;
  }

  /** Compares how often each state was reached with the matrix. */
  static void assertFrequencies(ReferenceChain chain, List<List<Transition>> steps) {
    for (int from = 0; from < steps.size(); from++) {
      int[] counts = new int[chain.states().size()];
      for (Transition transition : steps.get(from)) {
        counts[chain.space().indexOf(transition.next().state())]++;
      }
      for (int to = 0; to < counts.length; to++) {
        double probability = chain.matrix()[from][to];
        assertThat(STEPS * divergence((double) counts[to] / STEPS, probability))
            .as(
                "%s → %s: %s of %s at probability %s",
                chain.states().get(from), chain.states().get(to), counts[to], STEPS, probability)
            .isLessThanOrEqualTo(STANDARD_ERRORS * STANDARD_ERRORS / 2);
      }
    }
  }

  /**
   * Proves that a kernel keeps π × U(−1, 1), the joint law of θ and of the v that its rule of
   * acceptance keeps: chains that start from it are distributed so after every step, in each state
   * and each eighth of (−1, 1).
   */
  static void assertKeepsJointly(Kernel kernel, ReferenceChain chain) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20260722L);
    List<RandomGenerator> streams = Collections.nCopies(JOINT_CHAINS, random);
    List<ChainState> starts = kernel.init(chain.states());
    double[] pi = chain.targetProbabilities();
    // v is drawn from U(−1, 1) in the first step.
    List<ChainState> chains =
        Stream.generate(() -> starts.get(drawn(pi, random.nextDouble())))
            .limit(JOINT_CHAINS)
            .toList();
    for (int step = 1; step <= JOINT_STEPS; step++) {
      chains = kernel.step(chains, streams).stream().map(Transition::next).toList();
      int[][] counts = new int[pi.length][CELLS];
      for (ChainState each : chains) {
        double v = each.acceptanceVariable().orElseThrow();
        assertThat(v).isBetween(-1.0, 1.0);
        int cell = Math.min(CELLS - 1, (int) ((v + 1) / 2 * CELLS));
        counts[chain.space().indexOf(each.state())][cell]++;
      }
      for (int state = 0; state < pi.length; state++) {
        for (int cell = 0; cell < CELLS; cell++) {
          double f = (double) counts[state][cell] / JOINT_CHAINS;
          assertThat(JOINT_CHAINS * divergence(f, pi[state] / CELLS))
              .as(
                  "after %s steps %s of %s chains at %s in cell %s of v at joint probability %s",
                  step,
                  counts[state][cell],
                  JOINT_CHAINS,
                  chain.states().get(state),
                  cell,
                  pi[state] / CELLS)
              .isLessThanOrEqualTo(STANDARD_ERRORS * STANDARD_ERRORS / 2);
        }
      }
    }
  }

  /** Returns the first index at which the cumulative sum exceeds a number. */
  private static int drawn(double[] probabilities, double uniform) {
    double sum = 0;
    for (int k = 0; k < probabilities.length - 1; k++) {
      sum += probabilities[k];
      if (uniform < sum) {
        return k;
      }
    }
    return probabilities.length - 1;
  }

  /** Compares what steps say of themselves with the exact acceptance and with what they did. */
  static void assertReports(ReferenceChain chain, List<List<Transition>> steps) {
    double[] energies = chain.states().stream().mapToDouble(chain.target()::logDensity).toArray();
    for (int from = 0; from < steps.size(); from++) {
      State state = chain.states().get(from);
      for (Transition transition : steps.get(from)) {
        StepInfo info = transition.info();
        State next = transition.next().state();
        double energy = energies[chain.space().indexOf(next)];
        double reported = info.acceptanceProbability();
        double exact = chain.nearestAcceptance(from, info.proposal(), reported).orElse(Double.NaN);
        // What is decided on term by term says whether it was accepted, not how likely that was.
        boolean decisionOnly =
            chain.target().energy().terms().isPresent() && reported == (info.accepted() ? 1 : 0);
        if (!(Math.abs(exact - reported) < 1e-9 || decisionOnly)
            || !next.equals(info.accepted() ? info.proposal() : state)
            || info.changedCoordinates() != state.hammingDistance(next)
            || transition.next().evaluation().stream()
                .anyMatch(u -> Math.abs(u.energy() - energy) > 1e-9)) {
          fail("from %s to %s with %s; exact acceptance %s", state, next, info, exact);
        }
      }
    }
  }

  /** Returns KL(f‖p) of two coins. */
  private static double divergence(double f, double p) {
    // The matrix is exact to about 1e-15 only.
    double q = Math.min(1 - 1e-13, Math.max(1e-13, p));
    return term(f, q) + term(1 - f, 1 - q);
  }

  private static double term(double f, double p) {
    return f == 0 ? 0 : f * Math.log(f / p);
  }
}
