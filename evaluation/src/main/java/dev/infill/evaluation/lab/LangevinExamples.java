package dev.infill.evaluation.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.energy.TransitionMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Two examples beside the lattice of {@link LangevinBias}, on one spin and on two (Zhang, Liu &amp;
 * Liu 2022).
 */
final class LangevinExamples {
  /** App. I.1: a and b of the one spin. */
  private static final double SQUARE = 1;

  private static final double LINEAR = 0.1;
  private static final double SPIN_STEP_SIZE = 0.5;
  private static final List<Double> EPSILONS =
      List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0);

  private static final int LARGEST_EXPONENT = 6;
  private static final String AT_ONE = "preconditionerLogRmseAtStepSize1";

  /** How many times {@link LabRun#next} is called. */
  static final int RUNS = EPSILONS.size() + 3 * (2 * LARGEST_EXPONENT + 1);

  private LangevinExamples() {}

  /**
   * π(θ) ∝ exp(a θ² + b θ + 2 ε sin(θ π/2)) on {−1, +1}: the gradient's sine term vanishes at both
   * values, so that DULA does not see it, and is at most π ε away from linear elsewhere.
   */
  static void oneSpin(LabRun run, LabTable table) {
    double logNormalizer = Math.log(Math.exp(SQUARE + LINEAR) + Math.exp(SQUARE - LINEAR));
    Energy spin =
        new LogQuadraticEnergy(
            List.of(Ordinal.spin()), new double[][] {{SQUARE}}, new double[] {LINEAR});
    // DULA sees the gradients of ε = 0 only. So does cDULA, as they lead away from 0: θᶜ = θ.
    StateSpace states = new StateSpace(spin.domains());
    TransitionMatrix ofDula = TransitionMatrix.of(LangevinBias.dula(SPIN_STEP_SIZE), spin, states);
    TransitionMatrix ofIntermediates =
        TransitionMatrix.of(
            LangevinBias.cdula(SPIN_STEP_SIZE, LangevinBias.INTERMEDIATES.get(0)), spin, states);
    String cdula = "cdula " + LangevinBias.INTERMEDIATES.get(0);
    List<Series.Point> certain = new ArrayList<>();
    boolean holds = true;
    for (double epsilon : EPSILONS) {
      run.next("distance from log-quadratic");
      double up = 1 / (1 + Math.exp(-2 * LINEAR - 4 * epsilon));
      double bias = 2 * Math.abs(ofDula.stationary()[1] - up);
      // |U − V| ≤ 2 ε on both values; ‖∇U − ∇V‖ ≤ π ε between them; ‖θ − θ′‖ ≤ 2.
      double asIs =
          2 * Math.expm1(2 * 2 * epsilon)
              + boundOfLogQuadratic(logNormalizer, SPIN_STEP_SIZE, SQUARE);
      double bound = asIs + 2 * ofDula.sensitivity() * Math.expm1(2 * Math.PI * epsilon);
      table.add("closeness", "spins", "dula", SPIN_STEP_SIZE, epsilon, bias, "", "", bound, "");
      double other = 2 * Math.abs(ofIntermediates.stationary()[1] - up);
      table.add("closeness", "spins", cdula, SPIN_STEP_SIZE, epsilon, other, "", "", "", "");
      certain.add(new Series.Point(epsilon, asIs));
      holds &= bias <= asIs;
    }
    Rows rows = table.rows().where("panel", "closeness");
    double[] biases = rows.where("sampler", "dula").numbers("l1_exact");
    run.setting("closenessStepSize", SPIN_STEP_SIZE);
    run.told("closenessBoundHolds", "one spin: bound of Theorem 5.2 holds everywhere", holds);
    run.told("closenessBiasAtSmallestEpsilon", "one spin: bias of DULA at ε = 0.01", biases[0]);
    run.told(
        "closenessBiasAtLargestEpsilon",
        "one spin: bias of DULA at ε = 1",
        biases[biases.length - 1]);
    run.panel(
        new Panel(
            "One spin, by distance from log-quadratic (α = %s)".formatted(SPIN_STEP_SIZE),
            Axis.logarithmic("ε"),
            LangevinBias.LOG_DISTANCE,
            List.of(
                rows.where("sampler", "dula").series("exact", "epsilon", "l1_exact", Mark.LINE),
                rows.where("sampler", "dula").series("bound", "epsilon", "bound", Mark.DASHED),
                new Series("its terms that are not 0", certain, Mark.DASHED),
                rows.where("sampler", cdula)
                    .series("cdula, exact", "epsilon", "l1_exact", Mark.POINTS))));
  }

  /**
   * Z exp(−1/(2α) − λ_min/2) of Theorem 5.1. Its proof takes 1 for the smallest ‖θ − θ′‖², which
   * {0, 1} has; on {−1, +1} it is 4, and the bound the looser for it.
   */
  static double boundOfLogQuadratic(
      double logNormalizer, double stepSize, double smallestEigenvalue) {
    return Math.exp(logNormalizer - 1 / (2 * stepSize) - smallestEigenvalue / 2);
  }

  /**
   * App. H: U = θᵀ diag(−0.001, −1000) θ on two spins, by α alone, and with the preconditioner g =
   * (1000, 0.001) as α g (Section 6) and as α g² (App. H). All four states have the same U, every
   * move is as likely as its way back, and the mean of each spin, which is 0, is estimated. The
   * paper does not say how many draws it took. The number here gives its figure if draws are
   * independent.
   */
  static void twoSpins(LabRun run, LabTable table) {
    int draws = run.size("preconditionerDraws", 1_000, 250_000, 250_000);
    Energy energy =
        new LogQuadraticEnergy(
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
                    LangevinBias.dula(stepSize).withPreconditioner(g), energy, target.space());
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
