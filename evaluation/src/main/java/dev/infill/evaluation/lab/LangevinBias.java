package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
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
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.energy.TransitionMatrix;
import dev.infill.evaluation.lab.sampler.KernelPopulation;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The bias of DULA (Zhang, Liu &amp; Liu 2022, Figure 1), exactly, from the stationary distribution
 * of its transition matrix, beside the bounds of Theorems 5.1 and 5.2; and that of cDULA (Figure 2
 * of the paper on discrete Langevin samplers via continuous intermediates). Also the two {@link
 * LangevinExamples}.
 */
final class LangevinBias {
  private static final double CONNECTIVITY = 0.1;
  private static final double BIAS = 0.2;

  /** α₀ / α of cDULA: as in that paper's experiments on Ising models, and a tenth. */
  static final List<Double> INTERMEDIATES = List.of(0.5, 0.1);

  private static final List<Double> STEP_SIZES =
      List.of(0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0);

  /** The step size, one of the others, at which the biases of samplers are told. */
  private static final double SHOWN = 0.5;

  private static final String AT_SHOWN = "BiasAtStepSize" + SHOWN;

  static final Axis LOG_DISTANCE = Axis.logarithmic("L1 distance");

  private LangevinBias() {}

  static LabResult run(LabRun run) {
    run.setting("connectivity", CONNECTIVITY);
    run.setting("bias", BIAS);
    LabTable table =
        run.table(
            "panel,domain,sampler,step_size,epsilon,l1_exact,l1_simulated,l1_simulated_se,"
                + "bound,log_rmse_of_mean");
    run.total(2L * STEP_SIZES.size() * (1 + INTERMEDIATES.size()) + LangevinExamples.RUNS);
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
    LangevinExamples.oneSpin(run, table);
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
    LangevinExamples.twoSpins(run, table);
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
      TransitionMatrix matrix = TransitionMatrix.of(dula, energy, target.space());
      double bias = 2 * target.totalVariation(matrix.stationary());
      Mean observed = simulated.distance(dula, energy, target, matrix);
      double bound =
          LangevinExamples.boundOfLogQuadratic(target.logNormalizer(), stepSize, -2 * CONNECTIVITY);
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
        TransitionMatrix matrix =
            TransitionMatrix.of(cdula(stepSize, ratio), energy, target.space());
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
  static DiscreteLangevin cdula(double stepSize, double ratio) {
    // Of numbers all forms are the same.
    return dula(stepSize)
        .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, ratio * stepSize));
  }

  private static Energy binaryIsing() {
    return new LogQuadraticEnergy(
        Collections.nCopies(4, Ordinal.binary()),
        IsingEnergy.weights(2, 2, CONNECTIVITY),
        new double[] {BIAS, BIAS, BIAS, BIAS});
  }

  /**
   * The distance of simulated chains to a target, without their first fifth.
   *
   * @param chains how many
   * @param steps of each
   * @param streams their random numbers
   */
  private record SimulatedChains(int chains, int steps, Streams streams) {
    /** Chains that move less often are not simulated: they would stay near their starts. */
    private static final int FEWEST_MOVES = 50;

    /** Groups of chains that standard errors are from. */
    private static final int GROUPS = 10;

    /** Returns the L1 distance; NaN where chains hardly move. */
    Mean distance(
        DiscreteLangevin dula, Energy energy, Enumeration target, TransitionMatrix matrix) {
      if (matrix.moves() * steps < FEWEST_MOVES) {
        return new Mean(Double.NaN, Double.NaN);
      }
      double[][] visits = visits(dula, energy, target.space());
      double[] without =
          IntStream.range(0, GROUPS)
              .mapToDouble(group -> distance(target, visits, group))
              .toArray();
      // The jackknife: what the distance is without each of the groups, which are independent.
      return new Mean(distance(target, visits, -1), (GROUPS - 1) * Mean.of(without).error());
    }

    /** Returns how often each group was at each state. */
    private double[][] visits(DiscreteLangevin dula, Energy energy, StateSpace space) {
      Population population =
          new KernelPopulation(
              energy, dula, streams.uniformStates(space.domains(), chains), streams.chains(chains));
      double[][] visits = new double[GROUPS][space.size()];
      population.steps(steps / 5);
      for (int step = steps / 5; step < steps; step++) {
        population.step();
        List<State> states = population.states();
        for (int chain = 0; chain < chains; chain++) {
          visits[chain % GROUPS][space.indexOf(states.get(chain))]++;
        }
      }
      return visits;
    }

    /** Returns the distance of all groups but one to the target; −1 leaves none out. */
    private static double distance(Enumeration target, double[][] visits, int without) {
      double[] frequencies = new double[target.space().size()];
      for (int group = 0; group < visits.length; group++) {
        for (int state = 0; state < frequencies.length; state++) {
          frequencies[state] += group == without ? 0 : visits[group][state];
        }
      }
      double all = Arrays.stream(frequencies).sum();
      return 2 * target.totalVariation(Arrays.stream(frequencies).map(n -> n / all).toArray());
    }
  }
}
