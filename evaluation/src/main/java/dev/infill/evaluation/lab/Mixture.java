package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.lab.Enumeration;
import dev.infill.core.lab.GaussianMixtureEnergy;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A mixture of 25 narrow modes on {0, …, 90}² (the synthetic distribution of the paper on discrete
 * Langevin samplers via continuous intermediates, Figure 3 and App. H.3): total variation between
 * the states visited so far by all chains and the target.
 */
final class Mixture implements LabExperiment {
  private static final int MODES_A_SIDE = 5;
  private static final int SPACE = 15;
  private static final double VARIANCE = 0.3;

  @Override
  public String name() {
    return "mixture";
  }

  @Override
  public String description() {
    return "Total variation on a grid of 25 narrow modes of integers, by steps.";
  }

  static GaussianMixtureEnergy energy(int modesASide, int space, double variance) {
    int largest = (modesASide + 1) * space;
    List<double[]> means = new ArrayList<>();
    for (int i = 0; i < modesASide; i++) {
      for (int j = 0; j < modesASide; j++) {
        double step = (double) largest / (modesASide + 2);
        means.add(new double[] {step * (i + 1), step * (j + 1)});
      }
    }
    return GaussianMixtureEnergy.of(largest, means, variance);
  }

  @Override
  public LabResult run(LabScale scale, long seed, LabListener listener) {
    int chains = scale.choose(10, 100, 100);
    int steps = scale.choose(100, 2_000, 10_000);
    Energy energy =
        scale == LabScale.QUICK ? energy(2, 6, VARIANCE) : energy(MODES_A_SIDE, SPACE, VARIANCE);
    Enumeration target = Enumeration.of(energy);
    List<Integer> recorded = Checkpoints.upTo(steps);
    LabTable table = new LabTable("sampler", "step", "seconds", "total_variation");
    List<Series> bySteps = new ArrayList<>();
    List<Series> bySeconds = new ArrayList<>();
    Map<String, Object> ends = new LinkedHashMap<>();
    List<LabSampler<Energy>> samplers = LabSamplers.ofMixture();
    for (int k = 0; k < samplers.size(); k++) {
      LabSampler<Energy> sampler = samplers.get(k);
      listener.onProgress(sampler.label(), k, samplers.size());
      // All samplers start at the same states, and draw on from the same numbers.
      Streams streams = Streams.of(seed);
      Population population =
          sampler
              .start()
              .begin(
                  energy, streams.uniformStates(energy.domains(), chains), streams.chains(chains));
      double[] counts = new double[target.space().size()];
      List<Series.Point> points = new ArrayList<>();
      List<Series.Point> timed = new ArrayList<>();
      long nanoseconds = 0;
      int step = 0;
      for (int checkpoint : recorded) {
        for (; step < checkpoint; step++) {
          long begin = System.nanoTime();
          population.step();
          nanoseconds += System.nanoTime() - begin;
          for (State state : population.states()) {
            counts[target.space().indexOf(state)]++;
          }
        }
        double visited = (double) chains * step;
        double[] frequencies = counts.clone();
        for (int number = 0; number < frequencies.length; number++) {
          frequencies[number] /= visited;
        }
        double distance = target.totalVariation(frequencies);
        table.add(sampler.label(), step, nanoseconds / 1e9, distance);
        points.add(new Series.Point(step, distance));
        timed.add(new Series.Point(nanoseconds / 1e9, distance));
      }
      bySteps.add(new Series(sampler.label(), points, Series.Mark.LINE));
      bySeconds.add(new Series(sampler.label(), timed, Series.Mark.LINE));
      ends.put(sampler.label(), points.get(points.size() - 1).y());
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("states", target.space().size());
    summary.put("variance", VARIANCE);
    summary.put("chains", chains);
    summary.put("steps", steps);
    summary.put("totalVariationAtEnd", ends);
    return LabResult.of(
        "Narrow modes on a grid of integers, %,d states".formatted(target.space().size()),
        table,
        List.of(
            new Panel(
                "By steps", Axis.logarithmic("steps"), Axis.linear("total variation"), bySteps),
            new Panel(
                "By seconds",
                Axis.logarithmic("seconds for %d chains".formatted(chains)),
                Axis.linear("total variation"),
                bySeconds)),
        summary,
        List.of("total variation after %d steps: %s".formatted(steps, Words.list(ends))));
  }
}
