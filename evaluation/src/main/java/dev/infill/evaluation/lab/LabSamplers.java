package dev.infill.evaluation.lab;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Scan;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.continuous.ContinuousState;
import dev.infill.evaluation.lab.continuous.HamiltonianMonteCarlo;
import dev.infill.evaluation.lab.continuous.RelaxedEnergy;
import dev.infill.evaluation.lab.energy.AlternatingGibbs;
import dev.infill.evaluation.lab.energy.BinaryNetwork;
import dev.infill.evaluation.lab.energy.MinibatchEnergy;
import dev.infill.evaluation.lab.energy.UnprojectedEnergy;
import dev.infill.evaluation.lab.kernel.BlockGibbs;
import dev.infill.evaluation.lab.kernel.CyclicalKernel;
import dev.infill.evaluation.lab.kernel.HammingBall;
import dev.infill.evaluation.lab.kernel.LocallyBalanced;
import dev.infill.evaluation.lab.kernel.ReplicaExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The samplers of the experiments; a new one is one line in the lists. Labels hold α, or α/α₀ for
 * those with continuous intermediates, in the papers' unit.
 */
final class LabSamplers {
  private static final GradientKind EXACT = GradientKind.EXACT;
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** Of numbers all forms are the same. */
  private static final IntermediateForm FORM = IntermediateForm.SIMPLEX;

  /** The square of the distance of 0 and 1, and of other neighbouring integers. */
  private static final double INTEGERS = 1;

  /**
   * The square of the distance of −1 and +1: twice the distance takes four times the α of the
   * papers, whose code knows 0 and 1 only.
   */
  static final double SPINS = 4;

  /** Of replicas, as multiples of that of the target. */
  private static final List<Double> TEMPERATURES = List.of(1.5, 2.25, 3.4);

  /** The balancing of the largest step of a cycle. */
  private static final BalancingFunction.Power STEEPEST = new BalancingFunction.Power(0.95);

  /** Steps of a cycle. */
  private static final int CYCLE = 8;

  /** Steps of a cycle where chains restart every five steps. */
  private static final int CYCLE_OF_LEARNING = 5;

  private LabSamplers() {}

  /** Returns the samplers of the papers' figures on Ising models, with their step sizes. */
  static List<LabSampler> ofIsing() {
    return List.of(
        gibbs(1),
        hammingBall(),
        gwg(1),
        gwg(4),
        cgwg(0.1, SPINS),
        locallyBalanced(),
        dula(0.2, SPINS),
        cdula(0.4, 0.2, SPINS),
        dmala(0.4, SPINS),
        exchanged(0.4, SPINS),
        cdmala(0.4, 0.2, SPINS),
        relaxedMala(0.5, 0.3),
        stein(0.5, 0.05),
        acs(2, 0.2, CYCLE, SPINS));
  }

  /** Returns those of them that leave π invariant, and are kernels. */
  static List<LabSampler> exactOfIsing() {
    return List.of(
        gibbs(1),
        gibbs(4),
        hammingBall(),
        gwg(1),
        gwg(4),
        cgwg(0.1, SPINS),
        locallyBalanced(),
        dmala(0.4, SPINS),
        cdmala(0.4, 0.2, SPINS),
        acs(2, 0.2, CYCLE, SPINS));
  }

  /** Returns DMALA on spins, α in the papers' unit. */
  static LabSampler dmalaOfSpins(double stepSize) {
    return dmala(stepSize, SPINS);
  }

  /** Returns samplers of modes far apart on integers. */
  static List<LabSampler> ofMixture() {
    return List.of(
        gibbs(1),
        gwg(1),
        cgwg(0.6, INTEGERS),
        dula(0.3, INTEGERS),
        cdula(0.3, 0.3, INTEGERS),
        cdula(0.3, 1, INTEGERS),
        dmala(1, INTEGERS),
        cdmala(1, 0.1, INTEGERS),
        dmala(100, INTEGERS),
        cdmala(100, 0.6, INTEGERS));
  }

  /** Returns samplers of restricted Boltzmann machines and other binary energies. */
  static List<LabSampler> ofBinary() {
    return List.of(
        gibbs(1),
        hammingBall(),
        gwg(1),
        cgwg(0.04, INTEGERS),
        dula(0.1, INTEGERS),
        cdula(0.2, 0.04, INTEGERS),
        dmala(0.2, INTEGERS),
        cdmala(0.2, 0.04, INTEGERS),
        dmala(0.3, INTEGERS),
        cdmala(0.3, 0.15, INTEGERS),
        acs(4, 0.1, CYCLE, INTEGERS),
        withoutStepSize(),
        withoutProjection(),
        gwg(4),
        exchanged(0.2, INTEGERS));
  }

  /** Returns samplers to learn an Ising model with. */
  static List<LabSampler> ofLearning() {
    return List.of(
        randomGibbs(),
        gwg(1),
        cgwg(0.01, SPINS),
        dula(0.1, SPINS),
        dula(0.2, SPINS),
        cdula(0.2, 0.01, SPINS),
        cdula(0.2, 0.1, SPINS),
        dmala(0.15, SPINS),
        dmala(0.2, SPINS),
        cdmala(0.2, 0.01, SPINS),
        acs(2, 0.2, CYCLE_OF_LEARNING, SPINS));
  }

  /** Returns those of them that few and many steps an iteration are compared with (Fig. 5c). */
  static List<LabSampler> ofShortChains() {
    return List.of(randomGibbs(), gwg(1), dula(0.1, SPINS), dmala(0.15, SPINS));
  }

  /** Returns samplers to learn a restricted Boltzmann machine with, sizes as in the cDLS paper. */
  static List<LabSampler> ofBoltzmannLearning() {
    return List.of(
        blockGibbs(),
        randomGibbs(),
        gwg(1),
        dula(0.1, INTEGERS),
        dmala(0.2, INTEGERS),
        cdula(0.2, 0.04, INTEGERS),
        cdmala(0.2, 0.04, INTEGERS),
        acs(4, 0.1, CYCLE_OF_LEARNING, INTEGERS));
  }

  /**
   * Returns samplers to learn a deep energy model with, sizes as in the papers. A cycle of five
   * steps would have none as small as DMALA's: ACS's network ran away with it.
   */
  static List<LabSampler> ofDeepLearning() {
    return List.of(
        randomGibbs(),
        gwg(1),
        dula(0.1, INTEGERS),
        ofAnnealing(),
        cdula(0.15, 0.01, INTEGERS),
        cdmala(0.15, 0.01, INTEGERS),
        acs(4, 0.1, CYCLE, INTEGERS));
  }

  /** Returns what the chains of annealed importance sampling of a deep energy model move by. */
  static LabSampler ofAnnealing() {
    return dmala(0.15, INTEGERS);
  }

  /**
   * Returns samplers of binary networks, sizes as in the papers.
   *
   * @param rows of the data; minibatches have fewer
   */
  static List<LabSampler> ofNetworks(int rows) {
    Stream<LabSampler> minibatches =
        IntStream.of(10, 100, 500).filter(size -> size < rows).mapToObj(LabSamplers::minibatch);
    return Stream.concat(
            Stream.of(
                randomGibbs(),
                gwg(1),
                dula(0.1, SPINS),
                dmala(0.1, SPINS),
                cdula(0.1, 0.01, SPINS),
                cdmala(0.1, 0.01, SPINS),
                acs(2, 0.1, CYCLE, SPINS)),
            minibatches)
        .toList();
  }

  /** Returns Block Gibbs of restricted Boltzmann machines, which other energies have not. */
  static LabSampler blockGibbs() {
    return LabSampler.of("block-gibbs", new AlternatingGibbs());
  }

  /** Returns Gibbs at random coordinates: chains that restart would visit the first ones alone. */
  private static LabSampler randomGibbs() {
    return LabSampler.of("gibbs-1", BlockGibbs.of(Scan.RANDOM, 1));
  }

  private static LabSampler gibbs(int block) {
    return LabSampler.of("gibbs-" + block, BlockGibbs.of(Scan.SYSTEMATIC, block));
  }

  private static LabSampler hammingBall() {
    return LabSampler.of("hb-10-1", HammingBall.of(Scan.SYSTEMATIC, 10, 1));
  }

  private static LabSampler locallyBalanced() {
    return LabSampler.of("lb-1", LocallyBalanced.of(SQRT));
  }

  /** Returns Gibbs-with-gradients of so many coordinates. */
  static LabSampler gwg(int changes) {
    return LabSampler.of("gwg-" + changes, GibbsWithGradients.of(EXACT, SQRT, changes));
  }

  private static LabSampler cgwg(double intermediate, double unit) {
    return LabSampler.of(
        "cgwg-1 " + number(intermediate),
        GibbsWithGradients.of(EXACT, SQRT, 1)
            .withIntermediates(new Intermediate(FORM, unit * intermediate)));
  }

  /** Returns DULA, α in the papers' unit. */
  static LabSampler dula(double stepSize, double unit) {
    return LabSampler.of(
        "dula " + number(stepSize), DiscreteLangevin.dula(EXACT, SQRT, unit * stepSize));
  }

  /** Returns DULA by the gradients of so many rows, drawn anew wherever a chain comes to. */
  private static LabSampler minibatch(int rows) {
    double stepSize = 0.1;
    return new LabSampler(
        "dula %s batch %d".formatted(number(stepSize), rows),
        (energy, starts, random) ->
            new KernelPopulation(
                // What it draws is told apart from what the chains draw.
                new MinibatchEnergy(
                    (BinaryNetwork) energy, rows, new SplittableRandom(random.get(0).nextLong())),
                DiscreteLangevin.dula(EXACT, SQRT, SPINS * stepSize),
                starts,
                random));
  }

  private static LabSampler cdula(double stepSize, double intermediate, double unit) {
    return LabSampler.of(
        "cdula " + number(stepSize) + "/" + number(intermediate),
        DiscreteLangevin.dula(EXACT, SQRT, unit * stepSize)
            .withIntermediates(new Intermediate(FORM, unit * intermediate)));
  }

  private static LabSampler dmala(double stepSize, double unit) {
    return LabSampler.of(
        "dmala " + number(stepSize), DiscreteLangevin.dmala(EXACT, SQRT, unit * stepSize));
  }

  /**
   * Returns DMALA without the term of α (Zhang, Liu &amp; Liu 2022, App. D): its limit for large α.
   */
  private static LabSampler withoutStepSize() {
    return LabSampler.of("dmala inf", DiscreteLangevin.dmala(EXACT, SQRT, Double.MAX_VALUE));
  }

  /** Returns DMALA that exchanges states with three chains at higher temperatures. */
  private static LabSampler exchanged(double stepSize, double unit) {
    return LabSampler.of(
        "dmala " + number(stepSize) + " re-" + (1 + TEMPERATURES.size()),
        new ReplicaExchange(DiscreteLangevin.dmala(EXACT, SQRT, unit * stepSize), TEMPERATURES));
  }

  /**
   * Returns DMALA with cyclical step sizes, β from ½ to 0.95 as the ACS and cDLS papers have it.
   *
   * @param cycle steps of a cycle; where chains restart in every iteration, as many as it has
   */
  private static LabSampler acs(double largest, double smallest, int cycle, double unit) {
    return LabSampler.of(
        "acs " + number(largest) + "-" + number(smallest),
        CyclicalKernel.of(
            (stepSize, g) -> DiscreteLangevin.dmala(EXACT, g, stepSize),
            STEEPEST,
            unit * largest,
            unit * smallest,
            cycle));
  }

  private static LabSampler cdmala(double stepSize, double intermediate, double unit) {
    return LabSampler.of(
        "cdmala " + number(stepSize) + "/" + number(intermediate),
        DiscreteLangevin.dmala(EXACT, SQRT, unit * stepSize)
            .withIntermediates(new Intermediate(FORM, unit * intermediate)));
  }

  /** Returns cDMALA whose intermediates stay where the gradient leads (cDLS, App. C). */
  private static LabSampler withoutProjection() {
    double stepSize = 0.2;
    double intermediate = 0.04;
    return new LabSampler(
        "cdmala %s/%s unprojected".formatted(number(stepSize), number(intermediate)),
        (energy, starts, random) ->
            new KernelPopulation(
                new UnprojectedEnergy(energy, stepSize, intermediate),
                DiscreteLangevin.dmala(EXACT, SQRT, stepSize),
                starts,
                random));
  }

  private static LabSampler relaxedMala(double temperature, double stepSize) {
    return new LabSampler(
        "rmala",
        (energy, starts, random) ->
            new RelaxedPopulation(RelaxedEnergy.of(energy, temperature), stepSize, starts, random));
  }

  private static LabSampler stein(double temperature, double learningRate) {
    return new LabSampler(
        "dsvgd",
        (energy, starts, random) ->
            new SteinParticles(
                RelaxedEnergy.of(energy, temperature), starts, learningRate, random.get(0)));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /** Chains of relaxed MALA. */
  private static final class RelaxedPopulation implements Population {
    private final RelaxedEnergy energy;
    private final HamiltonianMonteCarlo kernel;
    private final List<? extends RandomGenerator> random;
    private final List<ContinuousState> chains = new ArrayList<>();

    RelaxedPopulation(
        RelaxedEnergy energy,
        double stepSize,
        List<State> starts,
        List<? extends RandomGenerator> random) {
      this.energy = energy;
      this.kernel = HamiltonianMonteCarlo.langevin(energy, stepSize, AcceptanceRule.REVERSIBLE);
      this.random = random;
      for (int chain = 0; chain < starts.size(); chain++) {
        RandomGenerator own = random.get(chain);
        chains.add(kernel.init(energy.draw(starts.get(chain), own), own));
      }
    }

    @Override
    public void step() {
      for (int chain = 0; chain < chains.size(); chain++) {
        chains.set(chain, kernel.step(chains.get(chain), random.get(chain)).next());
      }
    }

    @Override
    public List<State> states() {
      return chains.stream().map(chain -> energy.state(chain.position())).toList();
    }
  }
}
