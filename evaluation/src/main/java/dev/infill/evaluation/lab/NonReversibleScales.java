package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.NonReversibleTrials.Outcome;
import dev.infill.evaluation.lab.NonReversibleTrials.Setting;
import dev.infill.evaluation.lab.continuous.ReplicatedGaussian;
import dev.infill.evaluation.lab.continuous.ScaleMixture;
import dev.infill.evaluation.lab.continuous.ScalePrior;
import dev.infill.evaluation.lab.sampler.EffectiveSize;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

/**
 * What drawing the scales of pairs anew after so many steps is worth: HMC can do so after a
 * trajectory, persistent Langevin after any step. A draw costs an evaluation more. Counted is the
 * smaller of two effective sample sizes, that of Σ log s and that of the sum of all coordinates.
 */
record NonReversibleScales(
    ReplicatedGaussian target, int chains, int evaluations, NonReversibleTrials trials) {
  private static final String FIGURES = "essPer1000EvaluationsByStepsBetweenDrawsOfScales";

  /** Priors of the pairs' scales, by what the scales are. */
  private static final List<Map.Entry<String, ScalePrior>> SCALES =
      List.of(
          Map.entry("discrete variables", ScalePrior.binary(3)),
          Map.entry("a variance hyperparameter", ScalePrior.common(3)));

  /** How many steps there are between draws of the scales. */
  private static final int[] UPDATES = {1, 5, 10, 20, 40};

  private static final double[] STEP_SIZES = {0.06, 0.09, 0.12};

  /** How many runs there are: one to choose by for each step size, and the one that is told. */
  static final int RUNS = SCALES.size() * 2 * UPDATES.length * (STEP_SIZES.length + 1);

  void run(Streams streams) {
    for (Map.Entry<String, ScalePrior> scaled : SCALES) {
      measure(scaled.getKey(), new ScaleMixture(target, scaled.getValue()), streams.split());
    }
    draw();
    trials
        .run()
        .ranking(
            new Ranking(
                "ESS per 1,000 evaluations, by steps between draws of the scales",
                Ranking.Best.MOST,
                SCALES.stream()
                    .map(scaled -> Ranking.Column.of(scaled.getKey(), FIGURES, scaled.getKey()))
                    .toList()));
  }

  private void measure(String name, ScaleMixture mixture, Streams streams) {
    for (boolean trajectories : new boolean[] {true, false}) {
      for (int every : UPDATES) {
        Outcome best =
            trials.best(
                name,
                name,
                name + ": best",
                every,
                DoubleStream.of(STEP_SIZES)
                    .mapToObj(stepSize -> setting(trajectories, every, stepSize))
                    .toList(),
                setting -> outcome(mixture, setting, every, streams));
        trials
            .run()
            .figure(
                List.of(FIGURES, name),
                "%s %d".formatted(best.setting().method(), every),
                best.perThousand());
      }
    }
  }

  private void draw() {
    Rows rows =
        trials
            .table()
            .rows()
            .where("panel", SCALES.stream().map(each -> each.getKey() + ": best").toArray());
    for (Map.Entry<String, ScalePrior> scaled : SCALES) {
      trials
          .run()
          .panel(
              new Panel(
                  "Effective draws of %s per 1,000 evaluations".formatted(scaled.getKey()),
                  Axis.logarithmic("steps between draws of scales"),
                  rows.showing(Axis.logarithmic("ESS per 1,000"), "ess_per_1000_evaluations"),
                  rows.where("panel", scaled.getKey() + ": best")
                      .seriesBy(
                          "method", "steps_per_update", "ess_per_1000_evaluations", Mark.LINE)));
    }
  }

  /** Returns HMC of one trajectory between draws, or persistent Langevin. */
  private static Setting setting(boolean trajectories, int every, double stepSize) {
    return trajectories
        ? new Setting("hmc", stepSize, every, 0, 0)
        : new Setting(
            "persistent langevin non-reversible",
            stepSize,
            1,
            NonReversible.SHOWN_PERSISTENCE,
            NonReversible.SHOWN_DELTA);
  }

  private Outcome outcome(ScaleMixture mixture, Setting setting, int every, Streams streams) {
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
