package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.SPINS;

import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.continuous.Adam;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.TorusGibbs;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Learning an Ising model by persistent contrastive divergence (Zhang, Liu &amp; Liu 2022, Figure 5
 * and App. I.4): the root mean square error of the learned Ŵ, with Adam, an ℓ1 penalty and a buffer
 * of chains that go on from iteration to iteration; and that error at the end by the steps of the
 * sampler an iteration (Figure 5c).
 *
 * <p>The papers do not say which couplings the data have. Chosen is U(θ) = θᵀ W θ on a torus, Wᵢⱼ =
 * 1/8 for neighbours and 0 for others, without a field: W is symmetric, so that every pair of
 * neighbours adds 2 Wᵢⱼ θᵢ θⱼ = θᵢ θⱼ / 4 to U. The error is that of the entries of W, the diagonal
 * (0, and not learned) included.
 */
final class IsingLearning {
  /** Wᵢⱼ of neighbours; a pair of them adds twice as much to U. */
  private static final double CONNECTIVITY = 0.125;

  private static final double LEARNING_RATE = 0.001;
  private static final double PENALTY = 0.01;
  private static final String ENDS = "logRmseAtEndByStepsPerIteration";

  /** Steps of the sampler in an iteration, and of a cycle of ACS. */
  private static final int STEPS = 5;

  private static final List<LabSampler> SAMPLERS =
      SPINS
          .atRandom()
          .withCycle(STEPS)
          .all(
              """
              gibbs-1, gwg-1, cgwg-1 0.01, dula 0.1, dula 0.2, cdula 0.2/0.01, cdula 0.2/0.1,
              dmala 0.15, dmala 0.2, cdmala 0.2/0.01, acs 2-0.2\
              """);

  /** Those that few and many steps an iteration are compared with. */
  private static final List<LabSampler> VARIED =
      SPINS.atRandom().all("gibbs-1, gwg-1, dula 0.1, dmala 0.15");

  private IsingLearning() {}

  static LabResult run(LabRun run) {
    int side = run.size("side", 3, 6, 25);
    run.setting("connectivity", CONNECTIVITY);
    int instances = run.size("instances", 200, 2_000, 2_000);
    int sweeps = run.size("sweeps", 50, 500, 1_600);
    int buffer = run.size("chains", 20, 100, 256);
    int iterations = run.size("iterations", 30, 1_500, 10_000);
    int samplerSteps = run.size("stepsPerIteration", 2, STEPS, STEPS);
    int mostSteps = run.size("mostStepsPerIteration", 5, 50, 100);
    List<Integer> stepsPerIteration =
        Stream.of(1, 5, 10, 25, 50, 100).filter(steps -> steps <= mostSteps).toList();
    run.total(
        ((long) SAMPLERS.size() + (long) VARIED.size() * stepsPerIteration.size()) * iterations);
    List<State> data =
        new TorusGibbs(side, CONNECTIVITY).draw(instances, sweeps, run.streams().chains(1).get(0));
    LabTable table = run.table("sampler,iteration,seconds,log_rmse");
    Curves curves = new Curves(run, Curves.checkpoints(iterations), table);
    for (LabSampler sampler : SAMPLERS) {
      Mean end =
          curves.add(sampler.label(), learning(run, sampler, side, data, buffer, samplerSteps));
      run.figure(List.of("logRmseAtEnd"), sampler.label(), end);
    }
    Axis axis = Axis.linear("log RMSE of the couplings");
    curves.draw("", table.rows(), Axis.linear("iterations"), Axis.linear("seconds"), axis);
    List<Series> bySteps = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int steps : stepsPerIteration) {
      columns.add(Column.of(String.valueOf(steps), ENDS, String.valueOf(steps)));
    }
    for (LabSampler sampler : VARIED) {
      List<Series.Point> points = new ArrayList<>();
      for (int steps : stepsPerIteration) {
        Mean end =
            curves.addEnd(
                "%s by %d steps".formatted(sampler.label(), steps),
                learning(run, sampler, side, data, buffer, steps));
        points.add(new Series.Point(steps, end.value()));
        run.figure(List.of(ENDS, String.valueOf(steps)), sampler.label(), end);
      }
      bySteps.add(new Series(sampler.label(), points, Series.Mark.LINE));
    }
    run.panel(
        new Panel(
            "After %d iterations, by steps".formatted(iterations),
            Axis.logarithmic("steps of the sampler an iteration"),
            axis,
            bySteps));
    Couplings untrained = new Couplings(side, List.of());
    run.told("logRmseAtStart", "log RMSE at the start", untrained.figure().value());
    run.ranking(
        Ranking.of(
            "couplings after %d iterations".formatted(iterations),
            Best.LEAST,
            Column.of("log RMSE", "logRmseAtEnd")));
    run.ranking(
        new Ranking(
            "log RMSE by the number of the sampler's steps an iteration", Best.LEAST, columns));
    return run.result("Couplings of a %d × %d Ising model, learned".formatted(side, side), table);
  }

  /** All samplers start at the same states. */
  private static PersistentLearning learning(
      LabRun run, LabSampler sampler, int side, List<State> data, int chains, int steps) {
    Streams streams = run.streams(0);
    Couplings couplings = new Couplings(side, data);
    List<? extends RandomGenerator> random = streams.chains(chains);
    return new PersistentLearning(
        sampler,
        couplings,
        steps,
        () -> data,
        streams.root(),
        random,
        streams.uniformStates(couplings.energy().domains(), chains));
  }

  /** Couplings on their way. */
  private static final class Couplings implements PersistentLearning.Model {
    private final double[][] truth;
    private final int spins;
    private final double[] data;
    private final double[] parameters;
    private final Adam adam;

    Couplings(int side, List<State> data) {
      this.truth = IsingEnergy.torusWeights(side, side, CONNECTIVITY);
      this.spins = truth.length;
      this.data = correlations(data);
      this.parameters = new double[spins * (spins - 1) / 2];
      this.adam = new Adam(parameters.length, LEARNING_RATE);
    }

    @Override
    public SmoothEnergy energy() {
      return new LogQuadraticEnergy(
          Collections.nCopies(spins, Ordinal.spin()), weights(), new double[spins]);
    }

    /** The derivative of the mean of U by Ŵᵢⱼ = Ŵⱼᵢ is 2 E[θᵢ θⱼ]. */
    @Override
    public void learn(List<State> all, List<State> samples) {
      double[] model = correlations(samples);
      double[] gradient = new double[parameters.length];
      for (int k = 0; k < gradient.length; k++) {
        gradient[k] = 2 * (data[k] - model[k]) - PENALTY * Math.signum(parameters[k]);
      }
      adam.ascend(parameters, gradient);
    }

    /** Returns the logarithm of the root mean square error. */
    @Override
    public Mean figure() {
      double[][] weights = weights();
      double sum = 0;
      for (int i = 0; i < spins; i++) {
        for (int j = 0; j < spins; j++) {
          double error = weights[i][j] - truth[i][j];
          sum += error * error;
        }
      }
      return Mean.of(Math.log(Math.sqrt(sum / spins / spins)));
    }

    private double[][] weights() {
      double[][] weights = new double[spins][spins];
      int k = 0;
      for (int i = 0; i < spins; i++) {
        for (int j = 0; j < i; j++) {
          weights[i][j] = parameters[k];
          weights[j][i] = parameters[k];
          k++;
        }
      }
      return weights;
    }

    /** Returns the mean of θᵢ θⱼ for all j &lt; i, row by row. */
    private double[] correlations(List<State> states) {
      double[] means = new double[spins * (spins - 1) / 2];
      for (State state : states) {
        int k = 0;
        for (int i = 0; i < spins; i++) {
          for (int j = 0; j < i; j++) {
            means[k++] += state.get(i) == state.get(j) ? 1.0 / states.size() : -1.0 / states.size();
          }
        }
      }
      return means;
    }
  }
}
