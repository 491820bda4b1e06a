package dev.infill.evaluation.lab;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.evaluation.lab.continuous.ContinuousKernel;
import dev.infill.evaluation.lab.continuous.Density;
import dev.infill.evaluation.lab.continuous.HamiltonianMonteCarlo;
import dev.infill.evaluation.lab.continuous.RandomWalkMetropolis;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Settings of methods on real vectors, tried in turn, and what the best of them does.
 *
 * @param run is told every trial
 * @param table gets a row for each
 */
record NonReversibleTrials(LabRun run, LabTable table) {
  static final String HEADING =
      "panel,method,acceptance,step_size,leapfrog_steps,persistence,delta,steps_per_update,"
          + "rejection_rate,ess,evaluations,ess_per_1000_evaluations,ess_per_1000_evaluations_se,"
          + "ess_of_scales_per_1000_evaluations,ess_of_sums_per_1000_evaluations";

  /**
   * A method with its sizes.
   *
   * @param method its name
   * @param stepSize ε, or the scale of a random walk
   * @param leapfrogSteps L; 0 is a random walk
   * @param persistence α of the momentum
   * @param delta δ of the uniform number, 0 for one that is drawn anew
   */
  record Setting(
      String method, double stepSize, int leapfrogSteps, double persistence, double delta) {
    /** Returns all sizes of every method of the ladder. */
    static List<Setting> ladder() {
      List<Setting> all = new ArrayList<>();
      for (boolean kept : new boolean[] {false, true}) {
        String suffix = kept ? " non-reversible" : "";
        double delta = kept ? 0.03 : 0;
        for (double scale : new double[] {0.03, 0.05, 0.07, 0.1}) {
          all.add(new Setting("metropolis" + suffix, scale, 0, 0, delta));
        }
        for (double stepSize : new double[] {0.04, 0.06, 0.08, 0.11}) {
          all.add(new Setting("langevin" + suffix, stepSize, 1, 0, delta));
        }
        for (double stepSize : new double[] {0.06, 0.09, 0.12}) {
          for (int steps : new int[] {10, 20}) {
            all.add(new Setting("hmc" + suffix, stepSize, steps, 0, delta));
          }
        }
        for (double stepSize : new double[] {0.015, 0.03, 0.045, 0.06, 0.08}) {
          for (double persistence : new double[] {0.95, 0.98, 0.99}) {
            // δ near 1 − α, as Neal advises.
            double own = kept ? 1 - persistence : 0;
            all.add(new Setting("persistent langevin" + suffix, stepSize, 1, persistence, own));
          }
        }
      }
      return all;
    }

    ContinuousKernel kernel(Density target) {
      return kernel(target, 1);
    }

    /** Returns the kernel whose ε is a multiple of this one. */
    ContinuousKernel kernel(Density target, double scale) {
      AcceptanceRule rule =
          delta > 0 ? AcceptanceRule.nonReversible(delta) : AcceptanceRule.REVERSIBLE;
      return leapfrogSteps == 0
          ? new RandomWalkMetropolis(target, scale * stepSize, rule)
          : new HamiltonianMonteCarlo(target, scale * stepSize, leapfrogSteps, persistence, rule);
    }
  }

  /**
   * What a setting did.
   *
   * @param rejections the share of proposals that were refused; NaN if it is not counted
   * @param perThousand the effective sample size per 1,000 evaluations
   * @param ofParts those that this is the smaller one of; none if there is one alone
   */
  record Outcome(
      Setting setting,
      double rejections,
      double evaluations,
      Mean perThousand,
      List<Double> ofParts) {}

  /**
   * Tries settings, and measures the best again: the largest of noisy figures is too large.
   *
   * @param part what is told of the work
   * @param panel of the rows of all trials
   * @param bestPanel of the row of the best
   * @param every steps between updates; an empty text where there are none
   */
  Outcome best(
      String part,
      String panel,
      String bestPanel,
      Object every,
      List<Setting> settings,
      Function<Setting, Outcome> measure) {
    List<Outcome> tried = new ArrayList<>();
    for (Setting setting : settings) {
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
    Setting setting = outcome.setting();
    boolean hasParts = !outcome.ofParts().isEmpty();
    table.add(
        panel,
        setting.method(),
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
}
