package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What is said of a way back before all is known of it. */
class ReverseDensityTest {
  @Provide
  Arbitrary<BalancingFunction> balancings() {
    return Arbitraries.oneOf(
        Arbitraries.just(BalancingFunction.BARKER),
        Arbitraries.doubles().between(0.5, 1).map(BalancingFunction::power));
  }

  @Property(seed = "7")
  void whatIsLearnedNeverExceedsTheBoundOfBefore(
      @ForAll("balancings") BalancingFunction balancing,
      @ForAll @DoubleRange(min = 0.05, max = 20) double stepSize,
      @ForAll @IntRange(min = 1, max = 4) int coordinates,
      @ForAll @IntRange(min = 2, max = 6) int values,
      @ForAll @DoubleRange(min = 0.1, max = 30) double spread,
      @ForAll long seed) {
    RandomGenerator random = random(seed);
    List<Domain> domains = Collections.nCopies(coordinates, new Categorical(values));
    State there = state(random, coordinates, values);
    Move back = new Move(there, state(random, coordinates, values), List.of());
    Target target = Target.of(TabulatedConditionals.of(domains, (state, i) -> 0.0));
    DiscreteLangevin kernel = DiscreteLangevin.dmala(GradientKind.OWN_TERM, balancing, stepSize);
    ReverseDensity density = kernel.before(target, back);
    double[][] terms = new double[coordinates][values];

    List<Double> bounds = new ArrayList<>(List.of(density.logUpperBound()));
    double known = 0;
    for (int i = 0; i < coordinates; i++) {
      Conditional conditional = conditional(random, values, spread);
      density.learn(i, conditional);
      Arrays.setAll(terms[i], conditional::term);
      known += conditional.term(there.get(i));
      bounds.add(known + density.logUpperBound());
    }

    for (int learned = 1; learned < bounds.size(); learned++) {
      assertThat(bounds.get(learned)).isLessThanOrEqualTo(bounds.get(learned - 1) + 1e-9);
    }
    double whole =
        kernel
            .at(target, new Slope(there, List.of(terms), Optional.empty(), 1))
            .logProbability(back);
    assertThat(density.logUpperBound()).isEqualTo(whole);
  }

  private static State state(RandomGenerator random, int coordinates, int values) {
    return State.of(random.ints(coordinates, 0, values).toArray());
  }

  /** Terms that are at most 0, some of them exactly. */
  private static Conditional conditional(RandomGenerator random, int values, double spread) {
    double[] terms = new double[values];
    for (int v = 0; v < values; v++) {
      terms[v] = random.nextInt(4) == 0 ? 0 : -spread * random.nextDouble();
    }
    return new Conditional(terms);
  }
}
