package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.continuous.ContinuousMethod;
import dev.infill.evaluation.lab.continuous.ReplicatedGaussian;
import dev.infill.evaluation.lab.continuous.ScaleMixture;
import dev.infill.evaluation.lab.continuous.ScalePrior;
import dev.infill.evaluation.lab.sampler.EffectiveSize;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

/**
 * Tries settings of methods on real vectors in turn and measures the best one, with fixed scales
 * and with scales that are drawn anew ({@link #scales}).
 *
 * @param run is told every trial
 * @param table gets a row for each
 */
record NonReversibleTrials(LabRun run, LabTable table) {
  static final String HEADING =
      "panel,method,acceptance,step_size,leapfrog_steps,persistence,delta,steps_per_update,"
          + "rejection_rate,ess,evaluations,ess_per_1000_evaluations,ess_per_1000_evaluations_se,"
          + "ess_of_scales_per_1000_evaluations,ess_of_sums_per_1000_evaluations";

  private static final String FIGURES = "essPer1000EvaluationsByStepsBetweenDrawsOfScales";

  /** Priors of the pairs' scales, by what the scales are. */
  private static final List<Map.Entry<String, ScalePrior>> SCALES =
      List.of(
          Map.entry("discrete variables", ScalePrior.binary(3)),
          Map.entry("a variance hyperparameter", ScalePrior.common(3)));

  /** How many steps there are between draws of the scales. */
  private static final int[] UPDATES = {1, 5, 10, 20, 40};

  private static final double[] STEP_SIZES = {0.06, 0.09, 0.12};

  /** The number of runs: one for each step size to choose by, and the one that is reported. */
  static final int RUNS_OF_SCALES = SCALES.size() * 2 * UPDATES.length * (STEP_SIZES.length + 1);

  /** Returns all sizes of every method of the ladder. */
  static List<ContinuousMethod> ladder() {
    List<ContinuousMethod> all = new ArrayList<>();
    for (boolean kept : new boolean[] {false, true}) {
      String suffix = kept ? " non-reversible" : "";
      double delta = kept ? 0.03 : 0;
      for (double scale : new double[] {0.03, 0.05, 0.07, 0.1}) {
        all.add(new ContinuousMethod("metropolis" + suffix, scale, 0, 0, delta));
      }
      for (double stepSize : new double[] {0.04, 0.06, 0.08, 0.11}) {
        all.add(new ContinuousMethod("langevin" + suffix, stepSize, 1, 0, delta));
      }
      for (double stepSize : new double[] {0.06, 0.09, 0.12}) {
        for (int steps : new int[] {10, 20}) {
          all.add(new ContinuousMethod("hmc" + suffix, stepSize, steps, 0, delta));
        }
      }
      for (double stepSize : new double[] {0.015, 0.03, 0.045, 0.06, 0.08}) {
        for (double persistence : new double[] {0.95, 0.98, 0.99}) {
          // δ near 1 − α, as Neal advises.
          double own = kept ? 1 - persistence : 0;
          all.add(
              new ContinuousMethod("persistent langevin" + suffix, stepSize, 1, persistence, own));
        }
      }
    }
    return all;
  }

  /**
   * The result of a setting.
   *
   * @param rejections the share of proposals that were refused; NaN if it is not counted
   * @param perThousand the effective sample size per 1,000 evaluations
   * @param ofParts the two sizes of which it is the smaller; none if there is one
   */
  record Outcome(
      ContinuousMethod setting,
      double rejections,
      double evaluations,
      Mean perThousand,
      List<Double> ofParts) {}

  /**
   * Tries settings, and measures the best again: the largest of noisy figures is too large.
   *
   * @param part the name of the work for people
   * @param panel of the rows of all trials
   * @param bestPanel of the row of the best
   * @param every steps between updates; an empty text where there are none
   */
  Outcome best(
      String part,
      String panel,
      String bestPanel,
      Object every,
      List<ContinuousMethod> settings,
      Function<ContinuousMethod, Outcome> measure) {
    List<Outcome> tried = new ArrayList<>();
    for (ContinuousMethod setting : settings) {
      run.next(part);
      tried.add(measure.apply(setting));
      add(panel, every, tried.get(tried.size() - 1));
    }
    run.next(part);
    Outcome most =
        Collections.max(
            tried, Comparator.comparingDouble(outcome -> outcome.perThousand().value()));
    Outcome told = measure.apply(most.setting());
    add(bestPanel, every, told);
    return told;
  }

  private void add(String panel, Object every, Outcome outcome) {
    ContinuousMethod setting = outcome.setting();
    boolean hasParts = !outcome.ofParts().isEmpty();
    table.add(
        panel,
        setting.name(),
        setting.delta() > 0 ? "non-reversible" : "reversible",
        setting.stepSize(),
        Math.max(1, setting.leapfrogSteps()),
        setting.persistence(),
        setting.delta(),
        every,
        outcome.rejections(),
        outcome.perThousand().value() * outcome.evaluations() / 1_000,
        outcome.evaluations(),
        outcome.perThousand().value(),
        outcome.perThousand().error(),
        hasParts ? outcome.ofParts().get(0) : "",
        hasParts ? outcome.ofParts().get(1) : "");
  }

  /**
   * Measures what it is worth to draw the scales of pairs anew after some steps: HMC can do so
   * after a trajectory, persistent Langevin after any step. A draw costs one more evaluation. The
   * figure is the smaller of two effective sample sizes, that of Σ log s and that of the sum of all
   * coordinates.
   */
  void scales(ReplicatedGaussian target, int chains, int evaluations, Streams streams) {
    for (Map.Entry<String, ScalePrior> scaled : SCALES) {
      String name = scaled.getKey();
      ScaleMixture mixture = new ScaleMixture(target, scaled.getValue());
      Streams own = streams.split();
      for (boolean trajectories : new boolean[] {true, false}) {
        for (int every : UPDATES) {
          Outcome best =
              best(
                  name,
                  name,
                  name + ": best",
                  every,
                  DoubleStream.of(STEP_SIZES)
                      .mapToObj(stepSize -> setting(trajectories, every, stepSize))
                      .toList(),
                  setting -> outcome(mixture, setting, chains, evaluations, every, own));
          run.figure(
              List.of(FIGURES, name),
              "%s %d".formatted(best.setting().name(), every),
              best.perThousand());
        }
      }
    }
    drawScales();
    run.ranking(
        new Ranking(
            "ESS per 1,000 evaluations, by steps between draws of the scales",
            Ranking.Best.MOST,
            SCALES.stream()
                .map(scaled -> Ranking.Column.of(scaled.getKey(), FIGURES, scaled.getKey()))
                .toList()));
  }

  private void drawScales() {
    List<String> names = SCALES.stream().map(Map.Entry::getKey).toList();
    Rows rows = table.rows().where("panel", names.stream().map(each -> each + ": best").toArray());
    for (String name : names) {
      run.panel(
          new Panel(
              "Effective draws of %s per 1,000 evaluations".formatted(name),
              Axis.logarithmic("steps between draws of scales"),
              rows.showing(Axis.logarithmic("ESS per 1,000"), "ess_per_1000_evaluations"),
              rows.where("panel", name + ": best")
                  .seriesBy("method", "steps_per_update", "ess_per_1000_evaluations", Mark.LINE)));
    }
  }

  /** Returns HMC of one trajectory between draws, or persistent Langevin. */
  private static ContinuousMethod setting(boolean trajectories, int every, double stepSize) {
    return trajectories
        ? new ContinuousMethod("hmc", stepSize, every, 0, 0)
        : new ContinuousMethod(
            "persistent langevin non-reversible",
            stepSize,
            1,
            NonReversible.SHOWN_PERSISTENCE,
            NonReversible.SHOWN_DELTA);
  }

  private static Outcome outcome(
      ScaleMixture mixture,
      ContinuousMethod setting,
      int chains,
      int evaluations,
      int every,
      Streams streams) {
    int updates = evaluations / (every + 1);
    double made = (double) chains * updates * (every + 1);
    double[][] scales = new double[chains][updates];
    double[][] sums = new double[chains][updates];
    for (int chain = 0; chain < chains; chain++) {
      RandomGenerator random = streams.chains(1).get(0);
      ScaleMixture.State state = mixture.draw(random);
      for (int update = 0; update < updates; update++) {
        state = mixture.step(state, setting::kernel, every / setting.leapfrogSteps(), random);
        scales[chain][update] = state.logScale();
        sums[chain][update] = Arrays.stream(state.pairs().position()).sum();
      }
    }
    double ofScales = 1_000 * EffectiveSize.of(scales) / made;
    double ofSums = 1_000 * EffectiveSize.of(sums) / made;
    double error = 1_000 * EffectiveSize.errorOfSum(ofScales < ofSums ? scales : sums) / made;
    return new Outcome(
        setting,
        Double.NaN,
        made,
        new Mean(Math.min(ofScales, ofSums), error),
        List.of(ofScales, ofSums));
  }
}
