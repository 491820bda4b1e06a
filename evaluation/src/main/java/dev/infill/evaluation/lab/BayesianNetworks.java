package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.SPINS;

import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.data.RegressionTable;
import dev.infill.evaluation.lab.energy.BinaryNetwork;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Binary Bayesian neural networks (Zhang, Liu &amp; Liu 2022, Table 2; cDLS, Table 3): regression
 * on four fifths of the rows; of the rest, the root mean square error of the mean of all chains'
 * networks, by steps and by seconds; and the training log-likelihood, as the papers call minus the
 * mean square error of each network on its own rows.
 */
final class BayesianNetworks {
  /** s of U = −s times the mean square error, as in the papers' code. */
  private static final double SCALE = 100;

  private static final int FOLDS = 5;

  /** α of DULA whose gradients are those of one row, in the papers' unit. */
  private static final double STEP_SIZE = 0.1;

  private BayesianNetworks() {}

  static LabResult run(LabRun run) {
    RegressionTable all = run.rows();
    int hidden = run.size("hiddenUnits", 3, 20, 100);
    int chains = run.size("chains", 5, 20, 50);
    int steps = run.size("steps", 20, 1_000, 1_000);
    int repetitions = run.size("repetitions", 2, 5, 5);
    List<Split> splits =
        IntStream.range(0, repetitions)
            .mapToObj(k -> Split.of(all, hidden, run.streams(k)))
            .toList();
    run.setting("rows", all.size());
    run.setting("inputs", all.width());
    run.setting("weights", splits.get(0).energy().domains().size());
    List<LabSampler> samplers = samplers(all.size() - heldOut(all));
    run.total((long) samplers.size() * steps);
    LabTable table = run.table("sampler,step,seconds,test_rmse,test_rmse_se");
    Curves curves = new Curves(run, Curves.checkpoints(steps), table);
    for (LabSampler sampler : samplers) {
      Networks networks = new Networks(splits, sampler, chains, run);
      String label = sampler.label();
      run.figure(List.of("testRmse"), label, curves.add(label, networks));
      run.figure(
          List.of("trainingLogLikelihood"), label, networks.mean(Chains::trainingLogLikelihood));
      run.figure(
          List.of("acceptance"), label, networks.mean(each -> each.population().acceptance()));
    }
    curves.draw(
        "",
        table.rows(),
        Axis.logarithmic("steps"),
        Axis.logarithmic("seconds for %d chains".formatted(chains * repetitions)),
        Axis.linear("root mean square error of rows held out"));
    run.ranking(
        Ranking.of(
            "after %d steps".formatted(steps),
            Best.LEAST,
            Column.of("error of rows held out", "testRmse"),
            Column.of("training log-likelihood", "trainingLogLikelihood"),
            Column.of("acceptance", "acceptance")));
    run.told(
        "testRmseOfTheMean",
        "error of predicting the mean of the training rows",
        splits.stream().mapToDouble(Split::errorOfTheMean).average().orElseThrow());
    MinibatchBias bias = MinibatchBias.of(splits.get(0).train(), hidden, run.streams());
    run.told(
        "biasOfOneRow",
        "‖E q̂ − q‖₁ by gradients of one row, the largest of a weight",
        bias.distance());
    run.told("boundOfTheorem61", "what Theorem 6.1 allows", bias.bound());
    return run.result(
        "Binary Bayesian neural network of %d × %d × 1 units".formatted(all.width(), hidden),
        table);
  }

  /**
   * Returns the samplers, sizes as in the papers.
   *
   * @param rows of the data; minibatches have fewer
   */
  static List<LabSampler> samplers(int rows) {
    String batches =
        IntStream.of(10, 100, 500)
            .filter(size -> size < rows)
            .mapToObj(", dula 0.1 batch %d"::formatted)
            .collect(Collectors.joining());
    return SPINS
        .atRandom()
        .all(
            """
            gibbs-1, gwg-1, dula 0.1, dmala 0.1, cdula 0.1/0.01, cdmala 0.1/0.01, acs 2-0.1\
            """
                + batches);
  }

  /**
   * How far the mean of DULA's proposal by the gradient of one row, over all rows, is from the one
   * by the gradient of all: ‖E q̂ᵢ − qᵢ‖₁ of the weight where it is largest (DLP, Theorem 6.1). The
   * theorem is of bits, on which a gradient is twice that of spins; g(t) = √t halves it again.
   *
   * <p>U is minus the mean square error here, a hundredth of that which is sampled. Gradients of
   * the latter are so large that the bound is far above 2, which no distance exceeds.
   *
   * @param distance at a random state, exact
   * @param bound 2σ exp(L − 1/(2α)), by the σ of the same weight and the largest gradient of any
   */
  private record MinibatchBias(double distance, double bound) {
    static MinibatchBias of(RegressionTable rows, int hidden, Streams streams) {
      BinaryNetwork network = BinaryNetwork.of(rows.inputs(), rows.targets(), hidden, 1);
      State state = streams.uniformStates(network.domains(), 1).get(0);
      double[] weights = network.values(state);
      double[] whole = network.slopesAt(weights);
      double[] expected = new double[whole.length];
      double[] variances = new double[whole.length];
      double largest = 0;
      for (int row = 0; row < network.rows(); row++) {
        double[] slopes = network.ofRows(row).slopesAt(weights);
        for (int i = 0; i < whole.length; i++) {
          expected[i] += flipped(weights[i], slopes[i]) / network.rows();
          variances[i] += Math.pow(slopes[i] - whole[i], 2) / network.rows();
          largest = Math.max(largest, Math.max(Math.abs(slopes[i]), Math.abs(whole[i])));
        }
      }
      MinibatchBias worst = new MinibatchBias(-1, 0);
      for (int i = 0; i < whole.length; i++) {
        double distance = 2 * Math.abs(expected[i] - flipped(weights[i], whole[i]));
        if (distance > worst.distance) {
          double bound = 2 * Math.sqrt(variances[i]) * Math.exp(largest - 1 / (2 * STEP_SIZE));
          worst = new MinibatchBias(distance, bound);
        }
      }
      return worst;
    }
  }

  /**
   * Returns the probability that DULA proposes a weight to change its sign.
   *
   * @param slope of U by the weight
   */
  static double flipped(double weight, double slope) {
    return 1 / (1 + Math.exp(slope * weight + 1 / (2 * STEP_SIZE)));
  }

  private static int heldOut(RegressionTable table) {
    return Math.max(1, table.size() / FOLDS);
  }

  /** Training rows and held-out rows. */
  private record Split(RegressionTable train, RegressionTable test, BinaryNetwork energy) {
    static Split of(RegressionTable table, int hidden, Streams streams) {
      int[] order = streams.shuffled(table.size());
      int heldOut = heldOut(table);
      RegressionTable train = table.of(IntStream.of(order).skip(heldOut).toArray());
      RegressionTable test = table.of(IntStream.of(order).limit(heldOut).toArray());
      RegressionTable scaled = train.scaledBy(train);
      return new Split(
          scaled,
          test.scaledBy(train),
          BinaryNetwork.of(scaled.inputs(), scaled.targets(), hidden, SCALE));
    }

    /** Returns the error of predicting the mean target of the training rows for every row. */
    double errorOfTheMean() {
      double[] means = new double[test.size()];
      Arrays.fill(means, Arrays.stream(train.targets()).average().orElseThrow());
      return error(means);
    }

    /** Returns the root mean square error on the held-out rows. */
    double error(double[] predictions) {
      return Math.sqrt(
          IntStream.range(0, predictions.length)
              .mapToDouble(n -> predictions[n] - test.targets()[n])
              .map(error -> error * error)
              .average()
              .orElseThrow());
    }
  }

  /** Chains on one split. */
  private record Chains(Split split, Population population) {
    double trainingLogLikelihood() {
      return population.states().stream()
          .mapToDouble(state -> split.energy().energyAt(state) / SCALE)
          .average()
          .orElseThrow();
    }

    double testError() {
      RegressionTable test = split.test();
      double[] means = new double[test.size()];
      List<State> states = population.states();
      for (State state : states) {
        double[] outputs = split.energy().outputs(state, test.inputs());
        for (int n = 0; n < means.length; n++) {
          means[n] += outputs[n] / states.size();
        }
      }
      return split.error(means);
    }
  }

  /** The chains of a sampler on all splits. */
  private static final class Networks implements Curves.Course {
    private final List<Chains> chains = new ArrayList<>();

    /** All samplers start where the others do. */
    Networks(List<Split> splits, LabSampler sampler, int count, LabRun run) {
      for (int k = 0; k < splits.size(); k++) {
        Streams streams = run.streams(k).split();
        BinaryNetwork energy = splits.get(k).energy();
        List<State> starts = streams.uniformStates(energy.domains(), count);
        chains.add(new Chains(splits.get(k), sampler.begin(energy, starts, streams.chains(count))));
      }
    }

    @Override
    public void step() {
      chains.forEach(each -> each.population().step());
    }

    @Override
    public Mean figure() {
      return mean(Chains::testError);
    }

    Mean mean(ToDoubleFunction<Chains> figure) {
      return Mean.of(chains.stream().mapToDouble(figure).toArray());
    }
  }
}
