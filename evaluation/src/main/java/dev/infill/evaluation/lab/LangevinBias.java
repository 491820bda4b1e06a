package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The bias of DULA (Zhang, Liu &amp; Liu 2022, Figure 1), exactly, from the stationary distribution
 * of its transition matrix, beside the bounds of Theorems 5.1 and 5.2; and that of cDULA (Figure 2
 * of the paper on discrete Langevin samplers via continuous intermediates). Also the example of the
 * preconditioner (App. H of the former).
 */
final class LangevinBias {
  private static final double CONNECTIVITY = 0.1;
  private static final double BIAS = 0.2;

  /** App. I.1: a and b of the one spin. */
  private static final double SQUARE = 1;

  private static final double LINEAR = 0.1;
  private static final double SPIN_STEP_SIZE = 0.5;

  /** α₀ / α of cDULA: as in that paper's experiments on Ising models, and a tenth. */
  private static final List<Double> INTERMEDIATES = List.of(0.5, 0.1);

  private static final List<Double> STEP_SIZES =
      List.of(0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0);
  private static final List<Double> EPSILONS =
      List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0);

  /** The step size, one of the others, at which the biases of samplers are told. */
  private static final double SHOWN = 0.5;

  private static final String AT_SHOWN = "BiasAtStepSize" + SHOWN;

  private static final Axis LOG_DISTANCE = Axis.logarithmic("L1 distance");

  private LangevinBias() {}

  static LabResult run(LabRun run) {
    run.setting("connectivity", CONNECTIVITY);
    run.setting("bias", BIAS);
    LabTable table =
        run.table(
            "panel,domain,sampler,step_size,epsilon,l1_exact,l1_simulated,l1_simulated_se,"
                + "bound,log_rmse_of_mean");
    run.total(
        2L * STEP_SIZES.size() * (1 + INTERMEDIATES.size())
            + EPSILONS.size()
            + Preconditioners.RUNS);
    SimulatedChains simulated =
        new SimulatedChains(
            run.size("simulatedChains", 50, 200, 1_000),
            run.size("simulatedSteps", 400, 5_000, 20_000),
            run.streams());
    Energy ofSpins = IsingEnergy.of(2, 2, CONNECTIVITY, BIAS);
    byStepSize(run, table, "spins", ofSpins, simulated);
    byIntermediates(run, table, "spins", ofSpins);
    byStepSize(run, table, "binary", binaryIsing(), simulated);
    byIntermediates(run, table, "binary", binaryIsing());
    Rows all = table.rows();
    List<Series> dula = new ArrayList<>(ofDula("spins", all, Marker.of(0)));
    dula.addAll(ofDula("binary", all, Marker.of(1)));
    Axis across = Axis.linear("step size α");
    run.panel(new Panel("2 × 2 Ising model, by step size", across, LOG_DISTANCE, dula));
    closeness(run, table);
    for (String domain : List.of("spins", "binary")) {
      run.panel(
          new Panel(
              "2 × 2 Ising model, %s, cDULA by α₀ / α".formatted(domain),
              across,
              all.showing(Axis.linear("L1 distance"), "l1_exact"),
              all.where("domain", domain).seriesBy("sampler", "step_size", "l1_exact", Mark.LINE)));
    }
    run.ranking(
        Ranking.of(
            "bias on a 2 × 2 Ising model at step size " + SHOWN,
            Best.LEAST,
            Column.of("spins", "spins" + AT_SHOWN),
            Column.of("binary", "binary" + AT_SHOWN)));
    Preconditioners.run(run, table);
    return run.result(
        "Bias of DULA, L1 distance of its stationary distribution to the target", table);
  }

  /** DULA: exact, simulated, and the bound of Theorem 5.1. */
  private static void byStepSize(
      LabRun run, LabTable table, String domain, Energy energy, SimulatedChains simulated) {
    Enumeration target = Enumeration.of(energy);
    List<Double> biases = new ArrayList<>();
    boolean holds = true;
    for (double stepSize : STEP_SIZES) {
      run.next("DULA on " + domain);
      DiscreteLangevin dula = dula(stepSize);
      TransitionMatrix matrix = TransitionMatrix.of(dula, energy, target);
      double bias = 2 * target.totalVariation(matrix.stationary());
      Mean observed = simulated.distance(dula, energy, target, matrix);
      double bound = boundOfLogQuadratic(target.logNormalizer(), stepSize, -2 * CONNECTIVITY);
      table.add(
          "step-size",
          domain,
          "dula",
          stepSize,
          "",
          bias,
          observed.value(),
          observed.error(),
          bound,
          "");
      biases.add(bias);
      holds &= bias <= bound;
    }
    run.figure(List.of(domain + AT_SHOWN), "dula", biases.get(STEP_SIZES.indexOf(SHOWN)));
    run.told(domain + "BoundHolds", domain + ": bound of Theorem 5.1 holds everywhere", holds);
    run.told(
        domain + "BiasAtSmallestStepSize",
        "%s: bias of DULA at step size %s".formatted(domain, STEP_SIZES.get(0)),
        biases.get(0));
    run.told(
        domain + "BiasAtLargestStepSize",
        "%s: bias of DULA at step size %s".formatted(domain, STEP_SIZES.get(STEP_SIZES.size() - 1)),
        biases.get(biases.size() - 1));
  }

  private static List<Series> ofDula(String domain, Rows all, Marker marker) {
    Rows rows = all.where("panel", "step-size").where("domain", domain).where("sampler", "dula");
    return Stream.of(
            rows.series(domain + ", exact", "step_size", "l1_exact", Mark.LINE),
            rows.series(domain + ", simulated", "step_size", "l1_simulated", Mark.POINTS),
            rows.series(domain + ", bound", "step_size", "bound", Mark.DASHED))
        .map(each -> new Series(each.name(), each.points(), each.mark(), marker))
        .toList();
  }

  private static void byIntermediates(LabRun run, LabTable table, String domain, Energy energy) {
    Enumeration target = Enumeration.of(energy);
    for (double ratio : INTERMEDIATES) {
      String sampler = "cdula " + ratio;
      for (double stepSize : STEP_SIZES) {
        run.next("cDULA on " + domain);
        TransitionMatrix matrix = TransitionMatrix.of(cdula(stepSize, ratio), energy, target);
        double bias = 2 * target.totalVariation(matrix.stationary());
        table.add("step-size", domain, sampler, stepSize, "", bias, "", "", "", "");
        if (stepSize == SHOWN) {
          run.figure(List.of(domain + AT_SHOWN), sampler, bias);
        }
      }
    }
  }

  static DiscreteLangevin dula(double stepSize) {
    return DiscreteLangevin.dula(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, stepSize);
  }

  /** Returns the same with intermediates, α₀ being so much of α. */
  private static DiscreteLangevin cdula(double stepSize, double ratio) {
    // Of numbers all forms are the same.
    return dula(stepSize)
        .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, ratio * stepSize));
  }

  private static Energy binaryIsing() {
    return LogQuadraticEnergy.of(
        Collections.nCopies(4, Ordinal.binary()),
        IsingEnergy.weights(2, 2, CONNECTIVITY),
        new double[] {BIAS, BIAS, BIAS, BIAS});
  }

  /**
   * Z exp(−1/(2α) − λ_min/2) of Theorem 5.1. Its proof takes 1 for the smallest ‖θ − θ′‖², which
   * {0, 1} has; on {−1, +1} it is 4, and the bound the looser for it.
   */
  private static double boundOfLogQuadratic(
      double logNormalizer, double stepSize, double smallestEigenvalue) {
    return Math.exp(logNormalizer - 1 / (2 * stepSize) - smallestEigenvalue / 2);
  }

  /**
   * π(θ) ∝ exp(a θ² + b θ + 2 ε sin(θ π/2)) on {−1, +1}: the gradient's sine term vanishes at both
   * values, so that DULA does not see it, and is at most π ε away from linear elsewhere.
   */
  private static void closeness(LabRun run, LabTable table) {
    double logNormalizer = Math.log(Math.exp(SQUARE + LINEAR) + Math.exp(SQUARE - LINEAR));
    Energy spin =
        LogQuadraticEnergy.of(
            List.of(Ordinal.spin()), new double[][] {{SQUARE}}, new double[] {LINEAR});
    // DULA sees the gradients of ε = 0 only. So does cDULA, as they lead away from 0: θᶜ = θ.
    Enumeration unperturbed = Enumeration.of(spin);
    TransitionMatrix ofDula = TransitionMatrix.of(dula(SPIN_STEP_SIZE), spin, unperturbed);
    TransitionMatrix ofIntermediates =
        TransitionMatrix.of(cdula(SPIN_STEP_SIZE, INTERMEDIATES.get(0)), spin, unperturbed);
    String cdula = "cdula " + INTERMEDIATES.get(0);
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
            LOG_DISTANCE,
            List.of(
                rows.where("sampler", "dula").series("exact", "epsilon", "l1_exact", Mark.LINE),
                rows.where("sampler", "dula").series("bound", "epsilon", "bound", Mark.DASHED),
                new Series("its terms that are not 0", certain, Mark.DASHED),
                rows.where("sampler", cdula)
                    .series("cdula, exact", "epsilon", "l1_exact", Mark.POINTS))));
  }
}
