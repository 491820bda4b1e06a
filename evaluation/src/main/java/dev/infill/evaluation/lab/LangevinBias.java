package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.StationaryDistribution;
import dev.infill.evaluation.statistics.StandardError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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

  /** A chain that moves less often is not simulated: it would stay near its start. */
  private static final int FEWEST_MOVES = 50;

  /** Groups of simulated chains that standard errors are from. */
  private static final int GROUPS = 10;

  /** α₀ / α of cDULA: as in that paper's experiments on Ising models, and a tenth. */
  private static final double[] INTERMEDIATES = {0.5, 0.1};

  /** The step size, one of the others, at which the biases of samplers are told. */
  private static final int SHOWN = 7;

  private static final double[] STEP_SIZES = {
    0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.25, 1.5, 2, 2.5, 3
  };
  private static final double[] CLOSENESS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1};

  private LangevinBias() {}

  static LabResult run(LabScale scale, long seed, LabListener listener) {
    Streams streams = Streams.of(seed);
    LabTable table =
        new LabTable(
            listener,
            "panel",
            "domain",
            "sampler",
            "step_size",
            "epsilon",
            "l1_exact",
            "l1_simulated",
            "l1_simulated_se",
            "bound",
            "log_rmse_of_mean");
    Map<String, Object> summary = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    List<Series> byStepSize = new ArrayList<>();
    List<Panel> intermediates = new ArrayList<>();
    long total = 2L * STEP_SIZES.length + CLOSENESS.length;
    long done = 0;
    for (boolean spins : new boolean[] {true, false}) {
      String domain = spins ? "spins" : "binary";
      Energy energy = spins ? IsingEnergy.of(2, 2, CONNECTIVITY, BIAS) : binaryIsing();
      Enumeration target = Enumeration.of(energy);
      List<Series.Point> exact = new ArrayList<>();
      List<Series.Point> simulated = new ArrayList<>();
      List<Series.Point> bounds = new ArrayList<>();
      boolean holds = true;
      for (double stepSize : STEP_SIZES) {
        listener.onProgress("DULA on " + domain, done++, total);
        DiscreteLangevin dula = dula(stepSize);
        double[][] matrix = matrix(dula, energy, target);
        double[] stationary = StationaryDistribution.of(matrix);
        double bias = 2 * target.totalVariation(stationary);
        Observed observed =
            moves(matrix, stationary) * steps(scale) < FEWEST_MOVES
                ? new Observed(Double.NaN, Double.NaN)
                : observed(dula, energy, target, scale, streams);
        double bound = boundOfLogQuadratic(target.logNormalizer(), stepSize, -2 * CONNECTIVITY);
        table.add(
            "step-size",
            domain,
            "dula",
            stepSize,
            "",
            bias,
            observed.distance(),
            observed.error(),
            bound,
            "");
        exact.add(new Series.Point(stepSize, bias));
        simulated.add(new Series.Point(stepSize, observed.distance(), observed.error()));
        bounds.add(new Series.Point(stepSize, bound));
        holds &= bias <= bound;
      }
      byStepSize.add(new Series(domain + ", exact", exact, Series.Mark.LINE));
      byStepSize.add(new Series(domain + ", simulated", simulated, Series.Mark.POINTS));
      byStepSize.add(new Series(domain + ", bound", bounds, Series.Mark.DASHED));
      Map<String, Object> biases = new LinkedHashMap<>();
      biases.put("dula", exact.get(SHOWN).y());
      List<Series> series = new ArrayList<>();
      series.add(new Series("dula", exact, Series.Mark.LINE));
      for (double ratio : INTERMEDIATES) {
        listener.onProgress("cDULA on " + domain, done, total);
        String sampler = "cdula " + ratio;
        List<Series.Point> points = new ArrayList<>();
        for (double stepSize : STEP_SIZES) {
          double bias =
              2 * target.totalVariation(stationary(cdula(stepSize, ratio), energy, target));
          table.add("step-size", domain, sampler, stepSize, "", bias, "", "", "", "");
          points.add(new Series.Point(stepSize, bias));
        }
        series.add(new Series(sampler, points, Series.Mark.LINE));
        biases.put(sampler, points.get(SHOWN).y());
      }
      intermediates.add(
          new Panel(
              "2 × 2 Ising model, %s, cDULA by α₀ / α".formatted(domain),
              Axis.linear("step size α"),
              Axis.linear("L1 distance"),
              series));
      summary.put(domain + "BiasAtStepSize" + STEP_SIZES[SHOWN], biases);
      lines.add(
          "2 x 2 Ising model, %s: bias at step size %s: %s"
              .formatted(domain, STEP_SIZES[SHOWN], Words.list(biases)));
      summary.put(domain + "BoundHolds", holds);
      summary.put(domain + "BiasAtSmallestStepSize", exact.get(0).y());
      summary.put(domain + "BiasAtLargestStepSize", exact.get(exact.size() - 1).y());
      lines.add(
          "2 x 2 Ising model, %s: bias %s at step size %s, %s at %s; bound of Theorem 5.1 %s"
              .formatted(
                  domain,
                  Words.figure(exact.get(0).y(), 3),
                  STEP_SIZES[0],
                  Words.figure(exact.get(exact.size() - 1).y(), 3),
                  STEP_SIZES[STEP_SIZES.length - 1],
                  holds ? "holds everywhere" : "BROKEN"));
    }
    Panel right = closeness(table, summary, lines, listener, done, total);
    summary.put("connectivity", CONNECTIVITY);
    summary.put("bias", BIAS);
    List<Panel> panels = new ArrayList<>();
    panels.add(
        new Panel(
            "2 × 2 Ising model, by step size",
            Axis.linear("step size α"),
            Axis.logarithmic("L1 distance"),
            byStepSize));
    panels.add(right);
    panels.addAll(intermediates);
    panels.add(preconditioned(scale, table, summary, lines));
    return LabResult.of(
        "Bias of DULA, L1 distance of its stationary distribution to the target",
        table,
        panels,
        summary,
        lines);
  }

  private static DiscreteLangevin dula(double stepSize) {
    return DiscreteLangevin.dula(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, stepSize);
  }

  /** Returns the same with intermediates, α₀ being so much of α. */
  private static DiscreteLangevin cdula(double stepSize, double ratio) {
    // Of numbers all forms are the same.
    return dula(stepSize)
        .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, ratio * stepSize));
  }

  private static double[] stationary(DiscreteLangevin dula, Energy energy, Enumeration target) {
    return StationaryDistribution.of(matrix(dula, energy, target));
  }

  private static Energy binaryIsing() {
    double[][] weights = new double[4][4];
    for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 3}, {2, 3}}) {
      weights[pair[0]][pair[1]] = CONNECTIVITY;
      weights[pair[1]][pair[0]] = CONNECTIVITY;
    }
    return LogQuadraticEnergy.of(
        Collections.nCopies(4, Ordinal.binary()), weights, new double[] {BIAS, BIAS, BIAS, BIAS});
  }

  /**
   * Z exp(−1/(2α) − λ_min/2) of Theorem 5.1. Its proof takes 1 for the smallest ‖θ − θ′‖², which
   * {0, 1} has; on {−1, +1} it is 4, and the bound the looser for it.
   */
  private static double boundOfLogQuadratic(
      double logNormalizer, double stepSize, double smallestEigenvalue) {
    return Math.exp(logNormalizer - 1 / (2 * stepSize) - smallestEigenvalue / 2);
  }

  private static double[][] matrix(DiscreteLangevin dula, Energy energy, Enumeration target) {
    Target sampled = Target.of(energy);
    List<State> states = target.space().states();
    double[][] matrix = new double[states.size()][states.size()];
    for (int from = 0; from < matrix.length; from++) {
      for (int to = 0; to < matrix.length; to++) {
        matrix[from][to] =
            Math.exp(dula.logProposalProbability(sampled, states.get(from), states.get(to)));
      }
    }
    return matrix;
  }

  private static int steps(LabScale scale) {
    return scale.choose(400, 5_000, 20_000);
  }

  /** Returns the share of steps that lead elsewhere. */
  private static double moves(double[][] matrix, double[] stationary) {
    double moves = 0;
    for (int state = 0; state < matrix.length; state++) {
      moves += stationary[state] * (1 - matrix[state][state]);
    }
    return moves;
  }

  /** A distance of simulated chains to the target, and its standard error. */
  private record Observed(double distance, double error) {}

  private static Observed observed(
      DiscreteLangevin dula, Energy energy, Enumeration target, LabScale scale, Streams streams) {
    int chains = scale.choose(50, 200, 1000);
    int steps = steps(scale);
    Population population =
        new KernelPopulation(
            energy,
            dula,
            streams.uniformStates(target.space().domains(), chains),
            streams.chains(chains));
    double[][] visits = new double[GROUPS][target.space().size()];
    int kept = steps - steps / 5;
    for (int step = 0; step < steps; step++) {
      population.step();
      if (step >= steps - kept) {
        List<State> states = population.states();
        for (int chain = 0; chain < chains; chain++) {
          visits[chain % GROUPS][target.space().indexOf(states.get(chain))]++;
        }
      }
    }
    double[] without =
        IntStream.range(0, GROUPS).mapToDouble(group -> distance(target, visits, group)).toArray();
    // The jackknife: what the distance is without each of the groups, which are independent.
    return new Observed(distance(target, visits, -1), (GROUPS - 1) * StandardError.ofMean(without));
  }

  /** Returns the distance of all groups but one to the target; −1 leaves none out. */
  private static double distance(Enumeration target, double[][] visits, int without) {
    double[] frequencies = new double[target.space().size()];
    double sum = 0;
    for (int group = 0; group < visits.length; group++) {
      for (int state = 0; state < frequencies.length; state++) {
        if (group != without) {
          frequencies[state] += visits[group][state];
          sum += visits[group][state];
        }
      }
    }
    double all = sum;
    return 2 * target.totalVariation(Arrays.stream(frequencies).map(n -> n / all).toArray());
  }

  /**
   * π(θ) ∝ exp(a θ² + b θ + 2 ε sin(θ π/2)) on {−1, +1}: the gradient's sine term vanishes at both
   * values, so that DULA does not see it, and is at most π ε away from linear elsewhere.
   */
  private static Panel closeness(
      LabTable table,
      Map<String, Object> summary,
      List<String> lines,
      LabListener listener,
      long before,
      long total) {
    List<Series.Point> exact = new ArrayList<>();
    List<Series.Point> whole = new ArrayList<>();
    List<Series.Point> withIntermediates = new ArrayList<>();
    List<Series.Point> certain = new ArrayList<>();
    double logNormalizer = Math.log(Math.exp(SQUARE + LINEAR) + Math.exp(SQUARE - LINEAR));
    Energy spin =
        LogQuadraticEnergy.of(
            List.of(Ordinal.spin()), new double[][] {{SQUARE}}, new double[] {LINEAR});
    // DULA sees the gradients of ε = 0 only. So does cDULA, as they lead away from 0: θᶜ = θ.
    Enumeration unperturbed = Enumeration.of(spin);
    double[][] matrix = matrix(dula(SPIN_STEP_SIZE), spin, unperturbed);
    double[] stationary = StationaryDistribution.of(matrix);
    double[] intermediate = stationary(cdula(SPIN_STEP_SIZE, INTERMEDIATES[0]), spin, unperturbed);
    double sensitivity = fundamentalNorm(matrix, stationary);
    boolean holds = true;
    long done = before;
    for (double epsilon : CLOSENESS) {
      listener.onProgress("distance from log-quadratic", done++, total);
      double up = 1 / (1 + Math.exp(-2 * LINEAR - 4 * epsilon));
      double bias = 2 * Math.abs(stationary[1] - up);
      double biasOfIntermediates = 2 * Math.abs(intermediate[1] - up);
      // |U − V| ≤ 2 ε on both values; ‖∇U − ∇V‖ ≤ π ε between them; ‖θ − θ′‖ ≤ 2.
      double asIs =
          2 * Math.expm1(2 * 2 * epsilon)
              + boundOfLogQuadratic(logNormalizer, SPIN_STEP_SIZE, SQUARE);
      double bound = asIs + 2 * sensitivity * Math.expm1(2 * Math.PI * epsilon);
      table.add("closeness", "spins", "dula", SPIN_STEP_SIZE, epsilon, bias, "", "", bound, "");
      table.add(
          "closeness",
          "spins",
          "cdula " + INTERMEDIATES[0],
          SPIN_STEP_SIZE,
          epsilon,
          biasOfIntermediates,
          "",
          "",
          "",
          "");
      withIntermediates.add(new Series.Point(epsilon, biasOfIntermediates));
      exact.add(new Series.Point(epsilon, bias));
      whole.add(new Series.Point(epsilon, bound));
      certain.add(new Series.Point(epsilon, asIs));
      holds &= bias <= asIs;
    }
    summary.put("closenessBoundHolds", holds);
    summary.put("closenessBiasAtSmallestEpsilon", exact.get(0).y());
    summary.put("closenessBiasAtLargestEpsilon", exact.get(exact.size() - 1).y());
    summary.put("closenessStepSize", SPIN_STEP_SIZE);
    lines.add(
        "one spin, step size %s: bias %s at epsilon %s, %s at %s; bound of Theorem 5.2 %s"
            .formatted(
                SPIN_STEP_SIZE,
                Words.figure(exact.get(0).y(), 3),
                CLOSENESS[0],
                Words.figure(exact.get(exact.size() - 1).y(), 3),
                CLOSENESS[CLOSENESS.length - 1],
                holds ? "holds everywhere" : "BROKEN"));
    return new Panel(
        "One spin, by distance from log-quadratic (α = %s)".formatted(SPIN_STEP_SIZE),
        Axis.logarithmic("ε"),
        Axis.logarithmic("L1 distance"),
        List.of(
            new Series("exact", exact, Series.Mark.LINE),
            new Series("bound", whole, Series.Mark.DASHED),
            new Series("its terms that are not 0", certain, Series.Mark.DASHED),
            new Series("cdula, exact", withIntermediates, Series.Mark.POINTS)));
  }

  /**
   * App. H: U = θᵀ diag(−0.001, −1000) θ on two spins, by α alone, and with the preconditioner g =
   * (1000, 0.001) as α g (Section 6) and as α g² (App. H). All four states have the same U, every
   * move is as likely as its way back, and what is estimated is the mean of each spin, which is 0.
   * The paper does not say from how many draws: as many are taken as give, independent, its figure.
   */
  private static Panel preconditioned(
      LabScale scale, LabTable table, Map<String, Object> summary, List<String> lines) {
    int draws = scale.choose(1_000, 250_000, 250_000);
    Energy energy =
        LogQuadraticEnergy.of(
            Collections.nCopies(2, Ordinal.spin()),
            new double[][] {{-0.001, 0}, {0, -1_000}},
            new double[2]);
    Enumeration target = Enumeration.of(energy);
    // The kernel has α gᵢ².
    Map<String, double[]> preconditioners = new LinkedHashMap<>();
    preconditioners.put("dula without preconditioner", new double[] {1, 1});
    preconditioners.put("dula by α g", new double[] {Math.sqrt(1_000), Math.sqrt(0.001)});
    preconditioners.put("dula by α g²", new double[] {1_000, 0.001});
    List<Series> series = new ArrayList<>();
    Map<String, Object> atOne = new LinkedHashMap<>();
    preconditioners.forEach(
        (sampler, scales) -> {
          List<Series.Point> points = new ArrayList<>();
          for (int exponent = -6; exponent <= 6; exponent++) {
            double stepSize = Math.pow(10, exponent);
            DiscreteLangevin kernel = dula(stepSize).withPreconditioner(scales);
            double error = logErrorOfMeans(matrix(kernel, energy, target), target, draws);
            table.add("preconditioner", "spins", sampler, stepSize, "", "", "", "", "", error);
            points.add(new Series.Point(stepSize, error));
            if (exponent == 0) {
              atOne.put(sampler, error);
            }
          }
          series.add(new Series(sampler, points, Series.Mark.LINE));
        });
    summary.put("preconditionerDraws", draws);
    summary.put("preconditionerLogRmseAtStepSize1", atOne);
    lines.add(
        "preconditioner of App. H, log RMSE of the means of %d draws at step size 1: %s"
            .formatted(draws, Words.list(atOne)));
    return new Panel(
        "Two spins of App. H: means of %,d draws".formatted(draws),
        Axis.logarithmic("step size α"),
        Axis.linear("log RMSE of the means"),
        series);
  }

  /**
   * Returns the log of the root mean square error of the means of all coordinates, which are 0, by
   * one chain that begins in π: exactly, from the autocovariances, the products of values and of
   * powers of the matrix.
   */
  private static double logErrorOfMeans(double[][] matrix, Enumeration target, int draws) {
    List<State> states = target.space().states();
    int coordinates = target.space().domains().size();
    double sum = 0;
    for (int i = 0; i < coordinates; i++) {
      double[] values = new double[states.size()];
      for (int k = 0; k < values.length; k++) {
        values[k] = ((Ordinal) target.space().domains().get(i)).value(states.get(k).get(i));
      }
      double[] ahead = values;
      for (int lag = 0; lag < draws; lag++) {
        double covariance = 0;
        for (int k = 0; k < values.length; k++) {
          covariance += target.probability(k) * values[k] * ahead[k];
        }
        sum += (lag == 0 ? 1 : 2) * (double) (draws - lag) * covariance;
        ahead = expected(matrix, ahead);
      }
    }
    return Math.log(sum / coordinates) / 2 - Math.log(draws);
  }

  /** Returns what a function has on average a step later, by state. */
  private static double[] expected(double[][] matrix, double[] values) {
    double[] expected = new double[values.length];
    for (int from = 0; from < expected.length; from++) {
      for (int to = 0; to < expected.length; to++) {
        expected[from] += matrix[from][to] * values[to];
      }
    }
    return expected;
  }

  /**
   * Returns the largest row sum of |(I − T + 1πᵀ)⁻¹|, the constant of Schweitzer's perturbation
   * bound, of a chain of two states.
   */
  private static double fundamentalNorm(double[][] matrix, double[] stationary) {
    double leaving = matrix[0][1] + matrix[1][0];
    double norm = 0;
    for (int from = 0; from < 2; from++) {
      double sum = 0;
      for (int to = 0; to < 2; to++) {
        double projection = stationary[to];
        sum += Math.abs(projection + ((from == to ? 1 : 0) - projection) / leaving);
      }
      norm = Math.max(norm, sum);
    }
    return norm;
  }
}
