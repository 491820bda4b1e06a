package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.NonReversibleTrials.Outcome;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.continuous.ContinuousKernel;
import dev.infill.evaluation.lab.continuous.ContinuousMethod;
import dev.infill.evaluation.lab.continuous.ContinuousState;
import dev.infill.evaluation.lab.continuous.ContinuousStep;
import dev.infill.evaluation.lab.continuous.ReplicatedGaussian;
import dev.infill.evaluation.lab.sampler.EffectiveSize;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Neal's ladder on his replicated bivariate Gaussian, ten pairs of correlation 0.99: Metropolis,
 * Langevin, HMC, Langevin with persistent momentum, each with reversible and with non-reversible
 * acceptance, at equal numbers of evaluations; how the uniform numbers of the decisions go; the
 * ways of chains on a single pair; and what it is worth to draw discrete variables, or a variance
 * hyperparameter, anew more often than HMC can ({@link NonReversibleTrials#scales}).
 */
final class NonReversible {
  private static final int PAIRS = 10;
  private static final double CORRELATION = 0.99;
  private static final int DRAWS = 4_000;
  private static final int SHOWN = 600;
  private static final double SHOWN_STEP_SIZE = 0.06;
  static final double SHOWN_PERSISTENCE = 0.98;
  static final double SHOWN_DELTA = 0.02;

  /** Of the talk's two-dimensional illustrations. */
  private static final ReplicatedGaussian PAIR = new ReplicatedGaussian(1, CORRELATION);

  private static final double SHOWN_RANGE = 3.5;
  private static final double[] UNLIKELY = {-1.5, 1.5};

  private NonReversible() {}

  static LabResult run(LabRun run) {
    run.setting("pairs", PAIRS);
    run.setting("correlation", CORRELATION);
    int chains = run.size("chains", 2, 4, 8);
    int evaluations = run.size("evaluationsPerChain", 4_000, 200_000, 2_000_000);
    int shown = run.size("stepsOfOneChain", 5_000, 50_000, 500_000);
    ReplicatedGaussian target = new ReplicatedGaussian(PAIRS, CORRELATION);
    LabTable table = run.table(NonReversibleTrials.HEADING);
    NonReversibleTrials trials = new NonReversibleTrials(run, table);
    Streams streams = run.streams();
    List<ContinuousMethod> all = NonReversibleTrials.ladder();
    List<String> methods = all.stream().map(ContinuousMethod::name).distinct().toList();
    run.total(all.size() + methods.size() + 1L + NonReversibleTrials.RUNS_OF_SCALES);
    List<Series.Point> points = new ArrayList<>();
    for (String method : methods) {
      Outcome best =
          trials.best(
              method,
              "pairs",
              "best",
              "",
              all.stream().filter(setting -> setting.name().equals(method)).toList(),
              setting -> outcome(target, setting, chains, evaluations, streams.split()));
      record(run, best);
      points.add(
          Series.Point.inRow(
              points.size(), best.perThousand().value(), best.perThousand().error()));
    }
    drawLadder(run, methods, points, table.rows().where("panel", "pairs"));
    run.next("uniform numbers");
    drawDecisions(run, target, "reversible", 0, shown, streams.split());
    drawDecisions(run, target, "non-reversible", SHOWN_DELTA, shown, streams.split());
    for (ContinuousMethod setting : illustrated()) {
      drawWay(run, setting, shown, streams.split());
    }
    trials.scales(target, chains, evaluations, streams);
    return run.result(
        "Replicated bivariate Gaussian, %d pairs of correlation %s".formatted(PAIRS, CORRELATION),
        table);
  }

  /**
   * Returns what the talk illustrates with one pair, its ε where the text of the slides has one.
   */
  private static List<ContinuousMethod> illustrated() {
    return List.of(
        new ContinuousMethod("metropolis", 0.2, 0, 0, 0),
        new ContinuousMethod("langevin", 0.12, 1, 0, 0),
        new ContinuousMethod("hmc", 0.12, 20, 0, 0),
        new ContinuousMethod("persistent langevin", 0.062, 1, SHOWN_PERSISTENCE, 0),
        new ContinuousMethod(
            "persistent langevin non-reversible", 0.12, 1, SHOWN_PERSISTENCE, SHOWN_DELTA));
  }

  private static void record(LabRun run, Outcome best) {
    ContinuousMethod setting = best.setting();
    String method = setting.name();
    run.figure(List.of("best", "essPer1000Evaluations"), method, best.perThousand());
    run.figure(List.of("best", "rejectionRate"), method, best.rejections());
    run.figure(List.of("best", "stepSize"), method, setting.stepSize());
    run.figure(List.of("best", "leapfrogSteps"), method, Math.max(1, setting.leapfrogSteps()));
    run.figure(List.of("best", "persistence"), method, setting.persistence());
    run.figure(List.of("best", "delta"), method, setting.delta());
  }

  private static Outcome outcome(
      ReplicatedGaussian target,
      ContinuousMethod setting,
      int chains,
      int evaluations,
      Streams streams) {
    ContinuousKernel kernel = setting.kernel(target, 1);
    int steps = Math.max(8, evaluations / kernel.evaluationsPerStep());
    int every = Math.max(1, steps / DRAWS);
    int draws = steps / every;
    double[][][] sums = new double[PAIRS][chains][draws];
    long rejected = 0;
    for (int chain = 0; chain < chains; chain++) {
      RandomGenerator random = streams.chains(1).get(0);
      // Chains start in the target distribution: their speed in it is compared.
      ContinuousState state = kernel.init(target.draw(random), random);
      for (int step = 0; step < draws * every; step++) {
        ContinuousStep made = kernel.step(state, random);
        rejected += made.accepted() ? 0 : 1;
        state = made.next();
        if ((step + 1) % every == 0) {
          double[] x = state.position();
          for (int pair = 0; pair < PAIRS; pair++) {
            sums[pair][chain][step / every] = x[2 * pair] + x[2 * pair + 1];
          }
        }
      }
    }
    double made = (double) chains * draws * every;
    double spent = made * kernel.evaluationsPerStep();
    // Pairs do not know of each other.
    Mean ess = Mean.of(Arrays.stream(sums).mapToDouble(EffectiveSize::of).toArray());
    return new Outcome(
        setting,
        rejected / made,
        spent,
        new Mean(1000 * ess.value() / spent, 1000 * ess.error() / spent),
        List.of());
  }

  private static void drawLadder(
      LabRun run, List<String> methods, List<Series.Point> best, Rows tried) {
    Axis ess = Axis.logarithmic("ESS of a pair's sum per 1,000");
    run.panel(
        new Panel(
            "Effective draws per 1,000 evaluations, each at its best",
            ess,
            Axis.names(methods),
            List.of(new Series("best", best, Mark.POINTS))));
    run.panel(
        new Panel(
            "By rejection rate, all settings",
            Axis.linear("rejection rate"),
            ess,
            tried.seriesBy("method", "rejection_rate", "ess_per_1000_evaluations", Mark.POINTS)));
    run.ranking(
        Ranking.of(
            "each method at its best",
            Best.MOST,
            Column.of("ESS per 1,000 evaluations", "best", "essPer1000Evaluations"),
            Column.of("rejection rate", "best", "rejectionRate"),
            Column.of("step size", "best", "stepSize")));
  }

  /**
   * Draws the uniform numbers by which persistent Langevin decides, and records how often the move
   * after a refused one is refused as well.
   */
  private static void drawDecisions(
      LabRun run,
      ReplicatedGaussian target,
      String name,
      double delta,
      int steps,
      Streams streams) {
    ContinuousKernel kernel =
        new ContinuousMethod(name, SHOWN_STEP_SIZE, 1, SHOWN_PERSISTENCE, delta).kernel(target, 1);
    RandomGenerator random = streams.chains(1).get(0);
    ContinuousState state = kernel.init(target.draw(random), random);
    List<Series.Point> accepted = new ArrayList<>();
    List<Series.Point> refused = new ArrayList<>();
    int rejections = 0;
    int twice = 0;
    boolean last = false;
    for (int step = 0; step < steps; step++) {
      ContinuousStep made = kernel.step(state, random);
      if (step < SHOWN) {
        (made.accepted() ? accepted : refused).add(new Series.Point(step, made.uniform()));
      }
      rejections += made.accepted() ? 0 : 1;
      twice += last && !made.accepted() ? 1 : 0;
      last = !made.accepted();
      state = made.next();
    }
    run.figure(List.of("rejectionAfterRejection"), name, (double) twice / rejections);
    run.panel(
        new Panel(
            "u of persistent Langevin, %s acceptance".formatted(name),
            Axis.linear("step"),
            Axis.linear("u").showing(0, 1),
            List.of(
                new Series("accepted", accepted, Mark.POINTS),
                new Series("rejected", refused, Mark.POINTS))));
  }

  /** Draws the way of a chain from an unlikely point, among independent draws. */
  private static void drawWay(LabRun run, ContinuousMethod setting, int steps, Streams streams) {
    ContinuousKernel kernel = setting.kernel(PAIR, 1);
    RandomGenerator random = streams.chains(1).get(0);
    List<Series.Point> independent =
        Stream.generate(() -> point(PAIR.draw(random))).limit(SHOWN).toList();
    ContinuousState state = kernel.init(UNLIKELY, random);
    List<Series.Point> way = new ArrayList<>(List.of(point(UNLIKELY)));
    int refused = 0;
    for (int step = 0; step < steps; step++) {
      ContinuousStep made = kernel.step(state, random);
      refused += made.accepted() ? 0 : 1;
      state = made.next();
      if (way.size() * kernel.evaluationsPerStep() <= SHOWN) {
        way.add(point(state.position()));
      }
    }
    run.figure(List.of("rejectionRateOfOnePair"), setting.name(), (double) refused / steps);
    run.panel(
        new Panel(
            "%s, ε = %s: %d evaluations".formatted(setting.name(), setting.stepSize(), SHOWN),
            Axis.linear("x₁").showing(-SHOWN_RANGE, SHOWN_RANGE),
            Axis.linear("x₂").showing(-SHOWN_RANGE, SHOWN_RANGE),
            List.of(
                new Series("independent draws", independent, Mark.POINTS, Marker.circle("pale")),
                new Series("the chain", way, Mark.LINE))));
  }

  private static Series.Point point(double[] position) {
    return new Series.Point(position[0], position[1]);
  }
}
