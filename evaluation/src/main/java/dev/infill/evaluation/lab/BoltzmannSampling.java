package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.core.lab.AlternatingGibbs;
import dev.infill.core.lab.RestrictedBoltzmannMachine;
import dev.infill.core.lab.SmoothEnergy;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
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
final class BoltzmannSampling implements LabExperiment {
  private static final int BATCH = 100;
  private static final double LEARNING_RATE = 0.001;

  @Override
  public String name() {
    return "rbm";
  }

  @Override
  public String description() {
    return "Discrepancy to Block Gibbs on a trained restricted Boltzmann machine, by steps.";
  }

  @Override
  public LabResult run(LabScale scale, long seed, LabListener listener) {
    int side = scale.choose(5, 14, 28);
    int hidden = scale.choose(10, 100, 500);
    int images = scale.choose(500, 20_000, 60_000);
    int chains = scale.choose(20, 100, 100);
    int steps = scale.choose(50, 1_000, 5_000);
    int references = scale.choose(40, 300, 500);
    int referenceSteps = scale.choose(200, 1_000, 10_000);
    List<LabSampler<SmoothEnergy>> samplers = LabSamplers.ofBinary();
    long total = samplers.size() + 3L;

    Streams streams = Streams.of(seed);
    listener.onProgress("training", 0, total);
    RestrictedBoltzmannMachine machine = train(side, hidden, images, streams.chains(1).get(0));
    listener.onProgress("block-gibbs", 1, total);
    MeanDiscrepancy discrepancy =
        new MeanDiscrepancy(blockGibbs(machine, references, referenceSteps, streams));
    double floor = Math.log(discrepancy.of(blockGibbs(machine, chains, referenceSteps, streams)));

    List<Integer> recorded = Checkpoints.upTo(steps);
    LabTable table = new LabTable("sampler", "step", "seconds", "log_mmd");
    List<Series> bySteps = new ArrayList<>();
    List<Series> bySeconds = new ArrayList<>();
    Map<String, Object> ends = new LinkedHashMap<>();
    Map<String, Object> acceptances = new LinkedHashMap<>();
    List<State> starts = streams.uniformStates(machine.domains(), chains);
    List<LabSampler<SmoothEnergy>> all = new ArrayList<>(samplers);
    all.add(LabSampler.of("block-gibbs", energy -> AlternatingGibbs.of(machine)));
    for (int k = 0; k < all.size(); k++) {
      LabSampler<SmoothEnergy> sampler = all.get(k);
      listener.onProgress(sampler.label(), k + 2L, total);
      Population population = sampler.start().begin(machine, starts, streams.chains(chains));
      List<Series.Point> points = new ArrayList<>();
      List<Series.Point> timed = new ArrayList<>();
      long nanoseconds = 0;
      int step = 0;
      for (int checkpoint : recorded) {
        long begin = System.nanoTime();
        for (; step < checkpoint; step++) {
          population.step();
        }
        nanoseconds += System.nanoTime() - begin;
        double log = Math.log(discrepancy.of(population.states()));
        table.add(sampler.label(), step, nanoseconds / 1e9, log);
        points.add(new Series.Point(step, log));
        timed.add(new Series.Point(nanoseconds / 1e9, log));
      }
      bySteps.add(new Series(sampler.label(), points, Series.Mark.LINE));
      bySeconds.add(new Series(sampler.label(), timed, Series.Mark.LINE));
      ends.put(sampler.label(), points.get(points.size() - 1).y());
      acceptances.put(sampler.label(), ((KernelPopulation) population).acceptance());
    }
    bySteps.add(
        new Series(
            "two of block-gibbs",
            List.of(new Series.Point(1, floor), new Series.Point(steps, floor)),
            Series.Mark.DASHED));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("visibleUnits", side * side);
    summary.put("hiddenUnits", hidden);
    summary.put("images", images);
    summary.put("chains", chains);
    summary.put("steps", steps);
    summary.put("logMmdAtEnd", ends);
    summary.put("logMmdOfBlockGibbsToItself", floor);
    summary.put("acceptance", acceptances);
    return LabResult.of(
        "Restricted Boltzmann machine of %d × %d units".formatted(side * side, hidden),
        table,
        List.of(
            new Panel("By steps", Axis.logarithmic("steps"), Axis.linear("log MMD²"), bySteps),
            new Panel(
                "By seconds",
                Axis.logarithmic("seconds for %d chains".formatted(chains)),
                Axis.linear("log MMD²"),
                bySeconds)),
        summary,
        List.of(
            "log MMD² after %d steps: %s".formatted(steps, Words.list(ends)),
            "log MMD² of two samples of block-gibbs: " + Words.figure(floor, 3)));
  }

  static RestrictedBoltzmannMachine train(
      int side, int hidden, int images, RandomGenerator random) {
    Strokes strokes = new Strokes(side);
    ContrastiveDivergence training =
        new ContrastiveDivergence(side * side, hidden, LEARNING_RATE, random);
    for (int seen = 0; seen < images; seen += BATCH) {
      training.learn(strokes.draw(BATCH, random));
    }
    return training.machine();
  }

  private static List<State> blockGibbs(
      RestrictedBoltzmannMachine machine, int chains, int steps, Streams streams) {
    Population population =
        new KernelPopulation(
            AlternatingGibbs.of(machine),
            streams.uniformStates(machine.domains(), chains),
            streams.chains(chains));
    for (int step = 0; step < steps; step++) {
      population.step();
    }
    return population.states();
  }
}
