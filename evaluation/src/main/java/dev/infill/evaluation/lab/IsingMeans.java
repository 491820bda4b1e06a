package dev.infill.evaluation.lab;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.IsingMoments;
import dev.infill.evaluation.statistics.StandardError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast samplers find the mean of the 5 × 5 Ising model (Zhang, Liu &amp; Liu 2022, Figures 3
 * and 7): the logarithm of the root mean square error of the mean of all chains and all steps so
 * far, by steps and by seconds, for four strengths of connectivity.
 */
final class IsingMeans {
  private static final int SIDE = 5;

  /** The papers' bias first; others at the weakest connectivity. */
  private static final List<Model> MODELS =
      List.of(
          new Model(0.1, 0.2),
          new Model(0.2, 0.2),
          new Model(0.3, 0.2),
          new Model(0.4, 0.2),
          new Model(0.1, 0.1),
          new Model(0.1, 0.4));

  /** One of so many standard errors is drawn; of samplers next to each other at other steps. */
  private static final int DRAWN_ERRORS = 5;

  private IsingMeans() {}

  /**
   * What is sampled.
   *
   * @param connectivity a
   * @param bias b
   */
  private record Model(double connectivity, double bias) {
    @Override
    public String toString() {
      return "a = %s, b = %s".formatted(connectivity, bias);
    }
  }

  static LabResult run(LabScale scale, long seed, LabListener listener) {
    int repetitions = scale.choose(2, 10, 10);
    int chains = scale.choose(4, 10, 10);
    int steps = scale.choose(200, 5_000, 50_000);
    List<Integer> recorded = Checkpoints.upTo(steps);
    LabTable table =
        new LabTable(
            listener,
            "connectivity",
            "bias",
            "sampler",
            "step",
            "seconds",
            "log_rmse",
            "log_rmse_se",
            "repetitions");
    List<Panel> panels = new ArrayList<>();
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("lattice", "torus");
    summary.put("repetitions", repetitions);
    summary.put("chains", chains);
    summary.put("steps", steps);
    Map<String, Object> last = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    Streams streams = Streams.of(seed);
    List<LabSampler> samplers = LabSamplers.ofIsing();
    Progress progress =
        new Progress(listener, (long) MODELS.size() * samplers.size() * repetitions);
    for (Model model : MODELS) {
      SmoothEnergy energy = IsingEnergy.torus(SIDE, SIDE, model.connectivity(), model.bias());
      double mean = IsingMoments.torusMean(SIDE, SIDE, model.connectivity(), model.bias());
      List<Series> bySteps = new ArrayList<>();
      List<Series> bySeconds = new ArrayList<>();
      Map<String, Object> ends = new LinkedHashMap<>();
      for (LabSampler sampler : samplers) {
        Errors errors = new Errors(recorded.size(), repetitions);
        for (int repetition = 0; repetition < repetitions; repetition++) {
          progress.next(model + ", " + sampler.label());
          // All samplers of a repetition start at the same states.
          Streams own = Streams.of(seed, repetition);
          List<State> starts = own.uniformStates(energy.domains(), chains);
          Population population =
              sampler.start().begin(energy, starts, streams.split().chains(chains));
          errors.add(population, recorded, mean);
        }
        List<Series.Point> points = new ArrayList<>();
        List<Series.Point> timed = new ArrayList<>();
        for (int k = 0; k < recorded.size(); k++) {
          double logError = errors.logRootMeanSquare(k);
          double standardError = errors.standardErrorOfLog(k);
          double seconds = errors.seconds(k, repetitions);
          table.add(
              model.connectivity(),
              model.bias(),
              sampler.label(),
              recorded.get(k),
              seconds,
              logError,
              standardError,
              repetitions);
          // All of them would cover each other.
          double drawn = (k + bySteps.size()) % DRAWN_ERRORS == 0 ? standardError : 0;
          points.add(new Series.Point(recorded.get(k), logError, drawn));
          timed.add(new Series.Point(seconds, logError, drawn));
        }
        bySteps.add(new Series(sampler.label(), points, Series.Mark.LINE));
        bySeconds.add(new Series(sampler.label(), timed, Series.Mark.LINE));
        ends.put(sampler.label(), points.get(points.size() - 1).y());
      }
      panels.add(
          new Panel(
              model + ", by steps",
              Axis.logarithmic("steps"),
              Axis.linear("log RMSE of the mean"),
              bySteps));
      panels.add(
          new Panel(
              model + ", by seconds",
              Axis.logarithmic("seconds for %d chains".formatted(chains)),
              Axis.linear("log RMSE of the mean"),
              bySeconds));
      last.put(model.toString(), ends);
      lines.add("%s: log RMSE after %d steps: %s".formatted(model, steps, Words.list(ends)));
    }
    summary.put("logRmseAtEnd", last);
    return LabResult.of("Mean of the 5 × 5 Ising model (torus)", table, panels, summary, lines);
  }

  /** Squared errors by recorded step and repetition, and times summed over repetitions. */
  private static final class Errors {
    private final double[][] squares;
    private final double[] seconds;
    private int repetition;

    Errors(int recorded, int repetitions) {
      squares = new double[recorded][repetitions];
      seconds = new double[recorded];
    }

    void add(Population population, List<Integer> recorded, double mean) {
      long[] sums = new long[SIDE * SIDE];
      long nanoseconds = 0;
      int step = 0;
      long counted = 0;
      for (int k = 0; k < recorded.size(); k++) {
        for (; step < recorded.get(k); step++) {
          long begin = System.nanoTime();
          population.step();
          nanoseconds += System.nanoTime() - begin;
          List<State> states = population.states();
          for (State state : states) {
            for (int i = 0; i < sums.length; i++) {
              sums[i] += 2L * state.get(i) - 1;
            }
          }
          counted += states.size();
        }
        for (long sum : sums) {
          double error = (double) sum / counted - mean;
          squares[k][repetition] += error * error / sums.length;
        }
        seconds[k] += nanoseconds / 1e9;
      }
      repetition++;
    }

    double logRootMeanSquare(int k) {
      return Math.log(StandardError.mean(squares[k])) / 2;
    }

    /** By the derivative of log(m) / 2, which is 1 / (2m). */
    double standardErrorOfLog(int k) {
      return StandardError.ofMean(squares[k]) / (2 * StandardError.mean(squares[k]));
    }

    double seconds(int k, int repetitions) {
      return seconds[k] / repetitions;
    }
  }
}
