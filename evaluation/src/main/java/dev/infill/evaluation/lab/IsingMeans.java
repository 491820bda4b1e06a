package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.SPINS;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.IsingMoments;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

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

  /** Those of the papers' figures, with their step sizes. */
  private static final List<LabSampler> SAMPLERS =
      SPINS.all(
          """
          gibbs-1, hb-10-1, gwg-1, gwg-4, cgwg-1 0.1, lb-1, dula 0.2, cdula 0.4/0.2, dmala 0.4,
          dmala 0.4 re-4, cdmala 0.4/0.2, rmala, dsvgd, acs 2-0.2\
          """);

  private IsingMeans() {}

  /**
   * A model that is sampled.
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

  static LabResult run(LabRun run) {
    run.setting("lattice", "torus");
    int repetitions = run.size("repetitions", 2, 10, 10);
    int chains = run.size("chains", 4, 10, 10);
    int steps = run.size("steps", 200, 5_000, 50_000);
    run.total((long) MODELS.size() * SAMPLERS.size() * steps);
    LabTable table = run.table("connectivity,bias,sampler,step,seconds,log_rmse,log_rmse_se");
    Curves curves = new Curves(run, Curves.checkpoints(steps), table);
    Streams streams = run.streams();
    for (Model model : MODELS) {
      SmoothEnergy energy = IsingEnergy.torus(SIDE, SIDE, model.connectivity(), model.bias());
      double mean = IsingMoments.torusMean(SIDE, SIDE, model.connectivity(), model.bias());
      for (LabSampler sampler : SAMPLERS) {
        // All samplers of a repetition start at the same states.
        List<Population> populations =
            IntStream.range(0, repetitions)
                .mapToObj(
                    k ->
                        sampler.begin(
                            energy,
                            run.streams(k).uniformStates(energy.domains(), chains),
                            streams.split().chains(chains)))
                .toList();
        Estimates estimates = new Estimates(populations, mean);
        Mean end = curves.add(sampler.label(), estimates, model.connectivity(), model.bias());
        run.figure(List.of("logRmseAtEnd", model.toString()), sampler.label(), end);
      }
    }
    Axis axis = table.rows().showing(Axis.linear("log RMSE of the mean"), "log_rmse");
    for (Model model : MODELS) {
      curves.draw(
          model.toString(),
          table.rows().where("connectivity", model.connectivity()).where("bias", model.bias()),
          Axis.logarithmic("steps"),
          Axis.logarithmic("seconds for %d chains".formatted(chains * repetitions)),
          axis);
    }
    String caption = "log RMSE of the mean after %d steps".formatted(steps);
    rank(run, caption + ", b = 0.2", MODELS.subList(0, 4), model -> "a = " + model.connectivity());
    rank(run, caption + ", a = 0.1", MODELS.subList(4, 6), model -> "b = " + model.bias());
    return run.result("Mean of the 5 × 5 Ising model (torus)", table);
  }

  private static void rank(
      LabRun run, String caption, List<Model> models, Function<Model, String> heading) {
    run.ranking(
        new Ranking(
            caption,
            Best.LEAST,
            models.stream()
                .map(model -> Column.of(heading.apply(model), "logRmseAtEnd", model.toString()))
                .toList()));
  }

  /** Estimates of the mean by populations that do not know of each other. */
  private static final class Estimates implements Curves.Course {
    private final List<Population> populations;
    private final double mean;

    /** Of each population, how far the spins are up, over all chains and steps. */
    private final long[][] sums;

    private long counted;

    Estimates(List<Population> populations, double mean) {
      this.populations = populations;
      this.mean = mean;
      this.sums = new long[populations.size()][SIDE * SIDE];
    }

    @Override
    public void step() {
      populations.forEach(Population::step);
    }

    @Override
    public void look() {
      for (int k = 0; k < sums.length; k++) {
        for (State state : populations.get(k).states()) {
          for (int i = 0; i < sums[k].length; i++) {
            sums[k][i] += 2L * state.get(i) - 1;
          }
        }
      }
      counted += populations.get(0).states().size();
    }

    /** Returns half the logarithm of the mean square error m; its derivative is 1 / (2m). */
    @Override
    public Mean figure() {
      double[] squares = new double[sums.length];
      for (int k = 0; k < sums.length; k++) {
        for (long sum : sums[k]) {
          double error = (double) sum / counted - mean;
          squares[k] += error * error / sums[k].length;
        }
      }
      Mean square = Mean.of(squares);
      return new Mean(Math.log(square.value()) / 2, square.error() / (2 * square.value()));
    }
  }
}
