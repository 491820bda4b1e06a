package dev.infill.evaluation.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of {@link LangevinBias} (Zhang, Liu &amp; Liu 2022, App. H): U = θᵀ diag(−0.001, −1000) θ
 * on two spins, by α alone, and with the preconditioner g = (1000, 0.001) as α g (Section 6) and as
 * α g² (App. H). All four states have the same U, every move is as likely as its way back, and what
 * is estimated is the mean of each spin, which is 0. The paper does not say from how many draws: as
 * many are taken as give, independent, its figure.
 */
final class Preconditioners {
  private static final int LARGEST_EXPONENT = 6;

  /** How many times the work is told. */
  static final int RUNS = 3 * (2 * LARGEST_EXPONENT + 1);

  private static final String AT_ONE = "preconditionerLogRmseAtStepSize1";

  private Preconditioners() {}

  static void run(LabRun run, LabTable table) {
    int draws = run.size("preconditionerDraws", 1_000, 250_000, 250_000);
    Energy energy =
        LogQuadraticEnergy.of(
            Collections.nCopies(2, Ordinal.spin()),
            new double[][] {{-0.001, 0}, {0, -1_000}},
            new double[2]);
    Enumeration target = Enumeration.of(energy);
    // The kernel has α gᵢ².
    Map<String, double[]> scales = new LinkedHashMap<>();
    scales.put("dula without preconditioner", new double[] {1, 1});
    scales.put("dula by α g", new double[] {Math.sqrt(1_000), Math.sqrt(0.001)});
    scales.put("dula by α g²", new double[] {1_000, 0.001});
    scales.forEach(
        (sampler, g) -> {
          for (int exponent = -LARGEST_EXPONENT; exponent <= LARGEST_EXPONENT; exponent++) {
            run.next(sampler);
            double stepSize = Math.pow(10, exponent);
            TransitionMatrix matrix =
                TransitionMatrix.of(
                    LangevinBias.dula(stepSize).withPreconditioner(g), energy, target);
            double error = logErrorOfMeans(matrix, target, draws);
            table.add("preconditioner", "spins", sampler, stepSize, "", "", "", "", "", error);
            if (exponent == 0) {
              run.figure(List.of(AT_ONE), sampler, error);
            }
          }
        });
    run.ranking(
        Ranking.of(
            "preconditioner of App. H, means of %d draws at step size 1".formatted(draws),
            Best.LEAST,
            Column.of("log RMSE", AT_ONE)));
    run.panel(
        new Panel(
            "Two spins of App. H: means of %,d draws".formatted(draws),
            Axis.logarithmic("step size α"),
            Axis.linear("log RMSE of the means"),
            table
                .rows()
                .where("panel", "preconditioner")
                .seriesBy("sampler", "step_size", "log_rmse_of_mean", Mark.LINE)));
  }

  /**
   * Returns the log of the root mean square error of the means of all coordinates, which are 0, by
   * one chain that begins in π: exactly, from the autocovariances, the products of values and of
   * powers of the matrix.
   */
  private static double logErrorOfMeans(TransitionMatrix matrix, Enumeration target, int draws) {
    List<State> states = target.space().states();
    List<Domain> coordinates = target.space().domains();
    double sum = 0;
    for (int i = 0; i < coordinates.size(); i++) {
      double[] values = new double[states.size()];
      for (int k = 0; k < values.length; k++) {
        values[k] = ((Ordinal) coordinates.get(i)).value(states.get(k).get(i));
      }
      double[] ahead = values;
      for (int lag = 0; lag < draws; lag++) {
        double covariance = 0;
        for (int k = 0; k < values.length; k++) {
          covariance += target.probability(k) * values[k] * ahead[k];
        }
        sum += (lag == 0 ? 1 : 2) * (double) (draws - lag) * covariance;
        ahead = matrix.expected(ahead);
      }
    }
    return Math.log(sum / coordinates.size()) / 2 - Math.log(draws);
  }
}
