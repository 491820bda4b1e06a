package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.INTEGERS;

import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.sampler.EffectiveSize;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.List;
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

  private static final LabSampler REFERENCE = INTEGERS.of("block-gibbs");

  private static final List<LabSampler> SAMPLERS =
      INTEGERS.all(
          """
          gibbs-1, hb-10-1, gwg-1, cgwg-1 0.04, dula 0.1, cdula 0.2/0.04, dmala 0.2,
          cdmala 0.2/0.04, dmala 0.3, cdmala 0.3/0.15, acs 4-0.1, dmala inf,
          cdmala 0.2/0.04 unprojected, gwg-4, dmala 0.2 re-4, block-gibbs\
          """);

  private BoltzmannSampling() {}

  static LabResult run(LabRun run) {
    BinaryImages images = run.images();
    run.setting("visibleUnits", images.pixels());
    int hidden = run.size("hiddenUnits", 10, 100, 500);
    run.setting("images", images.size());
    int seen = run.size("imagesSeen", 500, 60_000, 60_000);
    int chains = run.size("chains", 20, 100, 100);
    int steps = run.size("steps", 50, 1_000, 5_000);
    int references = run.size("chainsOfReference", 40, 300, 500);
    int referenceSteps = run.size("stepsOfReference", 200, 1_000, 10_000);
    run.total(seen / BATCH + 2L * referenceSteps + (long) SAMPLERS.size() * steps);

    Streams streams = run.streams();
    RestrictedBoltzmannMachine machine = train(images, hidden, seen, streams.chains(1).get(0), run);
    MeanDiscrepancy discrepancy =
        new MeanDiscrepancy(reference(machine, references, referenceSteps, streams, run));
    double floor =
        Math.log(discrepancy.of(reference(machine, chains, referenceSteps, streams, run)));

    LabTable table = run.table("sampler,step,seconds,log_mmd");
    Curves curves = new Curves(run, Curves.checkpoints(steps), table);
    List<State> starts = streams.uniformStates(machine.domains(), chains);
    State far = streams.uniformStates(machine.domains(), 1).get(0);
    for (LabSampler sampler : SAMPLERS) {
      Course course =
          new Course(
              sampler.begin(machine, starts, streams.chains(chains)),
              discrepancy,
              far,
              new double[chains][steps]);
      run.figure(List.of("logMmdAtEnd"), sampler.label(), curves.add(sampler.label(), course));
      run.figure(List.of("acceptance"), sampler.label(), course.population.acceptance());
      run.figure(
          List.of("effectiveSampleSizeOfChain"),
          sampler.label(),
          Mean.of(EffectiveSize.ofEach(course.distances)));
      run.images(images.row(sampler.label(), course.population.states()));
    }
    String floorName = "log MMD² of two samples of " + REFERENCE.label();
    run.told("logMmdOfBlockGibbsToItself", floorName, floor);
    curves.draw(
        "",
        table.rows(),
        Axis.logarithmic("steps"),
        Axis.logarithmic("seconds for %d chains".formatted(chains)),
        Axis.linear("log MMD²"),
        new Curves.Level("two of " + REFERENCE.label(), floor));
    run.ranking(
        Ranking.of(
            "distance to draws of %s after %d steps".formatted(REFERENCE.label(), steps),
            Best.LEAST,
            Column.of("log MMD²", "logMmdAtEnd"),
            Column.of("acceptance", "acceptance"),
            Column.of("ESS of a chain", "effectiveSampleSizeOfChain")));
    return run.result(
        "Restricted Boltzmann machine of %d × %d units".formatted(images.pixels(), hidden), table);
  }

  static RestrictedBoltzmannMachine train(
      BinaryImages images, int hidden, int seen, RandomGenerator random, LabRun run) {
    ContrastiveDivergence training =
        new ContrastiveDivergence(images.logOdds(), hidden, LEARNING_RATE, random);
    for (int made = 0; made < seen; made += BATCH) {
      run.next("training");
      training.learn(images.draw(BATCH, random), DIVERGENCE_STEPS);
    }
    return training.machine();
  }

  private static List<State> reference(
      RestrictedBoltzmannMachine machine, int chains, int steps, Streams streams, LabRun run) {
    Population population =
        REFERENCE.begin(
            machine, streams.uniformStates(machine.domains(), chains), streams.chains(chains));
    for (int step = 0; step < steps; step++) {
      run.next(REFERENCE.label());
      population.step();
    }
    return population.states();
  }

  /** The chains of a sampler, and how far each was from one state after each step. */
  private static final class Course implements Curves.Course {
    private final Population population;
    private final MeanDiscrepancy discrepancy;
    private final State far;
    private final double[][] distances;
    private int made;

    Course(Population population, MeanDiscrepancy discrepancy, State far, double[][] distances) {
      this.population = population;
      this.discrepancy = discrepancy;
      this.far = far;
      this.distances = distances;
    }

    @Override
    public void step() {
      population.step();
    }

    @Override
    public void look() {
      List<State> states = population.states();
      for (int chain = 0; chain < distances.length; chain++) {
        distances[chain][made] = states.get(chain).hammingDistance(far);
      }
      made++;
    }

    @Override
    public Mean figure() {
      return Mean.of(Math.log(discrepancy.of(population.states())));
    }
  }
}
