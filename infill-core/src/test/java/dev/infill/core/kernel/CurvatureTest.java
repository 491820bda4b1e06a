package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.CountingEnergy;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Curvature;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CurvatureTest {
  private static final int CHAINS = 8;

  /** So many states are kept as the paper's DULA makes steps on Ising models (App. I.2). */
  private static final int KEPT = 125_000;

  /** U = θᵀWθ, W = diag(−0.001, −1000), θ ∈ {−1, 1}² (App. H). */
  private static final Energy PAPER =
      new LogQuadraticEnergy(
          Collections.nCopies(2, Ordinal.spin()),
          new double[][] {{-0.001, 0}, {0, -1000}},
          new double[2]);

  private static double[] scales(
      Energy energy, GradientKind gradient, List<State> states, RandomGenerator random) {
    return Curvature.estimate(Target.of(energy), gradient, states, random).scales();
  }

  private static DiscreteLangevin dmala(double alpha) {
    return DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha);
  }

  /**
   * Returns the logarithm of the root mean square error of the estimated mean of θ, which is 0;
   * over coordinates and chains. Every second state is kept: at a large α coordinate 2 is flipped
   * in every step, and a mean over all steps would hide that a chain never decides where it is.
   */
  private static double logError(Kernel kernel, int kept) {
    Target target = Target.of(PAPER);
    List<RandomGenerator> streams = Collections.nCopies(CHAINS, random(7));
    List<ChainState> chains =
        Chains.start(kernel, target, Collections.nCopies(CHAINS, State.of(0, 0)));
    long[][] sums = new long[CHAINS][2];
    for (int step = 0; step < 2 * kept; step++) {
      chains = Chains.step(kernel, target, chains, streams).stream().map(Transition::next).toList();
      for (int chain = 0; chain < CHAINS && step % 2 == 1; chain++) {
        for (int i = 0; i < 2; i++) {
          sums[chain][i] += Ordinal.spin().value(chains.get(chain).state().get(i));
        }
      }
    }
    double squares =
        Arrays.stream(sums)
            .flatMapToLong(Arrays::stream)
            .mapToDouble(sum -> Math.pow((double) sum / kept, 2))
            .sum();
    return Math.log(squares / (2 * CHAINS)) / 2;
  }

  /** The paper's example takes α gᵢ = 1000 and 0.001 with α = 1; here they are α gᵢ². */
  @Test
  void scalesOfThePapersExampleAreThePapers() {
    double[] g = scales(PAPER, GradientKind.EXACT, List.of(State.of(0, 1)), random(1));
    assertThat(g[0] * g[0]).isCloseTo(1000, within(1e-6));
    assertThat(g[1] * g[1]).isCloseTo(0.001, within(1e-12));
  }

  /**
   * The paper says −6.2. Where every state is as good as drawn again, the mean of n states errs by
   * 1/√n: a logarithm of −5.87 for 125,000. The mean square of 16 such errors has a relative
   * standard deviation of √(2/16), its logarithm halved one of 0.18: 0.7 is four of these.
   */
  @Test
  void preconditionedTheExampleMixesAsThePaperSays() {
    double[] g = scales(PAPER, GradientKind.EXACT, List.of(State.of(0, 1)), random(1));
    double error = logError(dmala(1).withPreconditioner(g), KEPT);
    System.out.printf("log RMSE of App. H, preconditioned: %.2f%n", error);
    assertThat(error).isCloseTo(-Math.log(KEPT) / 2, within(0.7));
  }

  /**
   * The paper says that no α reaches more than about −0.34: one of two coordinates stands still, ½
   * log ½ = −0.347. At a small α both do, which is 0; the other coordinate's error is below 0.1
   * after 1000 states, which moves the logarithm by 0.005 at most.
   */
  @Test
  void withoutPreconditionerNoStepSizeMixes() {
    double best = 0;
    for (double alpha : new double[] {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000, 1e4}) {
      best = Math.min(best, logError(dmala(alpha), 1000));
    }
    System.out.printf("log RMSE of App. H, best of ten step sizes: %.3f%n", best);
    assertThat(best).isCloseTo(Math.log(0.5) / 2, within(0.01));
  }

  /** Where g enters squared, as App. H derives it, the example's own g = (1000, 0.001) do not. */
  @Test
  void thePapersNumbersAreThoseOfAProposalWithoutTheSquare() {
    double error = logError(dmala(1).withPreconditioner(1000, 0.001), 1000);
    assertThat(error).isCloseTo(Math.log(0.5) / 2, within(0.01));
  }

  @Test
  void curvatureOfAQuadraticIsItsSecondDerivative() {
    Energy energy =
        new LogQuadraticEnergy(
            List.of(Ordinal.range(-3, 5), new Ordinal(0, 2, 4), Ordinal.binary()),
            new double[][] {{-0.3, 0.2, 0.4}, {0.1, 0.05, -0.6}, {0, 0.3, -2}},
            new double[] {1, -0.5, 0.2});
    List<State> states = List.of(State.of(0, 0, 0), State.of(4, 3, 1), State.of(8, 1, 0));
    double[] g = scales(energy, GradientKind.EXACT, states, random(2));
    double[] secondDerivatives = {-0.6, 0.1, -4};
    for (int i = 0; i < 3; i++) {
      assertThat(2 / (g[i] * g[i])).isCloseTo(Math.abs(secondDerivatives[i]), within(1e-9));
    }
  }

  /** U = log f₁ + log f₂; a change of one coordinate changes its own term as its own term says. */
  @Test
  void curvatureOfCategoriesIsWhatAChangeDoesToTheOtherTerms() {
    ReferenceTarget target = ReferenceTarget.inconsistent(2, 2);
    for (State state : target.space().states()) {
      double[] g = scales(target.energy(), GradientKind.OWN_TERM, List.of(state), random(3));
      for (int i = 0; i < 2; i++) {
        int other = 1 - i;
        State changed = state.with(i, 1 - state.get(i));
        double here = target.gradient(state, other, GradientKind.OWN_TERM)[state.get(other)];
        double there = target.gradient(changed, other, GradientKind.OWN_TERM)[state.get(other)];
        assertThat(2 / (g[i] * g[i])).isCloseTo(Math.abs(there - here), within(1e-9));
      }
    }
  }

  @Test
  void scalesAreBoundedWhereTheGradientTellsAll() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    assertThat(scales(target.energy(), GradientKind.EXACT, target.space().states(), random(4)))
        .containsOnly(1000);
  }

  @Test
  void aCoordinateThatCannotChangeHasScaleOne() {
    Energy energy =
        TabulatedEnergy.of(
            List.of(new Categorical(1), new Categorical(3)),
            state -> state.get(1) == 2 ? Double.NEGATIVE_INFINITY : Math.sin(state.get(1)));
    double[] g = scales(energy, GradientKind.EXACT, List.of(State.of(0, 0)), random(5));
    assertThat(g[0]).isEqualTo(1);
    assertThat(g[1]).isPositive();
  }

  @Test
  void passesAreCounted() {
    CountingEnergy counting = new CountingEnergy(ReferenceTarget.inconsistent(3, 4, 2).energy(), 3);
    Curvature curvature =
        Curvature.estimate(
            Target.of(counting),
            GradientKind.OWN_TERM,
            List.of(State.of(0, 0, 0), State.of(1, 2, 1)),
            random(6));
    assertThat((long) curvature.passes()).isPositive().isEqualTo(counting.passes());
  }
}
