package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.INTEGERS;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Streams;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Learning a restricted Boltzmann machine by persistent contrastive divergence (Tieleman 2008) with
 * each sampler in turn: the mean log-likelihood of images that were held out, U(θ) − log Z, with
 * log Z by annealed importance sampling (cDLS, Table 1 and App. H.6).
 */
final class BoltzmannLearning {
  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 0.001;

  /** Steps of the sampler in an iteration, and of a cycle of ACS. */
  private static final int STEPS = 5;

  /** Sizes as in the cDLS paper. */
  static final List<LabSampler> SAMPLERS =
      INTEGERS
          .atRandom()
          .withCycle(STEPS)
          .all(
              """
              block-gibbs, gibbs-1, gwg-1, dula 0.1, dmala 0.2, cdula 0.2/0.04, cdmala 0.2/0.04,
              acs 4-0.1\
              """);

  private BoltzmannLearning() {}

  static LabResult run(LabRun run) {
    ImageLearning learning = new ImageLearning(run, SAMPLERS.size(), 500, 600, 2_000);
    run.setting("visibleUnits", learning.train().pixels());
    int hidden = run.size("hiddenUnits", 20, 100, 500);
    run.setting("batch", BATCH);
    int chains = run.size("chains", 50, 100, 100);
    int steps = run.size("stepsPerIteration", 2, STEPS, 40);
    int annealed = run.size("chainsOfAnnealing", 20, 50, 100);
    int annealing = run.size("stepsOfAnnealing", 50, 500, 10_000);
    for (LabSampler sampler : SAMPLERS) {
      // All learn from the same images in the same order.
      Streams own = run.streams(0);
      ContrastiveDivergence training =
          new ContrastiveDivergence(learning.odds(), hidden, LEARNING_RATE, own.chains(1).get(0));
      RandomGenerator batches = own.chains(1).get(0);
      Machine machine = new Machine(training, learning, annealed, annealing, own.chains(1).get(0));
      learning.add(
          sampler.label(),
          machine,
          new PersistentLearning(
              sampler,
              machine,
              steps,
              () -> learning.train().draw(BATCH, batches),
              batches,
              own.chains(chains),
              own.uniformStates(machine.energy().domains(), chains)));
      run.figure(
          List.of("logLikelihoodAsThePublishedCodeEstimatesIt"),
          sampler.label(),
          machine.figureAsPublished());
    }
    return learning.result(
        "Restricted Boltzmann machine of %d × %d units, learned"
            .formatted(learning.train().pixels(), hidden),
        Column.of("as published", "logLikelihoodAsThePublishedCodeEstimatesIt"));
  }

  /** A machine on its way. */
  private static final class Machine extends ImageLearning.Model {
    private final ContrastiveDivergence training;
    private final ImageLearning learning;
    private final int chains;
    private final int steps;
    private final RandomGenerator estimates;

    Machine(
        ContrastiveDivergence training,
        ImageLearning learning,
        int chains,
        int steps,
        RandomGenerator estimates) {
      this.training = training;
      this.learning = learning;
      this.chains = chains;
      this.steps = steps;
      this.estimates = estimates;
    }

    @Override
    public RestrictedBoltzmannMachine energy() {
      return training.machine();
    }

    @Override
    public void learn(List<State> data, List<State> samples) {
      training.learn(data, samples);
    }

    @Override
    double meanEnergy() {
      return learning.meanEnergy(energy());
    }

    @Override
    AnnealedImportance estimate() {
      return AnnealedImportance.of(energy(), learning.odds(), chains, steps, estimates);
    }

    /** Returns the log-likelihood as the published code of ACS estimates it: too low. */
    double figureAsPublished() {
      return meanEnergy()
          - AnnealedImportance.movedByTheMachineItself(
                  energy(), learning.odds(), chains, steps, estimates)
              .logNormalizer();
    }
  }
}
