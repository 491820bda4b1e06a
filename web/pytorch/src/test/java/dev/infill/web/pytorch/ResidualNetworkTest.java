package dev.infill.web.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.LabExperiment;
import dev.infill.evaluation.lab.LabListener;
import dev.infill.evaluation.lab.LabResult;
import dev.infill.evaluation.lab.LabScale;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Architecture;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Training;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Weights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("exhaustive")
class ResidualNetworkTest {
  private static final int PIXELS = 6 * 5;

  private final SplittableRandom random = new SplittableRandom(3);
  private final EnergyNetwork network = network(0.01, 0.9, 1);

  private static EnergyNetwork network(double learningRate, double decay, long seed) {
    return new ResidualNetworkFactory()
        .create(new Architecture(6, 5, 16, 3), new Training(learningRate, decay, seed));
  }

  @AfterEach
  void close() {
    network.close();
  }

  private List<double[]> points(int count) {
    return Stream.generate(() -> random.doubles(PIXELS).toArray()).limit(count).toList();
  }

  private static double value(EnergyNetwork network, double[] point, Weights weights) {
    return network.run(List.of(point), false, weights).get(0).energy();
  }

  /** By differences of the values, which are of float32: f changes by up to 1e-6 by rounding. */
  @Tag("gate")
  @Test
  void slopesAreThoseOfItsValues() {
    for (int step = 0; step < 5; step++) {
      // At first they are next to 0; later, slopes are too steep for differences.
      network.learn(states(0.8), states(0.2));
    }
    double largest = 0;
    for (double[] point : points(3)) {
      Evaluation evaluation = network.run(List.of(point), true, Weights.LATEST).get(0);
      for (int i = 0; i < PIXELS; i++) {
        double[] up = point.clone();
        double[] down = point.clone();
        up[i] += 0.01;
        down[i] -= 0.01;
        double difference =
            (value(network, up, Weights.LATEST) - value(network, down, Weights.LATEST)) / 0.02;
        assertThat(evaluation.gradient(i)[0]).isCloseTo(difference, within(1e-3));
        largest = Math.max(largest, Math.abs(difference));
      }
    }
    // So that slopes of another pixel would not pass.
    assertThat(largest).isGreaterThan(0.1);
  }

  /**
   * Memory that PyTorch still reads is not Java's to collect: no slope changes under collections.
   */
  @Test
  void collectionsOfGarbageChangeNothing() throws InterruptedException {
    List<double[]> points = points(20);
    double[] expected = slopes(points);
    AtomicBoolean isDone = new AtomicBoolean();
    Thread collections =
        new Thread(
            () -> {
              while (!isDone.get()) {
                System.gc();
                // What was freed is written to.
                for (int k = 0; k < 200; k++) {
                  ByteBuffer.allocateDirect(8).putDouble(Double.NaN);
                }
              }
            });
    collections.start();
    try {
      for (int run = 0; run < 60; run++) {
        assertThat(slopes(points)).isEqualTo(expected);
      }
    } finally {
      isDone.set(true);
      collections.join();
    }
  }

  private double[] slopes(List<double[]> points) {
    return network.run(points, true, Weights.LATEST).stream()
        .flatMapToDouble(each -> IntStream.range(0, PIXELS).mapToDouble(i -> each.gradient(i)[0]))
        .toArray();
  }

  @Tag("gate")
  @Test
  void aBatchSaysWhatItsPartsSay() {
    List<double[]> points = points(7);
    List<Evaluation> together = network.run(points, true, Weights.LATEST);
    for (int k = 0; k < points.size(); k++) {
      Evaluation alone = network.run(List.of(points.get(k)), true, Weights.LATEST).get(0);
      assertThat(together.get(k).energy()).isCloseTo(alone.energy(), within(1e-6));
      for (int i = 0; i < PIXELS; i++) {
        assertThat(together.get(k).gradient(i)[0]).isCloseTo(alone.gradient(i)[0], within(1e-6));
      }
      assertThat(together.get(k).hasGradient()).isTrue();
    }
    assertThat(network.run(points, false, Weights.LATEST).get(0).hasGradient()).isFalse();
  }

  /** Nothing is left outside the heap by what is done often. */
  @Test
  void learningKeepsNoArrays() {
    List<State> data = states(0.8);
    int begun = ((ResidualNetwork) network).arrays();
    for (int step = 0; step < 3; step++) {
      network.learn(data, states(0.2));
      network.run(points(2), true, Weights.AVERAGED);
      network.run(points(2), false, Weights.LATEST);
      assertThat(((ResidualNetwork) network).arrays()).isEqualTo(begun);
    }
  }

  @Test
  void equalSeedsLearnAlike() {
    List<State> data = states(0.8);
    List<State> samples = states(0.2);
    double[] point = points(1).get(0);
    try (EnergyNetwork same = network(0.01, 0.9, 1);
        EnergyNetwork other = network(0.01, 0.9, 2)) {
      double value = value(network, point, Weights.LATEST);
      assertThat(value(same, point, Weights.LATEST)).isEqualTo(value);
      assertThat(value(same, point, Weights.AVERAGED)).isEqualTo(value);
      assertThat(value(other, point, Weights.LATEST)).isNotEqualTo(value);
      for (int step = 0; step < 3; step++) {
        network.learn(data, samples);
        same.learn(data, samples);
      }
      assertThat(value(same, point, Weights.LATEST))
          .isEqualTo(value(network, point, Weights.LATEST))
          .isNotEqualTo(value);
      assertThat(value(same, point, Weights.AVERAGED))
          .isEqualTo(value(network, point, Weights.AVERAGED));
    }
  }

  private List<State> states(double share) {
    return Stream.generate(
            () ->
                State.of(
                    IntStream.range(0, PIXELS)
                        .map(i -> random.nextDouble() < share ? 1 : 0)
                        .toArray()))
        .limit(20)
        .toList();
  }

  private static double mean(EnergyNetwork network, List<State> states, Weights weights) {
    return states.stream()
        .mapToDouble(
            state ->
                value(network, IntStream.of(state.toArray()).asDoubleStream().toArray(), weights))
        .average()
        .orElseThrow();
  }

  /** Data rise above samples; the average comes after them, or is the last ones. */
  @Test
  void learnsToTellDataFromSamples() {
    List<State> data = states(0.8);
    List<State> samples = states(0.2);
    try (EnergyNetwork forgetful = network(0.01, 0, 1)) {
      double before = mean(network, data, Weights.LATEST) - mean(network, samples, Weights.LATEST);
      for (int step = 0; step < 20; step++) {
        network.learn(data, samples);
        forgetful.learn(data, samples);
      }
      double latest = mean(network, data, Weights.LATEST) - mean(network, samples, Weights.LATEST);
      double averaged =
          mean(network, data, Weights.AVERAGED) - mean(network, samples, Weights.AVERAGED);
      assertThat(latest).isGreaterThan(before + 1);
      assertThat(averaged).isBetween(before + 0.01, latest - 0.01);
      assertThat(mean(forgetful, data, Weights.AVERAGED))
          .isEqualTo(mean(forgetful, data, Weights.LATEST));
    }
  }

  /**
   * A step without a gradient goes on by Adam's momentum alone, 0.67 of the first step, where all
   * gradients are small changes of a linear f: (0.09/0.19)/√(0.000999/0.001999). Were the first
   * gradient still there, it would be as long as the first.
   */
  @Test
  void gradientsAreThoseOfOneStep() {
    List<State> data = states(0.8);
    List<State> samples = states(0.2);
    try (EnergyNetwork slow = network(1e-4, 0, 1)) {
      double[] rise = new double[3];
      for (int step = 0; step < 3; step++) {
        rise[step] = mean(slow, data, Weights.LATEST) - mean(slow, samples, Weights.LATEST);
        slow.run(points(2), true, Weights.LATEST);
        slow.learn(data, step == 0 ? samples : data);
      }
      assertThat((rise[2] - rise[1]) / (rise[1] - rise[0])).isCloseTo(0.67, within(0.05));
    }
  }

  /** Those whose last block of oneDNN would not be full. */
  @Test
  void otherNumbersOfChannelsAreRefused() {
    assertThatThrownBy(
            () ->
                new ResidualNetworkFactory()
                    .create(new Architecture(6, 5, 8, 3), new Training(0.01, 0.9, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8 channels")
        .hasMessageContaining("multiples of 16");
  }

  @Test
  void divergenceIsSaid() {
    double[] point = points(1).get(0);
    point[3] = Double.NaN;
    assertThatThrownBy(() -> network.run(List.of(point), false, Weights.LATEST))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("diverged");
  }

  /** The experiment with the network that the class path has; images of one vertical line. */
  @Tag("gate")
  @Test
  void theExperimentLearnsImages(@TempDir Path folder) throws IOException {
    ByteBuffer file = ByteBuffer.allocate(16 + 200 * 30);
    file.putInt(0x803).putInt(200).putInt(6).putInt(5);
    for (int image = 0; image < 200; image++) {
      int column = random.nextInt(5);
      for (int i = 0; i < PIXELS; i++) {
        file.put((byte) (i % 5 == column ? 255 : 0));
      }
    }
    Path data = Files.write(folder.resolve("lines.idx"), file.array());
    LabExperiment experiment =
        LabExperiment.all().stream()
            .filter(each -> each.name().equals("deep-learning"))
            .findFirst()
            .orElseThrow();
    LabResult result = experiment.run(LabScale.QUICK, 1, 1, Optional.of(data), LabListener.NONE);
    Map<?, ?> ends = (Map<?, ?>) figure(result.summary(), "logLikelihoodAtEnd");
    double independent = (Double) figure(result.summary(), "logLikelihoodOfIndependentPixels");
    assertThat(ends).hasSize(7);
    assertThat((Double) figure(ends, "dmala 0.15")).isGreaterThan(independent);
    assertThat(result.drawing()).contains("dmala 0.15</text>");
  }

  private static Object figure(Map<?, ?> figures, String name) {
    return Objects.requireNonNull(figures.get(name), name);
  }
}
