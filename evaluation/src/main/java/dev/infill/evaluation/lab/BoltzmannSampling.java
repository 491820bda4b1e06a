package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.energy.AlternatingGibbs;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Sampling from a restricted Boltzmann machine (Zhang, Liu &amp; Liu 2022, Figure 4), trained on
 * generated images by contrastive divergence: maximum mean discrepancy to draws of Block Gibbs, by
 * steps and by seconds.
 */
final class BoltzmannSampling {
  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 0.001;
  private static final String REFERENCE = "block-gibbs";

  private BoltzmannSampling() {}

  static LabResult run(LabScale scale, long seed, LabListener listener) {
    int side = scale.choose(5, 14, 28);
    int hidden = scale.choose(10, 100, 500);
    int images = scale.choose(500, 20_000, 60_000);
    int chains = scale.choose(20, 100, 100);
    int steps = scale.choose(50, 1_000, 5_000);
    int references = scale.choose(40, 300, 500);
    int referenceSteps = scale.choose(200, 1_000, 10_000);
    List<LabSampler> samplers = LabSamplers.ofBinary();
    Progress progress =
        new Progress(
            listener, images / BATCH + 2L * referenceSteps + (samplers.size() + 1L) * steps);

    Streams streams = Streams.of(seed);
    RestrictedBoltzmannMachine machine =
        train(side, hidden, images, streams.chains(1).get(0), progress);
    MeanDiscrepancy discrepancy =
        new MeanDiscrepancy(blockGibbs(machine, references, referenceSteps, streams, progress));
    double floor =
        Math.log(discrepancy.of(blockGibbs(machine, chains, referenceSteps, streams, progress)));

    LearningCurves courses = new LearningCurves("step", "log_mmd", steps, progress);
    Map<String, Object> acceptances = new LinkedHashMap<>();
    List<State> starts = streams.uniformStates(machine.domains(), chains);
    List<LabSampler> all = new ArrayList<>(samplers);
    all.add(LabSampler.of(REFERENCE, energy -> AlternatingGibbs.of(machine)));
    for (LabSampler sampler : all) {
      Population population = sampler.start().begin(machine, starts, streams.chains(chains));
      courses.add(
          sampler.label(),
          new LearningCurves.Course() {
            @Override
            public void step() {
              population.step();
            }

            @Override
            public double figure() {
              return Math.log(discrepancy.of(population.states()));
            }
          });
      acceptances.put(sampler.label(), ((KernelPopulation) population).acceptance());
    }
    courses.level("two of " + REFERENCE, floor);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("visibleUnits", side * side);
    summary.put("hiddenUnits", hidden);
    summary.put("images", images);
    summary.put("chains", chains);
    summary.put("steps", steps);
    summary.put("logMmdAtEnd", courses.ends());
    summary.put("logMmdOfBlockGibbsToItself", floor);
    summary.put("acceptance", acceptances);
    return LabResult.of(
        "Restricted Boltzmann machine of %d × %d units".formatted(side * side, hidden),
        courses.table(),
        courses.panels(
            Axis.logarithmic("steps"),
            Axis.logarithmic("seconds for %d chains".formatted(chains)),
            Axis.linear("log MMD²")),
        summary,
        List.of(
            "log MMD² after %d steps: %s".formatted(steps, Words.list(courses.ends())),
            "log MMD² of two samples of " + REFERENCE + ": " + Words.figure(floor, 3)));
  }

  static RestrictedBoltzmannMachine train(
      int side, int hidden, int images, RandomGenerator random, Progress progress) {
    Strokes strokes = new Strokes(side);
    ContrastiveDivergence training =
        new ContrastiveDivergence(side * side, hidden, LEARNING_RATE, random);
    for (int seen = 0; seen < images; seen += BATCH) {
      progress.next("training");
      training.learn(strokes.draw(BATCH, random));
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
            AlternatingGibbs.of(machine),
            streams.uniformStates(machine.domains(), chains),
            streams.chains(chains));
    for (int step = 0; step < steps; step++) {
      progress.next(REFERENCE);
      population.step();
    }
    return population.states();
  }
}
