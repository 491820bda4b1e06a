package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.continuous.HamiltonianMonteCarlo;
import dev.infill.evaluation.lab.continuous.ReplicatedGaussian;
import dev.infill.evaluation.lab.continuous.ScaleMixture;
import dev.infill.evaluation.lab.continuous.ScalePrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What drawing the scales of pairs anew after so many steps is worth: HMC can do so after a
 * trajectory, persistent Langevin after any step. A draw costs an evaluation more. Counted is the
 * smaller of two effective sample sizes, that of Σ log s and that of the sum of all coordinates.
 */
record NonReversibleScales(
    ReplicatedGaussian target, int chains, int evaluations, LabRun run, LabTable table) {
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

  /**
   * How the pairs move between draws of their scales.
   *
   * @param trajectories whether by HMC, in one trajectory, or by persistent Langevin
   */
  private record Method(boolean trajectories, String name, double persistence, double delta) {
    static Method of(boolean trajectories) {
      return trajectories
          ? new Method(true, "hmc", 0, 0)
          : new Method(
              false,
              "persistent langevin non-reversible",
              NonReversible.SHOWN_PERSISTENCE,
              NonReversible.SHOWN_DELTA);
    }

    int leapfrogSteps(int every) {
      return trajectories ? every : 1;
    }

    ScaleMixture.Moves moves(int every, double stepSize) {
      return (held, scale) ->
          new HamiltonianMonteCarlo(
              held, stepSize * scale, leapfrogSteps(every), persistence, NonReversible.rule(delta));
    }
  }

  /**
   * What a step size did: effective sample sizes per 1,000 evaluations.
   *
   * @param error the standard error of the smaller one
   */
  private record Outcome(
      double stepSize, double evaluations, double ofScales, double ofSums, double error) {
    double ess() {
      return Math.min(ofScales, ofSums);
    }
  }

  void run(Streams streams) {
    for (Map.Entry<String, ScalePrior> scaled : SCALES) {
      ScaleMixture mixture = new ScaleMixture(target, scaled.getValue());
      measure(scaled.getKey(), mixture, streams.split());
    }
    run.ranking(
        new Ranking(
            "ESS per 1,000 evaluations, by steps between draws of the scales",
            Ranking.Best.MOST,
            SCALES.stream()
                .map(scaled -> Ranking.Column.of(scaled.getKey(), FIGURES, scaled.getKey()))
                .toList()));
  }

  private void measure(String name, ScaleMixture mixture, Streams streams) {
    for (boolean trajectories : new boolean[] {true, false}) {
      Method method = Method.of(trajectories);
      for (int every : UPDATES) {
        List<Outcome> tried = new ArrayList<>();
        for (double stepSize : STEP_SIZES) {
          run.next(name);
          Outcome outcome = outcome(mixture, method, every, stepSize, streams);
          add(name, method, every, outcome);
          tried.add(outcome);
        }
        run.next(name);
        double chosen = Collections.max(tried, Comparator.comparingDouble(Outcome::ess)).stepSize();
        // The largest of noisy figures is too large: the one that is told is of another run.
        Outcome told = outcome(mixture, method, every, chosen, streams);
        add(name + ": best", method, every, told);
        run.figure(
            List.of(FIGURES, name),
            "%s %d".formatted(method.name(), every),
            told.ess(),
            told.error());
      }
    }
    run.panel(
        new Panel(
            "Effective draws of %s per 1,000 evaluations".formatted(name),
            Axis.logarithmic("steps between draws of scales"),
            Axis.logarithmic("ESS per 1,000"),
            table
                .rows()
                .where("panel", name + ": best")
                .seriesBy("method", "steps_per_update", "ess_per_1000_evaluations", Mark.LINE)));
  }

  private void add(String panel, Method method, int every, Outcome outcome) {
    table.add(
        panel,
        method.name(),
        method.delta() > 0 ? "non-reversible" : "reversible",
        outcome.stepSize(),
        method.leapfrogSteps(every),
        method.persistence(),
        method.delta(),
        every,
        "",
        outcome.ess() * outcome.evaluations() / 1_000,
        outcome.evaluations(),
        outcome.ess(),
        outcome.error(),
        outcome.ofScales(),
        outcome.ofSums());
  }

  private Outcome outcome(
      ScaleMixture mixture, Method method, int every, double stepSize, Streams streams) {
    int updates = evaluations / (every + 1);
    double made = (double) chains * updates * (every + 1);
    ScaleMixture.Moves moves = method.moves(every, stepSize);
    double[][] scales = new double[chains][updates];
    double[][] sums = new double[chains][updates];
    for (int chain = 0; chain < chains; chain++) {
      RandomGenerator random = streams.chains(1).get(0);
      ScaleMixture.State state = mixture.draw(random);
      for (int update = 0; update < updates; update++) {
        state = mixture.step(state, moves, every / method.leapfrogSteps(every), random);
        scales[chain][update] = state.logScale();
        sums[chain][update] = Arrays.stream(state.pairs().position()).sum();
      }
    }
    double ofScales = 1_000 * EffectiveSize.of(scales) / made;
    double ofSums = 1_000 * EffectiveSize.of(sums) / made;
    double error = 1_000 * EffectiveSize.errorOfSum(ofScales < ofSums ? scales : sums) / made;
    return new Outcome(stepSize, made, ofScales, ofSums, error);
  }
}
