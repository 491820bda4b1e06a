package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.AlternatingGibbs;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.statistics.StandardError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Sampling from a restricted Boltzmann machine (Zhang, Liu &amp; Liu 2022, Figure 4), trained on
 * images by contrastive divergence: maximum mean discrepancy to draws of Block Gibbs, by steps and
 * by seconds; and the effective sample size of a chain, of its Hamming distance to a random image
 * (cDLS, Table 5).
 */
final class BoltzmannSampling {
  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 0.001;

  /** Steps of Block Gibbs, as in the papers' code. */
  private static final int DIVERGENCE_STEPS = 10;

  private static final String REFERENCE = LabSamplers.blockGibbs().label();

  private BoltzmannSampling() {}

  static LabResult run(LabScale scale, long seed, BinaryImages images, LabListener listener) {
    int hidden = scale.choose(10, 100, 500);
    int seen = scale.choose(500, 60_000, 60_000);
    int chains = scale.choose(20, 100, 100);
    int steps = scale.choose(50, 1_000, 5_000);
    int references = scale.choose(40, 300, 500);
    int referenceSteps = scale.choose(200, 1_000, 10_000);
    List<LabSampler> samplers = LabSamplers.ofBinary();
    Progress progress =
        new Progress(listener, seen / BATCH + 2L * referenceSteps + (samplers.size() + 1L) * steps);

    Streams streams = Streams.of(seed);
    RestrictedBoltzmannMachine machine =
        train(images, hidden, seen, streams.chains(1).get(0), progress);
    MeanDiscrepancy discrepancy =
        new MeanDiscrepancy(blockGibbs(machine, references, referenceSteps, streams, progress));
    double floor =
        Math.log(discrepancy.of(blockGibbs(machine, chains, referenceSteps, streams, progress)));

    LearningCurves courses =
        new LearningCurves("step", "log_mmd", Checkpoints.upTo(steps), progress);
    Map<String, Object> acceptances = new LinkedHashMap<>();
    Map<String, Object> effectiveSampleSizes = new LinkedHashMap<>();
    List<ImageRow> rows = new ArrayList<>();
    List<State> starts = streams.uniformStates(machine.domains(), chains);
    State reference = streams.uniformStates(machine.domains(), 1).get(0);
    List<LabSampler> all = new ArrayList<>(samplers);
    all.add(LabSamplers.blockGibbs());
    for (LabSampler sampler : all) {
      Population population = sampler.start().begin(machine, starts, streams.chains(chains));
      double[][] distances = new double[chains][steps];
      courses.add(
          sampler.label(),
          new LearningCurves.Course() {
            private int made;

            @Override
            public void step() {
              population.step();
            }

            @Override
            public void look() {
              List<State> states = population.states();
              for (int chain = 0; chain < chains; chain++) {
                distances[chain][made] = states.get(chain).hammingDistance(reference);
              }
              made++;
            }

            @Override
            public double figure() {
              return Math.log(discrepancy.of(population.states()));
            }
          });
      rows.add(images.row(sampler.label(), population.states()));
      acceptances.put(sampler.label(), ((KernelPopulation) population).acceptance());
      effectiveSampleSizes.put(
          sampler.label(), StandardError.mean(StepSizes.effectiveSampleSizes(distances)));
    }
    courses.level("two of " + REFERENCE, floor);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("visibleUnits", images.pixels());
    summary.put("hiddenUnits", hidden);
    summary.put("images", images.size());
    summary.put("imagesSeen", seen);
    summary.put("chains", chains);
    summary.put("steps", steps);
    summary.put("logMmdAtEnd", courses.ends());
    summary.put("logMmdOfBlockGibbsToItself", floor);
    summary.put("acceptance", acceptances);
    summary.put("effectiveSampleSizeOfChain", effectiveSampleSizes);
    return LabResult.of(
        "Restricted Boltzmann machine of %d × %d units".formatted(images.pixels(), hidden),
        courses.table(),
        courses.panels(
            Axis.logarithmic("steps"),
            Axis.logarithmic("seconds for %d chains".formatted(chains)),
            Axis.linear("log MMD²")),
        rows,
        summary,
        List.of(
            "log MMD² after %d steps: %s".formatted(steps, Words.list(courses.ends())),
            "log MMD² of two samples of " + REFERENCE + ": " + Words.figure(floor, 3),
            "effective sample size of a chain: " + Words.list(effectiveSampleSizes)));
  }

  static RestrictedBoltzmannMachine train(
      BinaryImages images, int hidden, int seen, RandomGenerator random, Progress progress) {
    ContrastiveDivergence training =
        new ContrastiveDivergence(images.logOdds(), hidden, LEARNING_RATE, random);
    for (int made = 0; made < seen; made += BATCH) {
      progress.next("training");
      training.learn(images.draw(BATCH, random), DIVERGENCE_STEPS);
    }
    return training.machine();
  }

  private static List<State> blockGibbs(
      RestrictedBoltzmannMachine machine,
      int chains,
      int steps,
      Streams streams,
      Progress progress) {
    Population population =
        new KernelPopulation(
            machine,
            new AlternatingGibbs(),
            streams.uniformStates(machine.domains(), chains),
            streams.chains(chains));
    for (int step = 0; step < steps; step++) {
      progress.next(REFERENCE);
      population.step();
    }
    return population.states();
  }
}
