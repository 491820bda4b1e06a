package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.GaussianMixtureEnergy;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.IsingMoments;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.energy.TorusGibbs;
import dev.infill.evaluation.statistics.NamedMeans;
import dev.infill.evaluation.statistics.StandardError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class LabPartsTest {
  private static final Progress UNSEEN = new Progress(LabListener.NONE, 1);

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** U(2x − 1) on {0, 1}³ is 4 xᵀWx + (2b − 4W1)ᵀx + const. */
  @Test
  void noTwoSeedsAndPartsShareTheirNumbers() {
    Set<Long> first = new HashSet<>();
    for (long seed = -3; seed < 20; seed++) {
      first.add(Streams.of(seed).root().nextLong());
      for (int part = 0; part < 20; part++) {
        assertThat(first.add(Streams.of(seed, part).root().nextLong()))
            .as("seed %d, part %d", seed, part)
            .isTrue();
      }
    }
    assertThat(Streams.of(5, 2).root().nextLong()).isEqualTo(Streams.of(5, 2).root().nextLong());
  }

  @Test
  void stepSizesOfSpinsAreFourTimesThoseOfBits() {
    double[][] w = {{0, 0.3, -0.2}, {0.3, 0, 0.5}, {-0.2, 0.5, 0}};
    double[] b = {0.2, -0.1, 0.4};
    double[][] binaryW = new double[3][3];
    double[] binaryB = new double[3];
    for (int i = 0; i < 3; i++) {
      binaryB[i] = 2 * b[i];
      for (int j = 0; j < 3; j++) {
        binaryW[i][j] = 4 * w[i][j];
        binaryB[i] -= 4 * w[i][j];
      }
    }
    DiscreteLangevin spins =
        DiscreteLangevin.dmala(
            GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, LabSamplers.SPINS * 0.6);
    Target ofSpins = Target.of(LogQuadraticEnergy.of(Collections.nCopies(3, Ordinal.spin()), w, b));
    DiscreteLangevin bits =
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.6);
    Target ofBits =
        Target.of(
            LogQuadraticEnergy.of(Collections.nCopies(3, Ordinal.binary()), binaryW, binaryB));
    for (int from = 0; from < 8; from++) {
      for (int to = 0; to < 8; to++) {
        assertThat(spins.logProposalProbability(ofSpins, bits(from), bits(to)))
            .isCloseTo(bits.logProposalProbability(ofBits, bits(from), bits(to)), within(1e-12));
      }
    }
  }

  private static State bits(int number) {
    return State.of(number & 1, number >> 1 & 1, number >> 2 & 1);
  }

  /** At the mean field of the torus, and by the correlation of neighbours. */
  @Test
  void dataOfTheTorusAreThoseOfItsEnergy() {
    List<State> data = new TorusGibbs(3, 0.125).draw(20_000, 30, random(3));
    double aligned =
        data.stream().mapToInt(s -> s.get(4) == s.get(5) ? 1 : -1).average().orElseThrow();
    assertThat(aligned).isCloseTo(correlation(), within(5 / Math.sqrt(20_000)));
    double mean = data.stream().mapToInt(s -> 2 * s.get(0) - 1).average().orElseThrow();
    assertThat(mean).isCloseTo(IsingMoments.torusMean(3, 3, 0.125, 0), within(0.05));
  }

  /** E[θᵢ θⱼ] of neighbours, by enumeration. */
  private static double correlation() {
    SmoothEnergy energy = IsingEnergy.torus(3, 3, 0.125, 0);
    double sum = 0;
    double weighted = 0;
    for (int number = 0; number < 512; number++) {
      int[] indices = new int[9];
      for (int i = 0; i < 9; i++) {
        indices[i] = number >> i & 1;
      }
      double weight =
          Math.exp(energy.evaluate(List.of(State.of(indices)), GradientKind.NONE).get(0).energy());
      sum += weight;
      weighted += indices[4] == indices[5] ? weight : -weight;
    }
    return weighted / sum;
  }

  @Test
  void trainingMakesDataLikely() {
    List<State> images = new Strokes(5).draw(200, random(4));
    assertThat(images.stream().distinct()).hasSizeGreaterThan(100);
    BinaryImages others = new Strokes(5).images(2_000, random(6));
    RestrictedBoltzmannMachine before = BoltzmannSampling.train(others, 12, 0, random(5), UNSEEN);
    RestrictedBoltzmannMachine after =
        BoltzmannSampling.train(others, 12, 100_000, random(5), UNSEEN);
    double[] odds = others.logOdds();
    // Of independent pixels at first, to within what hidden units with small weights change.
    assertThat(logLikelihood(after, odds, images))
        .isGreaterThan(logLikelihood(before, odds, images) + 1);
  }

  private static double logLikelihood(
      RestrictedBoltzmannMachine machine, double[] odds, List<State> images) {
    AnnealedImportance estimate = AnnealedImportance.of(machine, odds, 100, 200, random(7));
    assertThat(estimate.standardError()).isLessThan(0.1);
    return images.stream().mapToDouble(machine::energyAt).average().orElseThrow()
        - estimate.logNormalizer();
  }

  @Test
  void discrepancyIsItsDefinition() {
    List<State> one = List.of(State.of(0, 0), State.of(1, 1));
    List<State> two = List.of(State.of(0, 1));
    // (1 + e⁻¹)/2 + 1 − 2 e^(−½).
    assertThat(new MeanDiscrepancy(one).of(two))
        .isCloseTo((1 + Math.exp(-1)) / 2 + 1 - 2 * Math.exp(-0.5), within(1e-12));
    assertThat(new MeanDiscrepancy(one).of(one)).isCloseTo(0, within(1e-12));
  }

  @Test
  void modesStandWhereThePaperPutsThem() {
    // 25 modes: largest value (5 + 1) · 15 = 90, centres at multiples of 90/7.
    Modes modes = new Modes();
    assertThat(modes.domain).isEqualTo(Ordinal.range(0, 90));
    assertThat(modes.at(13, 13)).isGreaterThan(modes.at(19, 19) + 50);
    assertThat(modes.at(64, 64)).isGreaterThan(modes.at(77, 77) + 50);
  }

  private static final class Modes {
    private final GaussianMixtureEnergy energy = Mixture.energy(5, 15, 0.3);
    private final Domain domain = energy.domains().get(0);

    double at(int x, int y) {
      return energy.evaluate(List.of(State.of(x, y)), GradientKind.NONE).get(0).energy();
    }
  }

  @Test
  void tablesAreQuotedAndChecked() {
    List<String> told = new ArrayList<>();
    LabListener listener =
        new LabListener() {
          @Override
          public void onProgress(String part, long done, long total) {}

          @Override
          public void onLine(String line) {
            told.add(line);
          }
        };
    LabTable table = new LabTable(listener, "a", "b");
    table.add("x, \"y\"", Double.NaN);
    table.add(3, Double.NEGATIVE_INFINITY);
    assertThat(told).containsExactly("a,b\r\n", "\"x, \"\"y\"\"\",\r\n", "3,-inf\r\n");
    assertThat(table.toString()).isEqualTo(String.join("", told));
    assertThatThrownBy(() -> table.add(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void checkpointsGrowAndEnd() {
    assertThat(Checkpoints.upTo(1)).containsExactly(1);
    List<Integer> points = Checkpoints.upTo(5_000);
    assertThat(points).isSorted().doesNotHaveDuplicates().startsWith(1, 2, 3).endsWith(5_000);
    assertThat(new ArrayList<>(points)).hasSizeBetween(20, 33);
  }

  /** Counts its steps, and that it was looked at after each. */
  private static final class Counting implements LearningCurves.Course {
    private int steps;
    private int looks;

    @Override
    public void step() {
      assertThat(looks).isEqualTo(steps);
      steps++;
    }

    @Override
    public void look() {
      looks++;
    }

    @Override
    public double figure() {
      assertThat(looks).isEqualTo(steps);
      return -steps;
    }
  }

  @Test
  void coursesTakeTheFigureAtCheckpoints() {
    List<String> told = new ArrayList<>();
    Progress progress =
        new Progress((part, done, total) -> told.add(part + " " + done + "/" + total), 60);
    LearningCurves courses =
        new LearningCurves("iteration", "minus", Checkpoints.upTo(30), progress);
    courses.add("one", new Counting());
    courses.add("other", new Counting());
    courses.level("at most", 0);
    assertThat(told).hasSize(60).startsWith("one 0/60", "one 1/60").endsWith("other 59/60");
    assertThat(courses.ends()).containsExactly(entry("one", -30.0), entry("other", -30.0));
    List<String[]> rows = courses.table().toString().lines().map(line -> line.split(",")).toList();
    assertThat(rows.get(0)).containsExactly("sampler", "iteration", "seconds", "minus");
    List<Integer> recorded = Checkpoints.upTo(30);
    assertThat(rows).hasSize(1 + 2 * recorded.size());
    for (int k = 0; k < recorded.size(); k++) {
      String[] row = rows.get(1 + recorded.size() + k);
      assertThat(row[0]).isEqualTo("other");
      assertThat(Integer.parseInt(row[1])).isEqualTo(recorded.get(k));
      assertThat(Double.parseDouble(row[3])).isEqualTo(-recorded.get(k));
    }
    List<Panel> panels =
        courses.panels(
            Axis.linear("iterations"), Axis.linear("seconds of work"), Axis.linear("minus"));
    assertThat(panels).extracting(Panel::title).containsExactly("By iterations", "By seconds");
    assertThat(panels.get(0).series())
        .extracting(Series::name)
        .containsExactly("one", "other", "at most");
    assertThat(panels.get(1).series()).hasSize(2);
  }

  @Test
  void figuresHaveTheDigitsTheyNeed() {
    assertThat(Words.figure(1234.5, 3)).isEqualTo("1235");
    assertThat(Words.figure(0.012345, 3)).isEqualTo("0.0123");
    assertThat(Words.figure(-5.4321, 3)).isEqualTo("-5.43");
    assertThat(Words.figure(0.09996, 3)).isEqualTo("0.100");
    assertThat(Words.estimate(28.061, 9.96)).isEqualTo("28 ± 10");
    assertThat(Words.estimate(1.1, 0.0072)).isEqualTo("1.1000 ± 0.0072");
    assertThat(Words.estimate(1.5, 0)).isEqualTo("1.50 ± 0");
    assertThat(Words.figure(0, 3)).isEqualTo("0.00");
    assertThat(Words.figure(Double.NaN, 3)).isEqualTo("-");
  }

  @Test
  void meansOfSeedsHaveTheirErrors() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("logMmdAtEnd", Map.of("one", -5.4321));
    figures.put("steps", 100);
    figures.put("diverged", null);
    Map<String, Object> errors = new LinkedHashMap<>();
    errors.put("logMmdAtEnd", Map.of("one", 0.0456));
    errors.put("diverged", null);
    figures.put("endsBySteps", Map.of("5", Map.of("dmala 0.2", -4.312, "meanError2", 0.5)));
    errors.put(
        "endsBySteps", Map.of("5", new TreeMap<>(Map.of("dmala 0.2", 0.02, "meanError2", 0.1))));
    assertThat(Words.means(new NamedMeans(figures, errors), 5))
        .containsExactly(
            "means of 5 seeds ± their standard errors",
            "log mmd at end: one -5.432 ± 0.046",
            "diverged: -",
            "ends by steps, 5: dmala 0.2 -4.312 ± 0.020, mean error 2 0.50 ± 0.10");
  }

  @Test
  void standardErrorsAreThoseOfMeans() {
    assertThat(StandardError.mean(new double[] {1, 2, 3, 6})).isEqualTo(3);
    // The variance is 14 / 3.
    assertThat(StandardError.ofMean(new double[] {1, 2, 3, 6}))
        .isCloseTo(Math.sqrt(14.0 / 3 / 4), within(1e-12));
    assertThat(StandardError.ofMean(new double[] {5, 5})).isZero();
    assertThat(StandardError.ofMean(new double[] {5})).isNaN();
  }
}
