package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import dev.infill.evaluation.lab.sampler.LabSamplers;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabPartsTest {
  private static LabRun run(LabListener listener) {
    return new LabRun(LabScale.QUICK, 1, new LabRun.Part(0, 1), Optional.empty(), listener);
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

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

  /** U(2x − 1) on {0, 1}³ is 4 xᵀWx + (2b − 4W1)ᵀx + const. */
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
            GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, LabSamplers.SPINS.unit() * 0.6);
    Target ofSpins =
        Target.of(new LogQuadraticEnergy(Collections.nCopies(3, Ordinal.spin()), w, b));
    DiscreteLangevin bits =
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.6);
    Target ofBits =
        Target.of(
            new LogQuadraticEnergy(Collections.nCopies(3, Ordinal.binary()), binaryW, binaryB));
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
    RestrictedBoltzmannMachine before =
        BoltzmannSampling.train(others, 12, 0, random(5), run(LabListener.NONE));
    RestrictedBoltzmannMachine after =
        BoltzmannSampling.train(others, 12, 100_000, random(5), run(LabListener.NONE));
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
    LabTable table = run(listener).table("a,b");
    table.add("x, \"y\"", Double.NaN);
    table.add(3, Double.NEGATIVE_INFINITY);
    assertThat(told).containsExactly("a,b\r\n", "\"x, \"\"y\"\"\",\r\n", "3,-inf\r\n");
    assertThat(table.toString()).isEqualTo(String.join("", told));
    assertThatThrownBy(() -> table.add(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.rows().where("c", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no column c");
  }

  /** A series for each sampler; of a long line one error in five, here and there. */
  @Test
  void seriesAreMadeOfColumns() {
    LabTable table = run(LabListener.NONE).table("panel,sampler,x,y,y_se");
    for (int x = 1; x <= 11; x++) {
      table.add("left", "one", x, -x, 0.5);
      table.add("left", "other", x, x == 3 ? "" : 2 * x, 0.5);
      table.add("right", "one", x, 0, 0.5);
    }
    Rows left = table.rows().where("panel", "left");
    List<Series> series = left.seriesBy("sampler", "x", "y", Series.Mark.LINE);
    assertThat(series).extracting(Series::name).containsExactly("one", "other");
    List<Series.Point> one = series.get(0).points();
    assertThat(one).extracting(Series.Point::y).startsWith(-1.0, -2.0).hasSize(11);
    assertThat(one.get(5)).isEqualTo(new Series.Point(6, -6, 0.5));
    assertThat(IntStream.range(0, 11).filter(k -> one.get(k).high() > -20))
        .containsExactly(0, 5, 10);
    List<Series.Point> other = series.get(1).points();
    assertThat(IntStream.range(0, 11).filter(k -> other.get(k).high() > -20)).containsExactly(4, 9);
    assertThat(other.get(2).y()).isNaN();
    assertThat(left.series("all", "x", "y", Series.Mark.POINTS).points())
        .hasSize(22)
        .filteredOn(point -> !Double.isNaN(point.y()))
        .allMatch(point -> point.high() == point.y() + 0.5);
  }

  @Test
  void checkpointsGrowAndEnd() {
    assertThat(Curves.checkpoints(1)).containsExactly(1);
    List<Integer> points = Curves.checkpoints(5_000);
    assertThat(points).isSorted().doesNotHaveDuplicates().startsWith(1, 2, 3).endsWith(5_000);
    assertThat(new ArrayList<>(points)).hasSizeBetween(20, 33);
  }

  /** Counts its steps, and that it was looked at after each. */
  private static final class Counting implements Curves.Course {
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
    public Mean figure() {
      assertThat(looks).isEqualTo(steps);
      return Mean.of(-steps);
    }
  }

  @Test
  void coursesTakeTheFigureAtCheckpoints() {
    List<String> told = new ArrayList<>();
    LabRun run = run((part, done, total) -> told.add(part + " " + done + "/" + total));
    run.total(90);
    LabTable table = run.table("model,sampler,iteration,seconds,minus");
    List<Integer> recorded = Curves.checkpoints(30);
    Curves curves = new Curves(run, recorded, table);
    assertThat(curves.add("one", new Counting(), "first").value()).isEqualTo(-30);
    assertThat(curves.add("other", new Counting(), "first").value()).isEqualTo(-30);
    assertThat(curves.addEnd("end", new Counting(), "second").value()).isEqualTo(-30);
    assertThat(told).hasSize(90).startsWith("one 0/90", "one 1/90").endsWith("end 89/90");
    List<String[]> rows = table.toString().lines().map(line -> line.split(",")).toList();
    assertThat(rows).hasSize(2 + 2 * recorded.size());
    for (int k = 0; k < recorded.size(); k++) {
      String[] row = rows.get(1 + recorded.size() + k);
      assertThat(row).startsWith("first", "other", String.valueOf(recorded.get(k)));
      assertThat(Double.parseDouble(row[4])).isEqualTo(-recorded.get(k));
    }
    curves.draw(
        "",
        table.rows().where("model", "first"),
        Axis.linear("iterations"),
        Axis.linear("seconds of work"),
        Axis.linear("minus"),
        new Curves.Level("at most", 0));
    List<Panel> panels = run.result("", table).panels();
    assertThat(panels).extracting(Panel::title).containsExactly("By iterations", "By seconds");
    assertThat(panels)
        .allSatisfy(
            panel ->
                assertThat(panel.series())
                    .extracting(Series::name)
                    .containsExactly("one", "other", "at most"));
  }

  @Test
  void tablesForPeopleHaveTheBestOnTop() {
    LabRun run = run(LabListener.NONE);
    run.setting("steps", 100);
    run.figure(List.of("errors", "left"), "dmala 0.2", new Mean(-4.312, 0.02));
    run.figure(List.of("errors", "left"), "gwg-1", new Mean(-5.4321, 0.0456));
    run.figure(List.of("errors", "left"), "diverged", Double.NaN);
    run.figure(List.of("acceptance"), "dmala 0.2", 0.5);
    run.figure(List.of("acceptance"), "gwg-1", 1);
    run.told("holds", "bound", true);
    run.told("floor", "two of it", 0.00000000165);
    for (Ranking.Best best : Ranking.Best.values()) {
      run.ranking(
          Ranking.of(
              best.name(),
              best,
              Ranking.Column.of("error", "errors", "left"),
              Ranking.Column.of("accepted", "acceptance")));
    }
    LabResult result = run.result("Title", run.table("a"));
    assertThat(result.summary()).containsEntry("steps", 100).containsKey("floor");
    String heading =
        """
        sampler             error  accepted
        ---------  --------------  --------
        """;
    String dmala = "dmala 0.2  −4.312 ± 0.020     0.500\n";
    String gwg = "gwg-1      −5.432 ± 0.046      1.00\n";
    String diverged = "diverged                –         –\n";
    assertThat(result.text(80))
        .isEqualTo(
            String.join(
                "\n",
                "Title\n",
                "LEAST\n" + heading + gwg + dmala + diverged,
                "MOST\n" + heading + dmala + gwg + diverged,
                "bound: yes\ntwo of it: 0.00000000165\n"));
  }

  @Test
  void standardErrorsAreThoseOfMeans() {
    assertThat(Mean.of(1, 2, 3, 6).value()).isEqualTo(3);
    // The variance is 14 / 3.
    assertThat(Mean.of(1, 2, 3, 6).error()).isCloseTo(Math.sqrt(14.0 / 3 / 4), within(1e-12));
    assertThat(Mean.of(5, 5).error()).isZero();
    assertThat(Mean.of(5).error()).isNaN();
  }
}
