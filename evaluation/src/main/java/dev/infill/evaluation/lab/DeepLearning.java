package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.INTEGERS;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Architecture;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Training;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Weights;
import dev.infill.evaluation.lab.energy.NetworkEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.IntUnaryOperator;
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

  /** The sampler that moves the chains of annealed importance sampling. */
  private static final LabSampler OF_ANNEALING = INTEGERS.of("dmala 0.15");

  /**
   * Sizes as in the papers. A cycle of five steps would have none as small as DMALA's: ACS's
   * network ran away with it.
   */
  static final List<LabSampler> SAMPLERS =
      INTEGERS
          .atRandom()
          .all(
              "gibbs-1, gwg-1, dula 0.1, dmala 0.15, cdula 0.15/0.01, cdmala 0.15/0.01, acs 4-0.1");

  private DeepLearning() {}

  static LabResult run(LabRun run) {
    return run(
        run,
        ServiceLoader.load(EnergyNetwork.Factory.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "experiment",
                        "PyTorch, which deep-learning needs, is not on the class path; start it"
                            + " with ./infill, which builds it when deep-learning is named, or add"
                            + " the module web/pytorch")));
  }

  static LabResult run(LabRun run, EnergyNetwork.Factory networks) {
    ImageLearning learning = new ImageLearning(run, SAMPLERS.size(), 30, 300, 50_000);
    int pixels = learning.train().pixels();
    int columns = learning.train().columns();
    run.setting("pixels", pixels);
    Architecture architecture =
        new Architecture(
            pixels / columns,
            columns,
            run.size("channels", 16, 16, 64),
            run.size("blocks", 2, 4, 8));
    int batch = run.size("batch", 20, 50, 100);
    int buffered = run.size("buffer", 40, 500, 10_000);
    int steps = run.size("stepsPerIteration", 5, 40, 40);
    Training training =
        new Training(
            0.0001 * run.size("learningRateBy10000", 30, 3, 1),
            // Over the last 1,000 iterations in the papers' code; here over a tenth of them.
            1 - 1.0 / run.size("iterationsOfAverage", 3, 30, 1_000),
            run.seed());
    run.setting("learningRate", training.learningRate());
    run.setting("decayOfAverage", training.decay());
    int annealed = run.size("chainsOfAnnealing", 20, 50, 100);
    int onTheWay = run.size("stepsOfAnnealing", 40, 500, 10_000);
    // The last estimate is the figure that is compared: with 500 temperatures one weight is nearly
    // all of the sum.
    int atEnd = run.size("stepsOfAnnealingAtEnd", 80, 5_000, 300_000);
    run.images(
        learning
            .test()
            .row("images held out", learning.test().draw(MOST_SHOWN, run.streams().root())));
    for (LabSampler sampler : SAMPLERS) {
      // All begin with the same weights, and learn from the same images in the same order.
      Streams own = run.streams(0);
      try (EnergyNetwork network = networks.create(architecture, training)) {
        Model model =
            new Model(
                network,
                learning,
                annealed,
                learned -> learned < learning.iterations() ? onTheWay : atEnd,
                own.chains(1).get(0));
        RandomGenerator draws = own.chains(1).get(0);
        learning.add(
            sampler.label(),
            model,
            new PersistentLearning(
                sampler,
                model,
                steps,
                () -> learning.train().draw(batch, draws),
                draws,
                own.chains(batch),
                drawn(learning.pixels(), buffered, draws)));
      }
    }
    return learning.result(
        "Residual network of %d blocks of %d channels, learned"
            .formatted(architecture.blocks(), architecture.channels()));
  }

  /** A network on its way; how log Z is estimated depends on the iterations that it has learned. */
  private static final class Model extends ImageLearning.Model {
    private final EnergyNetwork network;
    private final ImageLearning learning;
    private final int chains;
    private final IntUnaryOperator annealing;
    private final RandomGenerator estimates;
    private int learned;

    Model(
        EnergyNetwork network,
        ImageLearning learning,
        int chains,
        IntUnaryOperator annealing,
        RandomGenerator estimates) {
      this.network = network;
      this.learning = learning;
      this.chains = chains;
      this.annealing = annealing;
      this.estimates = estimates;
    }

    @Override
    public NetworkEnergy energy() {
      return NetworkEnergy.of(network, Weights.LATEST, learning.odds());
    }

    private NetworkEnergy averaged() {
      return NetworkEnergy.of(network, Weights.AVERAGED, learning.odds());
    }

    @Override
    public void learn(List<State> data, List<State> samples) {
      network.learn(data, samples);
      learned++;
    }

    @Override
    AnnealedImportance estimate() {
      return AnnealedImportance.of(
          new NetworkPath(averaged(), learning.pixels()),
          chains,
          annealing.applyAsInt(learned),
          estimates);
    }

    @Override
    double meanEnergy() {
      NetworkEnergy energy = averaged();
      int size = learning.test().size();
      double sum = 0;
      for (int begin = 0; begin < size; begin += PASS) {
        List<State> images =
            IntStream.range(begin, Math.min(begin + PASS, size))
                .mapToObj(learning.test()::get)
                .toList();
        sum += Arrays.stream(energy.energies(images)).sum();
      }
      return sum / size;
    }
  }

  /**
   * From independent pixels to a network: U_β(θ) = cᵀθ + β f(θ). Chains are moved by one step of
   * DMALA, which is exact for every β.
   */
  record NetworkPath(NetworkEnergy energy, RestrictedBoltzmannMachine pixels)
      implements AnnealedImportance.Path<NetworkEnergy> {
    @Override
    public double logNormalizerAtStart() {
      return pixels.logNormalizerWithoutWeights();
    }

    @Override
    public List<State> draw(int count, RandomGenerator random) {
      return drawn(pixels, count, random);
    }

    @Override
    public NetworkEnergy at(double beta) {
      return energy.scaled(beta);
    }

    @Override
    public List<State> moved(NetworkEnergy scaled, List<State> states, RandomGenerator random) {
      Population population =
          OF_ANNEALING.begin(scaled, states, Collections.nCopies(states.size(), random));
      population.step();
      return population.states();
    }
  }

  private static List<State> drawn(
      RestrictedBoltzmannMachine pixels, int count, RandomGenerator random) {
    State zeros = State.of(new int[pixels.domains().size()]);
    return Stream.generate(() -> pixels.resample(zeros, random)).limit(count).toList();
  }
}
