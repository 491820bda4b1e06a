package dev.infill.evaluation.lab;

import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.continuous.Adam;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.TorusGibbs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private IsingLearning() {}

  static LabResult run(LabScale scale, long seed, LabListener listener) {
    int side = scale.choose(3, 6, 25);
    int instances = scale.choose(200, 2_000, 2_000);
    int sweeps = scale.choose(50, 500, 1_600);
    int buffer = scale.choose(20, 100, 256);
    int iterations = scale.choose(30, 1_500, 10_000);
    int samplerSteps = scale.choose(2, 5, 5);
    Streams streams = Streams.of(seed);
    List<State> data =
        new TorusGibbs(side, CONNECTIVITY).draw(instances, sweeps, streams.chains(1).get(0));
    double[][] truth = IsingEnergy.torusWeights(side, side, CONNECTIVITY);
    List<LabSampler> samplers = LabSamplers.ofLearning();
    List<LabSampler> varied = LabSamplers.ofShortChains();
    int mostSteps = scale.choose(5, 50, 100);
    List<Integer> stepsPerIteration =
        Stream.of(1, 5, 10, 25, 50, 100).filter(steps -> steps <= mostSteps).toList();
    LearningCurves courses =
        new LearningCurves(
            "iteration",
            "log_rmse",
            Checkpoints.upTo(iterations),
            new Progress(
                listener,
                ((long) samplers.size() + (long) varied.size() * stepsPerIteration.size())
                    * iterations));
    for (LabSampler sampler : samplers) {
      Learning learning =
          new Learning(sampler, data, truth, buffer, samplerSteps, Streams.of(seed, 0));
      courses.add(sampler.label(), learning);
    }
    List<Series> bySamplerSteps = new ArrayList<>();
    Map<String, Object> endsBySamplerSteps = new LinkedHashMap<>();
    for (LabSampler sampler : varied) {
      List<Series.Point> points = new ArrayList<>();
      for (int steps : stepsPerIteration) {
        String label = "%s by %d steps".formatted(sampler.label(), steps);
        double end =
            courses.end(
                label, new Learning(sampler, data, truth, buffer, steps, Streams.of(seed, 0)));
        points.add(new Series.Point(steps, end));
        endsBySamplerSteps.put(label, end);
      }
      bySamplerSteps.add(new Series(sampler.label(), points, Series.Mark.LINE));
    }
    double start = Math.log(rootMeanSquare(new double[side * side][side * side], truth));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("side", side);
    summary.put("connectivity", CONNECTIVITY);
    summary.put("instances", instances);
    summary.put("iterations", iterations);
    summary.put("stepsPerIteration", samplerSteps);
    summary.put("logRmseAtStart", start);
    summary.put("logRmseAtEnd", courses.ends());
    summary.put("logRmseAtEndByStepsPerIteration", endsBySamplerSteps);
    Axis error = Axis.linear("log RMSE of the couplings");
    List<Panel> panels =
        new ArrayList<>(courses.panels(Axis.linear("iterations"), Axis.linear("seconds"), error));
    panels.add(
        new Panel(
            "After %d iterations, by steps".formatted(iterations),
            Axis.logarithmic("steps of the sampler an iteration"),
            error,
            bySamplerSteps));
    return LabResult.of(
        "Couplings of a %d × %d Ising model, learned".formatted(side, side),
        courses.table(),
        panels,
        summary,
        List.of(
            "log RMSE of the couplings after %d iterations: %s (at the start %s)"
                .formatted(iterations, Words.list(courses.ends()), Words.figure(start, 3)),
            "the same by the number of the sampler's steps an iteration: "
                + Words.list(endsBySamplerSteps)));
  }

  private static double rootMeanSquare(double[][] estimated, double[][] truth) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      for (int j = 0; j < truth.length; j++) {
        double error = estimated[i][j] - truth[i][j];
        sum += error * error;
      }
    }
    return Math.sqrt(sum / truth.length / truth.length);
  }

  /** Couplings on their way, with the chains that follow them. */
  private static final class Learning implements LearningCurves.Course {
    private final LabSampler sampler;
    private final double[][] truth;
    private final int spins;
    private final int samplerSteps;
    private final List<? extends RandomGenerator> random;
    private final double[] data;
    private final double[] parameters;
    private final Adam adam;
    private List<State> buffer;

    Learning(
        LabSampler sampler,
        List<State> data,
        double[][] truth,
        int chains,
        int samplerSteps,
        Streams streams) {
      this.sampler = sampler;
      this.truth = truth;
      this.spins = truth.length;
      this.samplerSteps = samplerSteps;
      this.random = streams.chains(chains);
      this.data = correlations(data, spins);
      this.parameters = new double[spins * (spins - 1) / 2];
      this.adam = new Adam(parameters.length, LEARNING_RATE);
      this.buffer = streams.uniformStates(Collections.nCopies(spins, Ordinal.spin()), chains);
    }

    /** The derivative of the mean of U by Ŵᵢⱼ = Ŵⱼᵢ is 2 E[θᵢ θⱼ]. */
    @Override
    public void step() {
      SmoothEnergy energy =
          LogQuadraticEnergy.of(
              Collections.nCopies(spins, Ordinal.spin()), couplings(), new double[spins]);
      Population population = sampler.start().begin(energy, buffer, random);
      for (int step = 0; step < samplerSteps; step++) {
        population.step();
      }
      buffer = population.states();
      double[] model = correlations(buffer, spins);
      double[] gradient = new double[parameters.length];
      for (int k = 0; k < gradient.length; k++) {
        gradient[k] = 2 * (data[k] - model[k]) - PENALTY * Math.signum(parameters[k]);
      }
      adam.ascend(parameters, gradient);
    }

    @Override
    public double figure() {
      return Math.log(rootMeanSquare(couplings(), truth));
    }

    private double[][] couplings() {
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
    private static double[] correlations(List<State> states, int spins) {
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
