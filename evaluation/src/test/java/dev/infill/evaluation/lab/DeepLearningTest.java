package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Architecture;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Training;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Weights;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.NetworkEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deep energy models, with a formula in place of the network. */
class DeepLearningTest {
  private static final int PIXELS = 9;

  /** Of the images that are learned. */
  private static final int SIDE = 5;

  private static final double[] BIAS = {0.3, -1, 0.5, 0, -0.4, 1, 0.2, -0.7, 0.1};

  @TempDir private Path folder;

  private final QuadraticNetwork network = new QuadraticNetwork(PIXELS, new Training(0.1, 0.5, 5));
  private final NetworkEnergy energy = NetworkEnergy.of(network, Weights.LATEST, BIAS);
  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);

  private static List<State> all(NetworkEnergy energy) {
    return new StateSpace(energy.domains()).states();
  }

  private static double logNormalizer(NetworkEnergy energy) {
    Enumeration exact = Enumeration.of(energy);
    return exact.energy(0) - Math.log(exact.probability(0));
  }

  /** By its values alone: every bit off and on, with all others as they are. */
  @Test
  void conditionalsAndSlopesAreThoseOfItsValues() {
    NetworkEnergy half = energy.scaled(0.5);
    List<State> states = all(half);
    List<Evaluation> evaluations = half.evaluate(states, GradientKind.EXACT);
    for (int k = 0; k < states.size(); k += 37) {
      State state = states.get(k);
      double[] values = half.values(state);
      double expected = 0.5 * network.run(List.of(values), false, Weights.LATEST).get(0).energy();
      for (int i = 0; i < PIXELS; i++) {
        expected += BIAS[i] * values[i];
      }
      assertThat(evaluations.get(k).energy()).isCloseTo(expected, within(1e-12));
      for (int i = 0; i < PIXELS; i++) {
        double difference = half.energyAt(state.with(i, 1)) - half.energyAt(state.with(i, 0));
        // U is linear in each pixel, the others being as they are.
        assertThat(evaluations.get(k).gradient(i)[0]).isCloseTo(difference, within(1e-10));
        CategoricalDistribution conditional =
            half.conditionals(List.of(new Context(state, i))).get(0).distribution();
        assertThat(conditional.logProbability(1))
            .isCloseTo(-Math.log1p(Math.exp(-difference)), within(1e-10));
      }
    }
  }

  @Test
  void itsExtensionHasTheSlopesOfItsFormula() {
    double[] point = random.doubles(PIXELS).toArray();
    RelaxedState relaxed =
        new RelaxedState(
            Arrays.stream(point)
                .mapToObj(x -> energy.domains().get(0).projected(new double[] {x}))
                .toList());
    double[][] slopes =
        energy
            .relaxation()
            .orElseThrow()
            .gradients(List.of(relaxed, relaxed), GradientKind.EXACT)
            .get(1);
    for (int i = 0; i < PIXELS; i++) {
      double[] up = point.clone();
      double[] down = point.clone();
      up[i] += 1e-4;
      down[i] -= 1e-4;
      assertThat(slopes[i][0])
          .isCloseTo((energy.energyAt(up) - energy.energyAt(down)) / 2e-4, within(1e-7));
    }
    assertThat(energy.relaxation().orElseThrow().gradients(List.of(), GradientKind.EXACT))
        .isEmpty();
  }

  /** Where chains are, and what was proposed to them, is not asked for again, whatever β is. */
  @Test
  void theLastTwoCallsAreRemembered() {
    List<State> states = all(energy);
    energy.evaluate(states.subList(0, 10), GradientKind.EXACT);
    energy.evaluate(states.subList(10, 20), GradientKind.NONE);
    assertThat(network.asked()).isEqualTo(20);
    energy.scaled(0.3).energies(states.subList(0, 20));
    energy.evaluate(states.subList(0, 10), GradientKind.EXACT);
    assertThat(network.asked()).isEqualTo(20);
    // They had no slopes.
    energy.evaluate(states.subList(10, 20), GradientKind.EXACT);
    assertThat(network.asked()).isEqualTo(30);
  }

  /** Within 4 standard errors, which are small enough to refuse a wrong Z₀ or a step left out. */
  @Test
  void annealedImportanceMeetsTheExactNormalizer() {
    AnnealedImportance estimate =
        AnnealedImportance.of(
            new DeepLearning.NetworkPath(
                energy, RestrictedBoltzmannMachine.withoutHiddenUnits(BIAS)),
            800,
            80,
            random);
    assertThat(estimate.standardError()).isBetween(1e-3, 0.05);
    assertThat(estimate.logNormalizer())
        .isCloseTo(logNormalizer(energy), within(4 * estimate.standardError()));
    // The bias alone would be far off.
    assertThat(logNormalizer(energy.scaled(0)))
        .isNotCloseTo(estimate.logNormalizer(), within(8 * estimate.standardError()));
  }

  /** The exact log-likelihood of the data rises with every sampler. */
  @Test
  void learningMakesDataLikely() {
    BinaryImages images = new Strokes(SIDE).images(200, random);
    double[] odds = images.logOdds();
    for (LabSampler sampler : DeepLearning.SAMPLERS) {
      QuadraticNetwork learned = new QuadraticNetwork(images.pixels(), new Training(0.1, 0.5, 5));
      Streams streams = Streams.of(3);
      RandomGenerator draws = streams.chains(1).get(0);
      PersistentLearning learning =
          new PersistentLearning(
              sampler,
              new PersistentLearning.Model() {
                @Override
                public NetworkEnergy energy() {
                  return NetworkEnergy.of(learned, Weights.LATEST, odds);
                }

                @Override
                public void learn(List<State> data, List<State> samples) {
                  learned.learn(data, samples);
                }

                @Override
                public Mean figure() {
                  NetworkEnergy now = energy();
                  double logNormalizer =
                      AnnealedImportance.of(
                              new DeepLearning.NetworkPath(
                                  now, RestrictedBoltzmannMachine.withoutHiddenUnits(odds)),
                              100,
                              100,
                              streams.root())
                          .logNormalizer();
                  return Mean.of(
                      IntStream.range(0, images.size())
                              .mapToDouble(k -> now.energyAt(images.get(k)))
                              .average()
                              .orElseThrow()
                          - logNormalizer);
                }
              },
              5,
              () -> images.draw(20, draws),
              draws,
              streams.chains(20),
              streams.uniformStates(NetworkEnergy.of(learned, Weights.LATEST, odds).domains(), 60));
      double before = learning.figure().value();
      Set<State> samples = new HashSet<>();
      for (int step = 0; step < 60; step++) {
        learning.step();
        samples.addAll(learning.samples());
      }
      assertThat(learning.figure().value()).as(sampler.label()).isGreaterThan(before + 1);
      // All of the buffer go on: not twenty of its states for ever.
      assertThat(samples).as(sampler.label()).hasSizeGreaterThan(60);
    }
  }

  private LabResult quick(Function<Training, EnergyNetwork> networks) throws IOException {
    Path file = Files.write(folder.resolve("images.idx"), new Strokes(SIDE).file(200, random));
    return DeepLearning.run(
        new LabRun(LabScale.QUICK, 1, new LabRun.Part(0, 1), Optional.of(file), LabListener.NONE),
        (architecture, training) -> networks.apply(training));
  }

  /** One that diverges ends as undefined; the others, and what was drawn of it, are there. */
  @Test
  void divergenceEndsOneSamplerAlone() throws IOException {
    AtomicInteger made = new AtomicInteger();
    LabResult result =
        quick(
            training ->
                made.incrementAndGet() == 2
                    ? new Diverging(training)
                    : new QuadraticNetwork(SIDE * SIDE, training));
    for (String name :
        List.of(
            "logLikelihoodAtEnd",
            "standardErrorOfLogNormalizerAtEnd",
            "effectiveChainsOfAnnealingAtEnd")) {
      assertThat(result.summary())
          .extractingByKey(name, as(InstanceOfAssertFactories.MAP))
          .containsEntry("gwg-1", null)
          .hasSize(7)
          .values()
          .filteredOn(Double.class::isInstance)
          .hasSize(6);
    }
    assertThat(result.table())
        .containsPattern("gwg-1,10,[^,]*,-")
        .containsPattern("gwg-1,30,[^,]*,,\\R");
    assertThat(result.drawing()).contains(">gwg-1</text>\n<path").doesNotContain("NaN");
    assertThat(result.text(200))
        .containsPattern("(?m); –: learning diverged\\)$")
        .containsPattern("(?m)^gwg-1 +– +–$");
  }

  private static final class Diverging extends QuadraticNetwork {
    Diverging(Training training) {
      super(SIDE * SIDE, training);
    }

    @Override
    public List<Evaluation> run(List<double[]> inputs, boolean slopes, Weights weights) {
      if (learned() > 20) {
        throw new ArithmeticException("diverged");
      }
      return super.run(inputs, slopes, weights);
    }
  }

  /** What is compared is estimated by twice the temperatures of what is drawn on the way. */
  @Test
  void theLastEstimateIsTheLongest() throws IOException {
    List<Counting> made = new ArrayList<>();
    LabResult result =
        quick(
            training -> {
              made.add(new Counting(training));
              return made.get(made.size() - 1);
            });
    assertThat(result.summary())
        .containsEntry("stepsOfAnnealing", 40)
        .containsEntry("stepsOfAnnealingAtEnd", 80);
    assertThat(made)
        .hasSize(7)
        .allSatisfy(
            network ->
                // States where chains stay are not asked for again: about half of them.
                assertThat((double) network.estimated(30) / network.estimated(10))
                    .isBetween(1.5, 2.5));
  }

  /** Counts what its averaged weights are asked for, by how much it has learned then. */
  private static final class Counting extends QuadraticNetwork {
    private final Map<Integer, Integer> estimated = new HashMap<>();

    Counting(Training training) {
      super(SIDE * SIDE, training);
    }

    /** Returns for how many images it was asked after so many steps of learning. */
    int estimated(int iterations) {
      return estimated.getOrDefault(iterations, 0);
    }

    @Override
    public List<Evaluation> run(List<double[]> inputs, boolean slopes, Weights weights) {
      if (weights == Weights.AVERAGED) {
        estimated.merge(learned(), inputs.size(), Integer::sum);
      }
      return super.run(inputs, slopes, weights);
    }
  }

  @Test
  void sizesAreChecked() {
    assertThatThrownBy(() -> new Architecture(5, 5, 4, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("5 × 5 pixels, 4 channels, 1 blocks");
    assertThatThrownBy(() -> new Training(0, 0.5, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Training(1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> energy.evaluate(all(energy), GradientKind.OWN_TERM))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
