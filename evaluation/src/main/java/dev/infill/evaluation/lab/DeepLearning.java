package dev.infill.evaluation.lab;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.lab.PersistentLearning.Annealing;
import dev.infill.evaluation.lab.PersistentLearning.HeldOut;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Architecture;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Training;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Weights;
import dev.infill.evaluation.lab.energy.NetworkEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Learning a deep energy model, U(θ) = cᵀθ + f(θ) with a residual network f, by persistent
 * contrastive divergence with each sampler in turn (DLP, Table 1; cDLS, Table 2): the mean
 * log-likelihood of images that were held out, with the moving average of the weights, and log Z by
 * annealed importance sampling from independent pixels, whose chains DMALA moves.
 */
final class DeepLearning {
  /** Images of a row that is drawn. */
  private static final int MOST_SHOWN = 12;

  /** Images held out that the network is asked for at once. */
  private static final int PASS = 100;

  private DeepLearning() {}

  static LabResult run(LabScale scale, long seed, BinaryImages images, LabListener listener) {
    EnergyNetwork.Factory networks =
        ServiceLoader.load(EnergyNetwork.Factory.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "experiment",
                        "PyTorch, which deep-learning needs, is not on the class path; start it with"
                            + " ./infill, which builds it when deep-learning is named, or add the"
                            + " module web/pytorch"));
    return run(scale, seed, images, listener, networks);
  }

  static LabResult run(
      LabScale scale,
      long seed,
      BinaryImages images,
      LabListener listener,
      EnergyNetwork.Factory networks) {
    int columns = images.columns();
    Architecture architecture =
        new Architecture(
            images.pixels() / columns, columns, scale.choose(16, 16, 64), scale.choose(2, 4, 8));
    // Over the last 1,000 iterations in the papers' code; here over a tenth of them.
    double decay = 1 - 1.0 / scale.choose(3, 30, 1_000);
    double learningRate = 0.0001 * scale.choose(30, 3, 1);
    int chains = scale.choose(20, 50, 100);
    int buffered = scale.choose(40, 500, 10_000);
    int iterations = scale.choose(30, 300, 50_000);
    int samplerSteps = scale.choose(5, 40, 40);
    int annealed = scale.choose(20, 50, 100);
    Annealing onTheWay = new Annealing(annealed, scale.choose(40, 500, 10_000));
    // The last estimate is the figure that is compared: with 500 temperatures one weight is nearly
    // all of the sum.
    Annealing atEnd = new Annealing(annealed, scale.choose(80, 5_000, 300_000));
    HeldOut split = HeldOut.of(images, Streams.of(seed));
    BinaryImages test = split.test();
    double[] odds = split.train().logOdds();
    RestrictedBoltzmannMachine pixels = RestrictedBoltzmannMachine.withoutHiddenUnits(odds);
    List<LabSampler> samplers = LabSamplers.ofDeepLearning();
    LearningCurves courses =
        new LearningCurves(
            "iteration",
            "log_likelihood",
            Checkpoints.upTo(iterations, Checkpoints.FEW),
            new Progress(listener, (long) samplers.size() * iterations));
    Map<String, Object> errors = new LinkedHashMap<>();
    Map<String, Object> effective = new LinkedHashMap<>();
    List<ImageRow> rows = new ArrayList<>();
    rows.add(images.row("images held out", test.draw(MOST_SHOWN, Streams.of(seed).root())));
    for (LabSampler sampler : samplers) {
      // All begin with the same weights, and learn from the same images in the same order.
      Streams own = Streams.of(seed, 0);
      try (EnergyNetwork network =
          networks.create(architecture, new Training(learningRate, decay, seed))) {
        Model model =
            new Model(
                network,
                odds,
                pixels,
                test,
                learned -> learned < iterations ? onTheWay : atEnd,
                own.chains(1).get(0));
        RandomGenerator draws = own.chains(1).get(0);
        PersistentLearning learning =
            new PersistentLearning(
                sampler,
                split.train(),
                model,
                new PersistentLearning.Sizes(chains, chains, samplerSteps),
                draws,
                own.chains(chains),
                drawn(pixels, buffered, draws));
        courses.add(sampler.label(), learning);
        boolean diverged = learning.isDiverged();
        errors.put(sampler.label(), diverged ? Double.NaN : model.normalizer.standardError());
        effective.put(sampler.label(), diverged ? Double.NaN : model.normalizer.effectiveChains());
        rows.add(images.row(sampler.label(), learning.samples()));
      }
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("pixels", images.pixels());
    summary.put("channels", architecture.channels());
    summary.put("blocks", architecture.blocks());
    summary.put("images", split.train().size());
    summary.put("heldOut", test.size());
    summary.put("batch", chains);
    summary.put("buffer", buffered);
    summary.put("iterations", iterations);
    summary.put("stepsPerIteration", samplerSteps);
    summary.put("learningRate", learningRate);
    summary.put("decayOfAverage", decay);
    summary.put("chainsOfAnnealing", annealed);
    summary.put("stepsOfAnnealing", onTheWay.steps());
    summary.put("stepsOfAnnealingAtEnd", atEnd.steps());
    double ofIndependentPixels = split.meanEnergy(pixels) - pixels.logNormalizerWithoutWeights();
    summary.put("logLikelihoodOfIndependentPixels", ofIndependentPixels);
    summary.put("logLikelihoodAtEnd", courses.ends());
    summary.put("standardErrorOfLogNormalizerAtEnd", errors);
    summary.put("effectiveChainsOfAnnealingAtEnd", effective);
    return LabResult.of(
        "Residual network of %d blocks of %d channels, learned"
            .formatted(architecture.blocks(), architecture.channels()),
        courses.table(),
        courses.panels(
            Axis.logarithmic("iterations"),
            Axis.logarithmic("seconds of learning"),
            HeldOut.axis(ofIndependentPixels)),
        rows,
        summary,
        List.of(
            "log-likelihood of an image held out after %d iterations, in nats: %s%s"
                .formatted(
                    iterations,
                    Words.list(courses.ends()),
                    errors.containsValue(Double.NaN) ? " (-: learning diverged)" : ""),
            atEnd.reliability(effective),
            "of independent pixels: " + Words.figure(ofIndependentPixels, 4)));
  }

  /** A network on its way; how log Z is estimated depends on the iterations that it has learned. */
  private static final class Model implements PersistentLearning.Model {
    private final EnergyNetwork network;
    private final double[] odds;
    private final RestrictedBoltzmannMachine pixels;
    private final BinaryImages test;
    private final IntFunction<Annealing> annealing;
    private final RandomGenerator estimates;
    private int learned;
    private AnnealedImportance normalizer =
        new AnnealedImportance(Double.NaN, Double.NaN, Double.NaN);

    Model(
        EnergyNetwork network,
        double[] odds,
        RestrictedBoltzmannMachine pixels,
        BinaryImages test,
        IntFunction<Annealing> annealing,
        RandomGenerator estimates) {
      this.network = network;
      this.odds = odds;
      this.pixels = pixels;
      this.test = test;
      this.annealing = annealing;
      this.estimates = estimates;
    }

    @Override
    public NetworkEnergy energy() {
      return NetworkEnergy.of(network, Weights.LATEST, odds);
    }

    @Override
    public void learn(List<State> data, List<State> samples) {
      network.learn(data, samples);
      learned++;
    }

    @Override
    public double logLikelihood() {
      NetworkEnergy energy = NetworkEnergy.of(network, Weights.AVERAGED, odds);
      Annealing now = annealing.apply(learned);
      normalizer =
          AnnealedImportance.of(
              new NetworkPath(energy, pixels), now.chains(), now.steps(), estimates);
      double sum = 0;
      for (int begin = 0; begin < test.size(); begin += PASS) {
        List<State> images =
            IntStream.range(begin, Math.min(begin + PASS, test.size()))
                .mapToObj(test::get)
                .toList();
        sum += Arrays.stream(energy.energies(images)).sum();
      }
      return sum / test.size() - normalizer.logNormalizer();
    }
  }

  /**
   * From independent pixels to a network: U_β(θ) = cᵀθ + β f(θ). Chains are moved by one step of
   * DMALA, which is exact for every β.
   */
  static final class NetworkPath implements AnnealedImportance.Path {
    private final NetworkEnergy energy;
    private final RestrictedBoltzmannMachine pixels;

    NetworkPath(NetworkEnergy energy, RestrictedBoltzmannMachine pixels) {
      this.energy = energy;
      this.pixels = pixels;
    }

    @Override
    public double logNormalizerAtStart() {
      return pixels.logNormalizerWithoutWeights();
    }

    @Override
    public List<State> draw(int count, RandomGenerator random) {
      return drawn(pixels, count, random);
    }

    @Override
    public AnnealedImportance.Between at(double beta) {
      NetworkEnergy scaled = energy.scaled(beta);
      return new AnnealedImportance.Between() {
        @Override
        public double[] energies(List<State> states) {
          return scaled.energies(states);
        }

        @Override
        public List<State> moved(List<State> states, RandomGenerator random) {
          Population population =
              LabSamplers.ofAnnealing()
                  .start()
                  .begin(scaled, states, Collections.nCopies(states.size(), random));
          population.step();
          return population.states();
        }
      };
    }
  }

  private static List<State> drawn(
      RestrictedBoltzmannMachine pixels, int count, RandomGenerator random) {
    State zeros = State.of(new int[pixels.domains().size()]);
    return Stream.generate(() -> pixels.resample(zeros, random)).limit(count).toList();
  }
}
