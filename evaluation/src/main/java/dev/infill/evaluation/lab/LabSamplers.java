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

/**
 * The samplers that experiments choose from. Labels hold α, or α/α₀ for those with continuous
 * intermediates, in the papers' unit.
 *
 * @param unit the square of the distance of neighbouring values, by which α and α₀ are multiplied:
 *     the code of the papers knows 0 and 1 only
 */
record LabSamplers(double unit) {
  /** Of 0 and 1, and of other integers. */
  static final LabSamplers INTEGERS = new LabSamplers(1);

  /** Of −1 and +1: twice the distance takes four times the α. */
  static final LabSamplers SPINS = new LabSamplers(4);

  /** Steps of a cycle of ACS. */
  static final int CYCLE = 8;

  /** The same where chains restart every five steps. */
  static final int CYCLE_OF_LEARNING = 5;

  private static final GradientKind EXACT = GradientKind.EXACT;
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** Of replicas, as multiples of that of the target. */
  private static final List<Double> TEMPERATURES = List.of(1.5, 2.25, 3.4);

  /** The balancing of the largest step of a cycle. */
  private static final BalancingFunction.Power STEEPEST = new BalancingFunction.Power(0.95);

  /** Returns Gibbs at some coordinates in turn. */
  static LabSampler gibbs(int block) {
    return LabSampler.of("gibbs-" + block, BlockGibbs.of(Scan.SYSTEMATIC, block));
  }

  /** Returns Gibbs at random coordinates: chains that restart would visit the first ones alone. */
  static LabSampler randomGibbs() {
    return LabSampler.of("gibbs-1", BlockGibbs.of(Scan.RANDOM, 1));
  }

  /** Returns Block Gibbs of restricted Boltzmann machines, which other energies have not. */
  static LabSampler blockGibbs() {
    return LabSampler.of("block-gibbs", new AlternatingGibbs());
  }

  static LabSampler hammingBall() {
    return LabSampler.of("hb-10-1", HammingBall.of(Scan.SYSTEMATIC, 10, 1));
  }

  static LabSampler locallyBalanced() {
    return LabSampler.of("lb-1", LocallyBalanced.of(SQRT));
  }

  /** Returns Gibbs-with-gradients of so many coordinates. */
  static LabSampler gwg(int changes) {
    return LabSampler.of("gwg-" + changes, GibbsWithGradients.of(EXACT, SQRT, changes));
  }

  LabSampler cgwg(double intermediate) {
    return LabSampler.of(
        "cgwg-1 " + number(intermediate),
        GibbsWithGradients.of(EXACT, SQRT, 1).withIntermediates(intermediate(intermediate)));
  }

  LabSampler dula(double stepSize) {
    return LabSampler.of("dula " + number(stepSize), dulaKernel(stepSize));
  }

  LabSampler cdula(double stepSize, double intermediate) {
    return LabSampler.of(
        "cdula " + number(stepSize) + "/" + number(intermediate),
        dulaKernel(stepSize).withIntermediates(intermediate(intermediate)));
  }

  LabSampler dmala(double stepSize) {
    return LabSampler.of("dmala " + number(stepSize), dmalaKernel(stepSize));
  }

  LabSampler cdmala(double stepSize, double intermediate) {
    return LabSampler.of(
        "cdmala " + number(stepSize) + "/" + number(intermediate),
        dmalaKernel(stepSize).withIntermediates(intermediate(intermediate)));
  }

  /**
   * Returns DMALA without the term of α (Zhang, Liu &amp; Liu 2022, App. D): its limit for large α.
   */
  static LabSampler withoutStepSize() {
    return LabSampler.of("dmala inf", DiscreteLangevin.dmala(EXACT, SQRT, Double.MAX_VALUE));
  }

  /** Returns DMALA that exchanges states with three chains at higher temperatures. */
  LabSampler exchanged(double stepSize) {
    return LabSampler.of(
        "dmala " + number(stepSize) + " re-" + (1 + TEMPERATURES.size()),
        new ReplicaExchange(dmalaKernel(stepSize), TEMPERATURES));
  }

  /**
   * Returns DMALA with cyclical step sizes, β from ½ to 0.95 as the ACS and cDLS papers have it.
   *
   * @param cycle steps of a cycle; where chains restart in every iteration, as many as it has
   */
  LabSampler acs(double largest, double smallest, int cycle) {
    return LabSampler.of(
        "acs " + number(largest) + "-" + number(smallest),
        CyclicalKernel.of(
            (stepSize, g) -> DiscreteLangevin.dmala(EXACT, g, stepSize),
            STEEPEST,
            unit * largest,
            unit * smallest,
            cycle));
  }

  /** Returns DULA by the gradients of so many rows, drawn anew wherever a chain comes to. */
  LabSampler minibatch(double stepSize, int rows) {
    return new LabSampler(
        "dula %s batch %d".formatted(number(stepSize), rows),
        (energy, starts, random) ->
            new KernelPopulation(
                // What it draws is told apart from what the chains draw.
                new MinibatchEnergy(
                    (BinaryNetwork) energy, rows, new SplittableRandom(random.get(0).nextLong())),
                dulaKernel(stepSize),
                starts,
                random));
  }

  /** Returns cDMALA of 0 and 1 whose intermediates stay where the gradient leads (cDLS, App. C). */
  static LabSampler withoutProjection(double stepSize, double intermediate) {
    return new LabSampler(
        "cdmala %s/%s unprojected".formatted(number(stepSize), number(intermediate)),
        (energy, starts, random) ->
            new KernelPopulation(
                new UnprojectedEnergy(energy, stepSize, intermediate),
                INTEGERS.dmalaKernel(stepSize),
                starts,
                random));
  }

  /** Returns MALA of the relaxed energy. */
  static LabSampler relaxedMala(double temperature, double stepSize) {
    return new LabSampler(
        "rmala",
        (energy, starts, random) ->
            new RelaxedPopulation(RelaxedEnergy.of(energy, temperature), stepSize, starts, random));
  }

  /** Returns discrete Stein variational gradient descent. */
  static LabSampler stein(double temperature, double learningRate) {
    return new LabSampler(
        "dsvgd",
        (energy, starts, random) ->
            new SteinParticles(
                RelaxedEnergy.of(energy, temperature), starts, learningRate, random.get(0)));
  }

  private DiscreteLangevin dulaKernel(double stepSize) {
    return DiscreteLangevin.dula(EXACT, SQRT, unit * stepSize);
  }

  private DiscreteLangevin dmalaKernel(double stepSize) {
    return DiscreteLangevin.dmala(EXACT, SQRT, unit * stepSize);
  }

  /** Of numbers all forms are the same. */
  private Intermediate intermediate(double stepSize) {
    return new Intermediate(IntermediateForm.SIMPLEX, unit * stepSize);
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
