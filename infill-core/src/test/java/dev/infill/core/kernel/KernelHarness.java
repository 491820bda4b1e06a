package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares a kernel with the exact transition matrix of a {@link ReferenceChain}, in the manner of
 * BlackJAX's DMALA tests: real steps from every state against its row of the matrix. First steps
 * are compared by their frequencies; later ones, whose chains carry U, a gradient and more with
 * them, are compared with first ones, one by one.
 *
 * <p>A cell's count is binomial, n steps with probability P. The Chernoff bound says that a
 * frequency f on either side of P is at least as far away with probability at most exp(−n KL(f‖P)),
 * for every n and P; where the count is nearly normal, n KL is z²/2 for z standard errors. The
 * bound is 6.5 standard errors: exp(−6.5²/2) = 7e-10 for each side of each cell, so that all cells
 * of all tests here (below 5e5) raise a false alarm with probability below 7e-4. The seed is fixed.
 */
final class KernelHarness {
  static final double STANDARD_ERRORS = 6.5;
  private static final int STEPS = 2000;
  private static final int JOINT_CHAINS = 60_000;
  private static final int JOINT_STEPS = 3;
  private static final int CELLS = 8;
  private static final int CARRYING_CHAINS = 16;
  private static final int CARRYING_STEPS = 25;

  private KernelHarness() {}

  /**
   * Proves an exact kernel: the reference is reversible and keeps π, the kernel follows it from
   * every state that it starts at, and what chains carry to their next steps changes nothing.
   */
  static void verify(Kernel kernel, ReferenceChain chain) {
    assertThat(kernel.isExact()).isTrue();
    assertDetailedBalance(chain);
    assertInvariant(chain.targetProbabilities(), chain.matrix());
    List<List<Transition>> steps = assertFollows(kernel, chain, 0);
    assertThat(steps.stream().flatMap(List::stream))
        .as("accepted moves")
        .anyMatch(step -> step.info().accepted() && step.info().changedCoordinates() > 0);
    assertThat(steps.stream().flatMap(List::stream).anyMatch(step -> !step.info().accepted()))
        .as("rejected moves")
        .isEqualTo(chain.rejects());
    assertStepsAreThoseOf(kernel, chain.target(), chain.states(), made -> kernel);
  }

  /**
   * Proves that the steps of a kernel from every state have the frequencies of a chain, and report
   * what they did.
   *
   * @param made how many steps its chains have made before
   */
  static List<List<Transition>> assertFollows(Kernel kernel, ReferenceChain chain, long made) {
    List<List<Transition>> steps = stepsFromEveryState(kernel, chain, made);
    assertReports(chain, steps);
    assertFrequencies(chain, steps);
    return steps;
  }

  static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** Returns chains after a step, all with the same random numbers. */
  static List<ChainState> stepped(
      Kernel kernel, Target target, List<ChainState> chains, RandomGenerator random) {
    return Chains.step(kernel, target, chains, Collections.nCopies(chains.size(), random)).stream()
        .map(Transition::next)
        .toList();
  }

  /** Proves that many chains are distributed by a law on all states of a target. */
  static void assertLaw(ReferenceTarget target, List<ChainState> chains, double[] law) {
    double[] counts = new double[law.length];
    chains.forEach(chain -> counts[target.space().indexOf(chain.state())]++);
    for (int k = 0; k < law.length; k++) {
      double standardError = Math.sqrt(law[k] * (1 - law[k]) / chains.size());
      assertThat(counts[k] / chains.size()).isCloseTo(law[k], within(4.5 * standardError));
    }
  }

  /**
   * Proves that a step from what chains carry is, with the same random numbers, that of a kernel
   * that starts at their states: it depends on θ, on how many steps were made and on v, and on
   * nothing else that a chain carries. With the law of first steps, which {@link
   * #stepsFromEveryState} tells, that is the law of all steps.
   *
   * @param rebuilt by the number of steps that chains have made, the kernel of the next
   */
  static void assertStepsAreThoseOf(
      Kernel kernel, ReferenceTarget target, List<State> starts, LongFunction<Kernel> rebuilt) {
    Target sampled = target.sampled();
    List<ChainState> chains =
        Chains.start(
            kernel,
            sampled,
            IntStream.range(0, CARRYING_CHAINS)
                .mapToObj(k -> starts.get(k * starts.size() / CARRYING_CHAINS))
                .toList());
    for (int step = 0; step < CARRYING_STEPS; step++) {
      Kernel other = rebuilt.apply(step);
      List<ChainState> begun = begunAnew(other, sampled, chains);
      List<Transition> made = Chains.step(kernel, sampled, chains, streams(step));
      List<Transition> expected = Chains.step(other, sampled, begun, streams(step));
      for (int k = 0; k < chains.size(); k++) {
        StepInfo info = made.get(k).info();
        StepInfo info2 = expected.get(k).info();
        ChainState chain = chains.get(k);
        String at = "step %s from %s".formatted(step, chain.state());
        if (other == kernel) {
          assertSame(at, target.space(), chain.evaluation(), begun.get(k).evaluation());
        }
        assertThat(info.proposal()).as(at).isEqualTo(info2.proposal());
        assertThat(info.accepted()).as(at).isEqualTo(info2.accepted());
        assertThat(info.acceptanceProbability())
            .as("acceptance at %s", at)
            .isCloseTo(info2.acceptanceProbability(), within(1e-9));
        assertThat(made.get(k).next().steps()).as(at).isEqualTo(step + 1);
      }
      chains = made.stream().map(Transition::next).toList();
    }
  }

  private static List<RandomGenerator> streams(int step) {
    return IntStream.range(0, CARRYING_CHAINS)
        .<RandomGenerator>mapToObj(k -> new SplittableRandom(31L * step + 1_000_003L * k))
        .toList();
  }

  /** Returns chains at the same states that carry nothing but v. */
  private static List<ChainState> begunAnew(Kernel kernel, Target target, List<ChainState> chains) {
    List<ChainState> begun =
        Chains.start(kernel, target, chains.stream().map(ChainState::state).toList());
    return IntStream.range(0, chains.size())
        .mapToObj(
            k ->
                new ChainState(
                        begun.get(k).state(), begun.get(k).evaluation(), chains.get(k).steps())
                    .with(chains.get(k).uniform()))
        .toList();
  }

  private static void assertSame(
      String at, StateSpace space, Optional<Evaluation> carried, Optional<Evaluation> rebuilt) {
    assertThat(carried.isPresent()).as(at).isEqualTo(rebuilt.isPresent());
    if (carried.isPresent()) {
      Evaluation one = carried.get();
      Evaluation other = rebuilt.orElseThrow();
      assertThat(one.energy()).as("U at %s", at).isCloseTo(other.energy(), within(1e-9));
      assertThat(one.logProbabilities())
          .as(at)
          .containsExactly(other.logProbabilities(), within(1e-9));
      assertThat(one.hasGradient()).as(at).isEqualTo(other.hasGradient());
      List<Domain> domains = space.domains();
      for (int i = 0; i < (one.hasGradient() ? domains.size() : 0); i++) {
        for (int entry = 0; entry < domains.get(i).gradientLength(); entry++) {
          assertThat(one.gradient(i)[entry])
              .as("gradient at %s", at)
              .isCloseTo(other.gradient(i)[entry], within(1e-9));
        }
      }
    }
  }

  private static List<ChainState> chainsFromTheTarget(
      Kernel kernel, ReferenceChain chain, RandomGenerator random) {
    List<ChainState> starts = Chains.start(kernel, chain.target().sampled(), chain.states());
    return Stream.generate(
            () -> starts.get(drawn(chain.targetProbabilities(), random.nextDouble())))
        .limit(JOINT_CHAINS)
        .toList();
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
    RandomGenerator random = random(20260721L + made);
    List<RandomGenerator> streams = Collections.nCopies(STEPS, random);
    List<List<Transition>> steps = new ArrayList<>();
    for (State state : chain.states()) {
      ChainState start = Chains.start(kernel, chain.target().sampled(), List.of(state)).get(0);
      ChainState ready = made == 0 ? start : new ChainState(state, start.evaluation(), made);
      steps.add(
          Chains.step(
              kernel, chain.target().sampled(), Collections.nCopies(STEPS, ready), streams));
    }
    return steps;
  }

  /** Compares how often each state was reached with the matrix. */
  static void assertFrequencies(ReferenceChain chain, List<List<Transition>> steps) {
    for (int from = 0; from < steps.size(); from++) {
      int[] counts = new int[chain.states().size()];
      for (Transition transition : steps.get(from)) {
        counts[chain.indexOf(transition.next().state())]++;
      }
      for (int to = 0; to < counts.length; to++) {
        assertFrequency(
            "%s → %s".formatted(chain.states().get(from), chain.states().get(to)),
            counts[to],
            STEPS,
            chain.matrix()[from][to]);
      }
    }
  }

  /**
   * Proves that a kernel keeps π × U(−1, 1), the joint law of θ and of the v that its rule of
   * acceptance keeps: chains that start from it are distributed so after every step, in each state
   * and each eighth of (−1, 1).
   */
  static void assertKeepsJointly(Kernel kernel, ReferenceChain chain) {
    RandomGenerator random = random(20260722L);
    List<RandomGenerator> streams = Collections.nCopies(JOINT_CHAINS, random);
    double[] pi = chain.targetProbabilities();
    // v is drawn from U(−1, 1) in the first step.
    List<ChainState> chains = chainsFromTheTarget(kernel, chain, random);
    for (int step = 1; step <= JOINT_STEPS; step++) {
      chains =
          Chains.step(kernel, chain.target().sampled(), chains, streams).stream()
              .map(Transition::next)
              .toList();
      int[][] counts = new int[pi.length][CELLS];
      for (ChainState each : chains) {
        double v = each.uniform().orElseThrow().v();
        assertThat(v).isBetween(-1.0, 1.0);
        int cell = Math.min(CELLS - 1, (int) ((v + 1) / 2 * CELLS));
        counts[chain.indexOf(each.state())][cell]++;
      }
      for (int state = 0; state < pi.length; state++) {
        for (int cell = 0; cell < CELLS; cell++) {
          assertFrequency(
              "after %s steps jointly, %s, cell %s of v"
                  .formatted(step, chain.states().get(state), cell),
              counts[state][cell],
              JOINT_CHAINS,
              pi[state] / CELLS);
        }
      }
    }
  }

  /** Returns the first index at which the cumulative sum exceeds a number. */
  static int drawn(double[] probabilities, double uniform) {
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
        double energy = energies[chain.indexOf(next)];
        double reported = info.acceptanceProbability();
        double exact = chain.nearestAcceptance(from, info.proposal(), reported).orElse(Double.NaN);
        // What is decided on term by term says whether it was accepted, not how likely that was.
        boolean decisionOnly =
            chain.target().energy().isSum() && reported == (info.accepted() ? 1 : 0);
        if (!(Math.abs(exact - reported) < 1e-9 || decisionOnly)
            || !next.equals(info.accepted() ? info.proposal() : state)
            || info.changedCoordinates() != state.hammingDistance(next)
            || transition.next().evaluation().stream()
                .anyMatch(
                    u ->
                        Math.abs(u.energy() / chain.target().sampled().temperature() - energy)
                            > 1e-9)) {
          fail("from %s to %s with %s; exact acceptance %s", state, next, info, exact);
        }
      }
    }
  }

  /** Compares a binomial count with its probability. */
  static void assertFrequency(String where, int count, int times, double probability) {
    assertThat(times * divergence((double) count / times, probability))
        .as("%s: %s of %s at probability %s", where, count, times, probability)
        .isLessThanOrEqualTo(STANDARD_ERRORS * STANDARD_ERRORS / 2);
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
