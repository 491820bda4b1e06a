package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.INTEGERS;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.GaussianMixtureEnergy;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A mixture of 25 narrow modes on {0, …, 90}² (the synthetic distribution of the paper on discrete
 * Langevin samplers via continuous intermediates, Figures 3 and 8 and App. H.3): total variation
 * between the states visited so far by all chains and the target; where chains are in the end, and
 * the path of one.
 */
final class Mixture {
  private static final int MODES_A_SIDE = 5;
  private static final int SPACE = 15;
  private static final double VARIANCE = 0.3;

  private static final List<LabSampler> SAMPLERS =
      INTEGERS.all(
          """
          gibbs-1, gwg-1, cgwg-1 0.6, dula 0.3, cdula 0.3/0.3, cdula 0.3/1, dmala 1, cdmala 1/0.1,
          dmala 100, cdmala 100/0.6\
          """);

  private Mixture() {}

  static GaussianMixtureEnergy energy(int modesASide, int space, double variance) {
    return new GaussianMixtureEnergy(
        largest(modesASide, space), means(modesASide, space), variance);
  }

  private static int largest(int modesASide, int space) {
    return (modesASide + 1) * space;
  }

  private static List<double[]> means(int modesASide, int space) {
    double step = (double) largest(modesASide, space) / (modesASide + 2);
    List<double[]> means = new ArrayList<>();
    for (int i = 0; i < modesASide; i++) {
      for (int j = 0; j < modesASide; j++) {
        means.add(new double[] {step * (i + 1), step * (j + 1)});
      }
    }
    return means;
  }

  static LabResult run(LabRun run) {
    int chains = run.size("chains", 10, 100, 100);
    int steps = run.size("steps", 100, 2_000, 10_000);
    int modesASide = run.size("modesASide", 2, MODES_A_SIDE, MODES_A_SIDE);
    int space = run.size("space", 6, SPACE, SPACE);
    SmoothEnergy energy = energy(modesASide, space, VARIANCE);
    Enumeration target = Enumeration.of(energy);
    List<double[]> means = means(modesASide, space);
    run.setting("states", target.space().size());
    run.setting("modes", means.size());
    run.setting("variance", VARIANCE);
    run.total((long) SAMPLERS.size() * steps);
    LabTable table = run.table("sampler,step,seconds,total_variation");
    Curves curves = new Curves(run, Curves.checkpoints(steps), table);
    List<Panel> ways = new ArrayList<>();
    for (LabSampler sampler : SAMPLERS) {
      // All samplers start at the same states, and draw on from the same numbers.
      Streams streams = run.streams();
      List<State> starts = streams.uniformStates(energy.domains(), chains);
      Visits visits =
          new Visits(target, means, sampler.begin(energy, starts, streams.chains(chains)));
      run.figure(
          List.of("totalVariationAtEnd"), sampler.label(), curves.add(sampler.label(), visits));
      run.figure(List.of("medianStepsToAMode"), sampler.label(), visits.medianArrival());
      ways.add(visits.panel(sampler.label(), largest(modesASide, space)));
    }
    curves.draw(
        "",
        table.rows(),
        Axis.logarithmic("steps"),
        Axis.logarithmic("seconds for %d chains".formatted(chains)),
        Axis.linear("total variation"));
    ways.forEach(run::panel);
    run.ranking(
        Ranking.of(
            "after %d steps".formatted(steps),
            Best.LEAST,
            Column.of("total variation", "totalVariationAtEnd"),
            Column.of("steps to a mode, median", "medianStepsToAMode")));
    return run.result(
        "Narrow modes on a grid of integers, %,d states".formatted(target.space().size()), table);
  }

  /** Where the chains of a sampler have been. */
  private static final class Visits implements Curves.Course {
    /** As many steps of one chain are drawn. */
    private static final int PATH = 50;

    /** So many standard deviations from its mean a mode begins. */
    private static final double NEAR = 3;

    private final Enumeration target;
    private final List<double[]> means;
    private final Population population;
    private final double[] counts;
    private final List<Series.Point> path = new ArrayList<>();

    /** Per chain, the step at which it was first near a mean; −1 if it never was. */
    private final int[] arrivals;

    private int steps;

    Visits(Enumeration target, List<double[]> means, Population population) {
      this.target = target;
      this.means = means;
      this.population = population;
      this.counts = new double[target.space().size()];
      this.arrivals = new int[population.states().size()];
      Arrays.fill(arrivals, -1);
      arrive();
      path.add(point(population.states().get(0)));
    }

    @Override
    public void step() {
      population.step();
    }

    @Override
    public void look() {
      steps++;
      for (State state : population.states()) {
        counts[target.space().indexOf(state)]++;
      }
      arrive();
      if (steps <= PATH) {
        path.add(point(population.states().get(0)));
      }
    }

    private void arrive() {
      List<State> states = population.states();
      for (int chain = 0; chain < arrivals.length; chain++) {
        if (arrivals[chain] < 0 && isNear(states.get(chain))) {
          arrivals[chain] = steps;
        }
      }
    }

    private boolean isNear(State state) {
      return means.stream()
          .anyMatch(
              mean ->
                  Math.hypot(state.get(0) - mean[0], state.get(1) - mean[1])
                      < NEAR * Math.sqrt(VARIANCE));
    }

    @Override
    public Mean figure() {
      double visited = (double) steps * arrivals.length;
      return Mean.of(target.totalVariation(Arrays.stream(counts).map(n -> n / visited).toArray()));
    }

    /** Returns the median step of arrival; infinite if half of the chains have not arrived. */
    double medianArrival() {
      double[] sorted =
          Arrays.stream(arrivals)
              .mapToDouble(step -> step < 0 ? Double.POSITIVE_INFINITY : step)
              .sorted()
              .toArray();
      return sorted[sorted.length / 2];
    }

    /** Draws the modes, the way of one chain, and where all are in the end. */
    Panel panel(String label, int largest) {
      List<State> last = population.states();
      return new Panel(
          "%s: %d chains in the end".formatted(label, last.size()),
          Axis.linear("first coordinate").showing(0, largest),
          Axis.linear("second coordinate").showing(0, largest),
          List.of(
              new Series(
                  "modes",
                  means.stream().map(mean -> new Series.Point(mean[0], mean[1])).toList(),
                  Series.Mark.RINGS),
              new Series("path of one", path, Series.Mark.LINE),
              new Series("chains", last.stream().map(Visits::point).toList(), Series.Mark.POINTS)));
    }

    private static Series.Point point(State state) {
      return new Series.Point(state.get(0), state.get(1));
    }
  }
}
