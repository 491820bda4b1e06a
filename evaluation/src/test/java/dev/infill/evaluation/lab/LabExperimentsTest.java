package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;

/** Every experiment at its quick size. */
class LabExperimentsTest {
  /** What is no number in tables. */
  private static final Set<String> TEXTS =
      Set.of("panel", "domain", "sampler", "method", "acceptance");

  private static final Map<String, LabResult> QUICK = new ConcurrentHashMap<>();

  @TempDir private static Path folder;

  static Stream<String> names() {
    return LabExperiment.all().stream().map(LabExperiment::name);
  }

  private static LabExperiment experiment(String name) {
    return LabExperiment.all().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Each is run once for all tests. */
  private static LabResult quick(String name) {
    return QUICK.computeIfAbsent(name, missing -> run(name, 7, LabListener.NONE));
  }

  private static LabResult run(String name, long seed, LabListener listener) {
    LabExperiment experiment = experiment(name);
    return experiment.run(LabScale.QUICK, seed, 1, data(experiment.data()), listener);
  }

  private static Optional<Path> data(LabExperiment.Data data) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    try {
      return switch (data) {
        case NONE -> Optional.empty();
        case IMAGES ->
            Optional.of(
                Files.write(folder.resolve("images.idx"), new Strokes(5).file(400, random)));
        case TABLE -> Optional.of(Files.write(folder.resolve("table.csv"), rows(random)));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the first of three numbers is greater than the second. */
  private static List<String> rows(RandomGenerator random) {
    return Stream.generate(() -> random.doubles(3, -1, 1).toArray())
        .limit(80)
        .map(x -> "%s,%s,%s,%d".formatted(x[0], x[1], x[2], x[0] > x[1] ? 1 : 0))
        .toList();
  }

  @Test
  void namesAreThoseOfTheCommand() {
    assertThat(names())
        .containsExactly(
            "langevin-bias",
            "step-size",
            "ising",
            "non-reversible",
            "mixture",
            "rbm",
            "rbm-learning",
            "deep-learning",
            "ising-learning",
            "bnn");
    assertThat(LabExperiment.all())
        .allMatch(each -> each.description().endsWith(".") && each.description().length() < 90);
  }

  @ParameterizedTest
  @MethodSource("names")
  void itsTableHoldsFigures(String name) {
    List<String[]> rows = rows(quick(name).table());
    assertThat(rows).hasSizeGreaterThan(5);
    String[] heading = rows.get(0);
    int numbers = 0;
    for (String[] row : rows.subList(1, rows.size())) {
      assertThat(row).hasSameSizeAs(heading);
      for (int column = 0; column < row.length; column++) {
        boolean text =
            TEXTS.contains(heading[column])
                && !(name.equals("step-size") && heading[column].equals("acceptance"));
        if (!text && !row[column].isEmpty()) {
          assertThat(Double.parseDouble(row[column].replace("inf", "Infinity"))).isNotNaN();
          numbers++;
        }
      }
    }
    assertThat(numbers).isGreaterThan(2 * (rows.size() - 1));
  }

  @ParameterizedTest
  @MethodSource("names")
  void itsDrawingIsADocument(String name) throws Exception {
    Document drawing =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(quick(name).drawing().getBytes(StandardCharsets.UTF_8)));
    assertThat(drawing.getDocumentElement().getTagName()).isEqualTo("svg");
    int marks =
        Stream.of("polyline", "circle", "rect")
            .mapToInt(tag -> drawing.getElementsByTagName(tag).getLength())
            .sum();
    assertThat(marks).isGreaterThan(5);
    assertThat(quick(name).drawing()).doesNotContain("NaN").doesNotContain("no figure is defined");
  }

  /** Every table of figures has the best on top. */
  @ParameterizedTest
  @MethodSource("names")
  void itsTextRanksSamplers(String name) {
    LabResult result = quick(name);
    assertThat(result.text(200)).startsWith(result.title() + "\n\n").doesNotContain("NaN", "null");
    for (Ranking ranking : result.rankings()) {
      String[] group = ranking.columns().get(0).group().toArray(String[]::new);
      List<String> samplers =
          result
              .text(200)
              .substring(result.text(200).indexOf(ranking.caption()) + ranking.caption().length())
              .lines()
              .dropWhile(line -> !line.startsWith("--"))
              .skip(1)
              .takeWhile(line -> !line.isBlank())
              .map(line -> line.split(" {2,}", -1)[0])
              .toList();
      assertThat(samplers).isNotEmpty().doesNotHaveDuplicates();
      List<Double> figures = new ArrayList<>();
      samplers.forEach(sampler -> figures.add(number(result, group, sampler)));
      assertThat(figures)
          .isSortedAccordingTo(
              ranking.best() == Ranking.Best.MOST
                  ? Comparator.reverseOrder()
                  : Comparator.naturalOrder());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void equalSeedsGiveEqualFiguresAndProgressIsTold(String name) {
    List<Long> told = new ArrayList<>();
    LabResult again =
        run(
            name,
            7,
            (part, done, total) -> {
              assertThat(done).isBetween(0L, total);
              assertThat(part).isNotBlank();
              told.add(done);
            });
    assertThat(told).hasSizeGreaterThan(2).isSorted();
    assertThat(withoutTimes(again.table())).isEqualTo(withoutTimes(quick(name).table()));
    LabResult other = run(name, 8, LabListener.NONE);
    assertThat(withoutTimes(other.table())).isNotEqualTo(withoutTimes(again.table()));
  }

  /** The means of single runs; all their rows, with the seed in front. */
  @Test
  void severalSeedsAreAveraged() {
    List<LabResult> runs = List.of(quick("rbm"), run("rbm", 1_007, LabListener.NONE));
    List<Long> told = new ArrayList<>();
    LabExperiment experiment = experiment("rbm");
    LabResult mean =
        experiment.run(
            LabScale.QUICK,
            7,
            2,
            data(experiment.data()),
            (part, done, total) -> {
              assertThat(done).isBetween(0L, total);
              assertThat(part).startsWith(done < total / 2 ? "seed 7, " : "seed 1007, ");
              told.add(done);
            });
    assertThat(told).isSorted().doesNotHaveDuplicates();

    assertThat(mean.summary().get("hiddenUnits")).isEqualTo(10);
    double[] ends = runs.stream().mapToDouble(run -> number(run, "logMmdAtEnd", "gwg-1")).toArray();
    assertThat(number(mean, "logMmdAtEnd", "gwg-1"))
        .isCloseTo((ends[0] + ends[1]) / 2, within(1e-12));
    double error = number(mean.standardErrors(), "logMmdAtEnd", "gwg-1");
    assertThat(error).isCloseTo(Math.abs(ends[0] - ends[1]) / 2, within(1e-12)).isPositive();
    assertThat(mean.standardErrors()).doesNotContainKey("hiddenUnits");
    assertThat(runs.get(0).standardErrors()).containsOnlyKeys("effectiveSampleSizeOfChain");

    List<String> expected = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      String seed = String.valueOf(7 + 1_000 * k);
      List<String> rows = withoutTimes(runs.get(k).table());
      rows.stream().skip(1).forEach(row -> expected.add(seed + "," + row));
      if (k == 0) {
        expected.add(0, "seed," + rows.get(0));
      }
    }
    assertThat(withoutTimes(mean.table())).isEqualTo(expected);
    assertThat(mean.text(200))
        .startsWith("Restricted Boltzmann machine of 25 × 10 units, means of 2 seeds\n")
        .containsPattern("(?m)^gibbs-1 +\\S+ ± \\S+ +1.00 +\\S+ ± \\S+$")
        .containsPattern("(?m)^log MMD² of two samples of block-gibbs: \\S+ ± \\S+$");
    assertThat(mean.drawing()).contains("means of 2 seeds").doesNotContain("NaN");
  }

  private static List<String[]> rows(String table) {
    assertThat(table).endsWith("\r\n");
    return table.lines().map(line -> line.split(",", -1)).toList();
  }

  private static List<String> withoutTimes(String table) {
    List<String[]> rows = rows(table);
    int[] kept =
        IntStream.range(0, rows.get(0).length)
            .filter(column -> !rows.get(0)[column].contains("second"))
            .toArray();
    return rows.stream()
        .map(row -> String.join(",", IntStream.of(kept).mapToObj(k -> row[k]).toList()))
        .toList();
  }

  private static double number(LabResult result, String[] group, String sampler) {
    return number(
        result.summary(),
        Stream.concat(Stream.of(group), Stream.of(sampler)).toArray(String[]::new));
  }

  private static double number(LabResult result, String... path) {
    return number(result.summary(), path);
  }

  private static double number(Map<String, Object> figures, String... path) {
    Object at = figures;
    for (String name : path) {
      at = Objects.requireNonNull(((Map<?, ?>) at).get(name), name);
    }
    return ((Number) at).doubleValue();
  }

  /** Theorems 5.1 and 5.2, and that the simulation meets the stationary distribution. */
  @Test
  void theBiasStaysWithinItsBounds() {
    LabResult result = quick("langevin-bias");
    assertThat(result.summary())
        .containsEntry("spinsBoundHolds", true)
        .containsEntry("binaryBoundHolds", true)
        .containsEntry("closenessBoundHolds", true);
    int checked = 0;
    int simulated = 0;
    double last = 0;
    for (String[] row : rowsOf(result, "dula")) {
      double exact = Double.parseDouble(row[5]);
      assertThat(exact).isPositive().isLessThan(Double.parseDouble(row[8]));
      if (row[0].equals("step-size")) {
        // Sixteen states, visits that are not independent: loose, but not empty.
        if (!row[6].isEmpty()) {
          assertThat(Double.parseDouble(row[6])).isCloseTo(exact, within(0.25));
          assertThat(Double.parseDouble(row[7])).isBetween(1e-4, 0.1);
          simulated++;
        }
        boolean first = Double.parseDouble(row[3]) == 0.1;
        assertThat(exact).isGreaterThan(first ? 0 : last);
        last = exact;
        checked++;
      }
    }
    assertThat(checked).isEqualTo(32);
    assertThat(simulated).isBetween(16, 31);
  }

  private static List<String[]> rowsOf(LabResult result, String sampler) {
    int column = List.of(rows(result.table()).get(0)).indexOf("sampler");
    return rows(result.table()).stream().filter(row -> row[column].equals(sampler)).toList();
  }

  /** α₀ leads uphill where α alone leads to all states alike; on the one spin it leads nowhere. */
  @Test
  void intermediatesMakeTheBiasOfLargeStepsSmaller() {
    LabResult result = quick("langevin-bias");
    List<String[]> without = rowsOf(result, "dula");
    List<String[]> with = rowsOf(result, "cdula 0.5");
    assertThat(with).hasSameSizeAs(without);
    assertThat(rowsOf(result, "cdula 0.1")).hasSize(32);
    for (int k = 0; k < with.size(); k++) {
      assertThat(with.get(k)[0]).isEqualTo(without.get(k)[0]);
      double bias = Double.parseDouble(with.get(k)[5]);
      double biasWithout = Double.parseDouble(without.get(k)[5]);
      if (with.get(k)[0].equals("closeness")) {
        assertThat(bias).isEqualTo(biasWithout);
      } else if (Double.parseDouble(with.get(k)[3]) >= 2) {
        assertThat(bias).isPositive().isLessThan(biasWithout);
      }
    }
  }

  /**
   * With small steps θᶜ leads uphill by α₀/α of the gradient, and nowhere from where the slope
   * leads out of K: of two values every move uphill is exp(α₀/(2α) ΔU) as likely, so that cDULA
   * samples π^(1 + α₀/(2α)).
   */
  @Test
  void withSmallStepsIntermediatesSharpenTheTarget() {
    for (double ratio : new double[] {0.1, 0.5}) {
      double power = 1 + ratio / 2;
      double expected =
          2
              * Enumeration.of(IsingEnergy.of(2, 2, 0.1, 0.2))
                  .totalVariation(
                      Enumeration.of(IsingEnergy.of(2, 2, 0.1 * power, 0.2 * power))
                          .probabilities());
      String[] atSmallest = rowsOf(quick("langevin-bias"), "cdula " + ratio).get(0);
      assertThat(atSmallest).startsWith("step-size", "spins").contains("0.1");
      assertThat(Double.parseDouble(atSmallest[5])).isCloseTo(expected, within(expected / 50));
    }
  }

  /** App. H: of n independent draws the log RMSE is −½ log n; of a spin that never moves, 0. */
  @Test
  void aPreconditionerMovesSpinsOfAllScales() {
    double independent = -Math.log(1_000) / 2;
    double oneStays = Math.log((1 + 1.0 / 1_000) / 2) / 2;
    assertThat(preconditioned("dula by α g", 1)).isCloseTo(independent, within(0.01));
    assertThat(preconditioned("dula by α g²", 1)).isCloseTo(oneStays, within(0.001));
    assertThat(preconditioned("dula without preconditioner", 0.001))
        .isCloseTo(oneStays, within(0.001));
    // One spin is drawn anew in every step, the other turns over in every step.
    assertThat(preconditioned("dula without preconditioner", 1_000))
        .isCloseTo(independent - Math.log(2) / 2, within(0.01));
  }

  private static double preconditioned(String sampler, double stepSize) {
    return rowsOf(quick("langevin-bias"), sampler).stream()
        .filter(row -> Math.abs(Double.parseDouble(row[3]) / stepSize - 1) < 1e-9)
        .mapToDouble(row -> Double.parseDouble(row[9]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void acceptanceFallsAndChangesGrowWithTheStepSize() {
    List<String[]> rows = rows(quick("step-size").table());
    // Of 800 proposals each, neighbours are too near to each other to be told apart.
    for (int k = 4; k <= 10; k++) {
      String[] smaller = rows.get(k - 3);
      String[] larger = rows.get(k);
      assertThat(Double.parseDouble(larger[3])).isLessThan(Double.parseDouble(smaller[3]));
      assertThat(Double.parseDouble(larger[5])).isGreaterThan(Double.parseDouble(smaller[5]));
    }
    assertThat(number(quick("step-size"), "essOfEnergyPerStep", "dmala 0.4")).isPositive();
  }

  /** After 200 steps of 4 chains all samplers but the slowest are past their starts. */
  @Test
  void errorsOfTheMeanFall() {
    List<String[]> rows = rows(quick("ising").table());
    for (String sampler : List.of("dmala 0.4", "dula 0.2", "lb-1", "gwg-1", "hb-10-1")) {
      List<Double> errors =
          rows.stream()
              .filter(row -> row[0].equals("0.1") && row[1].equals("0.2") && row[2].equals(sampler))
              .map(row -> Double.parseDouble(row[5]))
              .toList();
      assertThat(errors.get(errors.size() - 1)).as(sampler).isLessThan(errors.get(0) - 1);
      assertThat(rows.stream().filter(row -> row[2].equals(sampler)))
          .allSatisfy(row -> assertThat(Double.parseDouble(row[6])).isBetween(0.0, 1.0));
    }
  }

  @Test
  void clustersOfRejectionsAreThoseOfKeptNumbers() {
    LabResult result = quick("non-reversible");
    assertThat(number(result, "rejectionAfterRejection", "non-reversible"))
        .isGreaterThan(2 * number(result, "rejectionAfterRejection", "reversible"));
    assertThat(rows(result.table()).stream().filter(row -> row[0].equals("pairs")))
        .hasSize(2 * (4 + 4 + 6 + 15))
        .allSatisfy(
            row ->
                assertThat(Double.parseDouble(row[12]) / Double.parseDouble(row[11]))
                    .isBetween(0.0, 1.0));
    // Ten gradients of a trajectory are worth more than ten steps of a random walk.
    assertThat(number(result, "best", "essPer1000Evaluations", "hmc"))
        .isGreaterThan(number(result, "best", "essPer1000Evaluations", "metropolis"));
    // At half of ε.
    assertThat(number(result, "rejectionRateOfOnePair", "persistent langevin"))
        .isLessThan(number(result, "rejectionRateOfOnePair", "persistent langevin non-reversible"));
    assertThat(result.drawing()).contains("hmc, ε = 0.12: 600 evaluations");
    // A trajectory of one step is a walk at random; persistent momentum is none.
    String scales = "essPer1000EvaluationsByStepsBetweenDrawsOfScales";
    assertThat(number(result, scales, "discrete variables", "persistent langevin non-reversible 1"))
        .isGreaterThan(2 * number(result, scales, "discrete variables", "hmc 1"));
  }

  @Test
  void totalVariationFalls() {
    LabResult result = quick("mixture");
    assertThat(number(result, "totalVariationAtEnd", "gibbs-1")).isBetween(0.0, 0.5);
    assertThat(Double.parseDouble(rows(result.table()).get(1)[3])).isGreaterThan(0.9);
    assertThat(number(result, "medianStepsToAMode", "gibbs-1")).isBetween(1.0, 20.0);
  }

  /** An α₀ of twice the variance puts θᶜ on the mean of the nearest mode, for any α. */
  @Test
  void intermediatesOnTheModesFindOthers() {
    LabResult result = quick("mixture");
    for (List<String> pair :
        List.of(List.of("gwg-1", "cgwg-1 0.6"), List.of("dmala 100", "cdmala 100/0.6"))) {
      assertThat(number(result, "totalVariationAtEnd", pair.get(1)))
          .as(pair.get(1))
          .isLessThan(number(result, "totalVariationAtEnd", pair.get(0)) - 0.2);
    }
  }

  @Test
  void blockGibbsIsNearestToItself() {
    LabResult result = quick("rbm");
    double floor = number(result, "logMmdOfBlockGibbsToItself");
    assertThat(number(result, "logMmdAtEnd", "block-gibbs")).isCloseTo(floor, within(1.5));
    assertThat(number(result, "acceptance", "dula 0.1")).isEqualTo(1);
    // cDLS, App. C: what leaves [0, 1] proposes what is refused.
    assertThat(number(result, "acceptance", "cdmala 0.2/0.04 unprojected"))
        .isLessThan(number(result, "acceptance", "cdmala 0.2/0.04"));
  }

  @Test
  void imagesBecomeLikely() {
    LabResult result = quick("rbm-learning");
    assertThat(result.summary()).containsEntry("images", 360).containsEntry("heldOut", 40);
    for (String sampler : List.of("block-gibbs", "dmala 0.2", "cdula 0.2/0.04")) {
      List<Double> figures =
          rowsOf(result, sampler).stream().map(row -> Double.parseDouble(row[3])).toList();
      assertThat(figures.get(figures.size() - 1))
          .as(sampler)
          .isGreaterThan(figures.get(0) + 0.1)
          // 25 bits, and log Z to within a few standard errors of an estimate that is rough.
          .isBetween(-25 * Math.log(2), 0.0);
      double error = number(result, "standardErrorOfLogNormalizerAtEnd", sampler);
      assertThat(error).isBetween(1e-6, 0.5);
      // The two say the same of 20 chains.
      assertThat(number(result, "effectiveChainsOfAnnealingAtEnd", sampler))
          .isCloseTo(20 / (1 + 19 * error * error), within(1e-6));
      // Lower by a divergence, which is not negative.
      assertThat(number(result, "logLikelihoodAsThePublishedCodeEstimatesIt", sampler))
          .isLessThan(figures.get(figures.size() - 1));
    }
  }

  /** With {@link QuadraticNetwork} in place of a network; images of all samplers are drawn. */
  @Test
  void networksOfImagesLearn() {
    LabResult result = quick("deep-learning");
    double independent = number(result, "logLikelihoodOfIndependentPixels");
    for (LabSampler sampler : DeepLearning.SAMPLERS) {
      assertThat(number(result, "logLikelihoodAtEnd", sampler.label())).isBetween(-30.0, 0.0);
      assertThat(number(result, "standardErrorOfLogNormalizerAtEnd", sampler.label()))
          .isBetween(1e-6, 1.0);
      assertThat(number(result, "effectiveChainsOfAnnealingAtEnd", sampler.label()))
          .isBetween(1.0, 20.0);
      assertThat(result.drawing()).contains(">" + sampler.label() + "</text>\n<path");
    }
    assertThat(independent).isBetween(-25 * Math.log(2), 0.0);
    // The formula begins with random weights, where the network is next to 0.
    assertThat(number(result, "logLikelihoodAtEnd", "dmala 0.15"))
        .isGreaterThan(Double.parseDouble(rowsOf(result, "dmala 0.15").get(0)[3]) + 0.5);
    assertThat(result.drawing()).contains(">images held out</text>\n<path");
  }

  /** Before anything is trained. */
  @Test
  void tooFewImagesAreRefused() throws IOException {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    Path file = Files.write(folder.resolve("few.idx"), new Strokes(5).file(9, random));
    for (String name : List.of("rbm", "rbm-learning", "deep-learning")) {
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(
              () -> experiment(name).run(LabScale.QUICK, 1, 1, Optional.of(file), LabListener.NONE))
          .withMessageContaining("there are 9 images of 25 pixels; 10 or more");
    }
  }

  /** Chains restart in every iteration, but no pixel may be left out. */
  @Test
  void gibbsThatBeginsAnewMovesEveryPixel() {
    LabSampler gibbs = BoltzmannLearning.SAMPLERS.get(1);
    assertThat(gibbs.label()).isEqualTo("gibbs-1");
    SmoothEnergy energy = IsingEnergy.of(3, 4, 0, 0);
    Streams streams = Streams.of(3);
    State start = streams.uniformStates(energy.domains(), 1).get(0);
    Set<Integer> moved = new HashSet<>();
    List<State> at = List.of(start);
    List<? extends RandomGenerator> random = streams.chains(1);
    for (int iteration = 0; iteration < 100; iteration++) {
      Population population = gibbs.begin(energy, at, random);
      for (int step = 0; step < 5; step++) {
        State before = population.states().get(0);
        population.step();
        State after = population.states().get(0);
        IntStream.range(0, 12).filter(i -> before.get(i) != after.get(i)).forEach(moved::add);
      }
      at = population.states();
    }
    assertThat(moved).hasSize(12);
  }

  @Test
  void networksLearn() {
    LabResult result = quick("bnn");
    assertThat(result.summary()).containsEntry("rows", 80).containsEntry("weights", 16);
    assertThat(number(result, "testRmseOfTheMean")).isCloseTo(0.5, within(0.05));
    assertThat(number(result, "testRmse", "dmala 0.1"))
        .isLessThan(number(result, "testRmseOfTheMean"));
    assertThat(number(result, "trainingLogLikelihood", "dmala 0.1")).isBetween(-1.0, 0.0);
    // A bound that allows 2 allows everything.
    assertThat(number(result, "boundOfTheorem61")).isBetween(1e-4, 0.1);
    assertThat(number(result, "biasOfOneRow")).isBetween(1e-7, number(result, "boundOfTheorem61"));
  }

  @Test
  void couplingsAreLearned() {
    LabResult result = quick("ising-learning");
    assertThat(number(result, "logRmseAtEnd", "dmala 0.15"))
        .isLessThan(number(result, "logRmseAtStart"));
    // Figure 5c.
    String ends = "logRmseAtEndByStepsPerIteration";
    assertThat(number(result, ends, "5", "dmala 0.15"))
        .isLessThan(number(result, "logRmseAtStart"))
        .isNotEqualTo(number(result, ends, "1", "dmala 0.15"));
  }
}
