package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.lab.PersistentLearning.Annealing;
import dev.infill.evaluation.lab.PersistentLearning.HeldOut;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AnnealedImportance;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Learning a restricted Boltzmann machine by persistent contrastive divergence (Tieleman 2008) with
 * each sampler in turn: the mean log-likelihood of images that were held out, U(θ) − log Z, with
 * log Z by annealed importance sampling (cDLS, Table 1 and App. H.6).
 */
final class BoltzmannLearning {
  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 0.001;

  private BoltzmannLearning() {}

  static LabResult run(LabScale scale, long seed, BinaryImages images, LabListener listener) {
    int hidden = scale.choose(20, 100, 500);
    int chains = scale.choose(50, 100, 100);
    int iterations = scale.choose(500, 600, 2_000);
    int samplerSteps = scale.choose(2, 5, 40);
    Annealing annealing = new Annealing(scale.choose(20, 50, 100), scale.choose(50, 500, 10_000));
    HeldOut split = HeldOut.of(images, Streams.of(seed));
    BinaryImages train = split.train();
    List<LabSampler> samplers = LabSamplers.ofBoltzmannLearning();
    LearningCurves courses =
        new LearningCurves(
            "iteration",
            "log_likelihood",
            Checkpoints.upTo(iterations, Checkpoints.FEW),
            new Progress(listener, (long) samplers.size() * iterations));
    List<ImageRow> rows = new ArrayList<>();
    Map<String, Object> errors = new LinkedHashMap<>();
    Map<String, Object> effective = new LinkedHashMap<>();
    Map<String, Object> published = new LinkedHashMap<>();
    double[] odds = train.logOdds();
    RestrictedBoltzmannMachine independent = RestrictedBoltzmannMachine.withoutHiddenUnits(odds);
    double ofIndependentPixels =
        split.meanEnergy(independent) - independent.logNormalizerWithoutWeights();
    for (LabSampler sampler : samplers) {
      // All learn from the same images in the same order.
      Streams own = Streams.of(seed, 0);
      Machine machine =
          new Machine(
              new ContrastiveDivergence(odds, hidden, LEARNING_RATE, own.chains(1).get(0)),
              split,
              odds,
              annealing,
              own);
      PersistentLearning learning =
          new PersistentLearning(
              sampler,
              train,
              machine,
              new PersistentLearning.Sizes(BATCH, chains, samplerSteps),
              machine.batches,
              own.chains(chains),
              own.uniformStates(machine.energy().domains(), chains));
      courses.add(sampler.label(), learning);
      rows.add(images.row(sampler.label(), learning.samples()));
      errors.put(sampler.label(), machine.normalizer.standardError());
      effective.put(sampler.label(), machine.normalizer.effectiveChains());
      published.put(sampler.label(), machine.logLikelihoodAsPublished());
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("visibleUnits", images.pixels());
    summary.put("hiddenUnits", hidden);
    summary.put("images", train.size());
    summary.put("heldOut", split.test().size());
    summary.put("batch", BATCH);
    summary.put("chains", chains);
    summary.put("iterations", iterations);
    summary.put("stepsPerIteration", samplerSteps);
    summary.put("chainsOfAnnealing", annealing.chains());
    summary.put("stepsOfAnnealing", annealing.steps());
    summary.put("logLikelihoodOfIndependentPixels", ofIndependentPixels);
    summary.put("logLikelihoodAtEnd", courses.ends());
    summary.put("standardErrorOfLogNormalizerAtEnd", errors);
    summary.put("effectiveChainsOfAnnealingAtEnd", effective);
    summary.put("logLikelihoodAsThePublishedCodeEstimatesIt", published);
    return LabResult.of(
        "Restricted Boltzmann machine of %d × %d units, learned".formatted(images.pixels(), hidden),
        courses.table(),
        courses.panels(
            Axis.logarithmic("iterations"),
            Axis.logarithmic("seconds of learning"),
            HeldOut.axis(ofIndependentPixels)),
        rows,
        summary,
        List.of(
            "log-likelihood of an image held out after %d iterations, in nats: %s"
                .formatted(iterations, Words.list(courses.ends())),
            "as the published code estimates it, too low: " + Words.list(published),
            annealing.reliability(effective),
            "of independent pixels: " + Words.figure(ofIndependentPixels, 4)));
  }

  /** A machine on its way. */
  private static final class Machine implements PersistentLearning.Model {
    private final ContrastiveDivergence training;
    private final HeldOut split;
    private final double[] odds;
    private final Annealing annealing;
    private final RandomGenerator batches;
    private final RandomGenerator estimates;
    private AnnealedImportance normalizer =
        new AnnealedImportance(Double.NaN, Double.NaN, Double.NaN);

    Machine(
        ContrastiveDivergence training,
        HeldOut split,
        double[] odds,
        Annealing annealing,
        Streams streams) {
      this.training = training;
      this.split = split;
      this.odds = odds;
      this.annealing = annealing;
      this.batches = streams.chains(1).get(0);
      this.estimates = streams.chains(1).get(0);
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
    public double logLikelihood() {
      RestrictedBoltzmannMachine machine = training.machine();
      normalizer =
          AnnealedImportance.of(machine, odds, annealing.chains(), annealing.steps(), estimates);
      return split.meanEnergy(machine) - normalizer.logNormalizer();
    }

    /** Returns the log-likelihood as the published code of ACS estimates it. */
    double logLikelihoodAsPublished() {
      RestrictedBoltzmannMachine machine = training.machine();
      return split.meanEnergy(machine)
          - AnnealedImportance.movedByTheMachineItself(
                  machine, odds, annealing.chains(), annealing.steps(), estimates)
              .logNormalizer();
    }
  }
}
