package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.BlockGibbs;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.HammingBall;
import dev.infill.core.kernel.LocallyBalanced;
import dev.infill.core.kernel.Scan;
import dev.infill.core.lab.RelaxedEnergy;
import dev.infill.core.lab.SmoothEnergy;
import dev.infill.core.lab.SteinParticles;
import java.util.List;

/** The samplers of the experiments; a new one is one line in the lists. */
final class LabSamplers {
  private static final GradientKind EXACT = GradientKind.EXACT;
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** The square of the distance of −1 and +1, that of 0 and 1 being 1. */
  private static final double SPIN_DISTANCE = 4;

  private LabSamplers() {}

  /**
   * Returns α for spins −1 and +1, given that of the papers, whose code knows 0 and 1 only: twice
   * the distance takes four times the α.
   */
  static double spinStepSize(double stepSize) {
    return SPIN_DISTANCE * stepSize;
  }

  /** Returns the samplers of the papers' figures on Ising models, with their step sizes. */
  static List<LabSampler<SmoothEnergy>> ofIsing() {
    return List.of(
        LabSampler.of("gibbs-1", energy -> BlockGibbs.of(energy, Scan.SYSTEMATIC, 1)),
        LabSampler.of("hb-10-1", energy -> HammingBall.of(energy, Scan.SYSTEMATIC, 10, 1)),
        gwg(1),
        gwg(4),
        LabSampler.of("lb-1", energy -> LocallyBalanced.of(energy, SQRT)),
        dula(0.2, spinStepSize(0.2)),
        dmala(0.4, spinStepSize(0.4)),
        relaxedMala(0.5, 0.3),
        stein(0.5, 0.05));
  }

  /** Returns those of them that leave π invariant, and are kernels. */
  static List<LabSampler<SmoothEnergy>> exactOfIsing() {
    return List.of(
        LabSampler.of("gibbs-1", energy -> BlockGibbs.of(energy, Scan.SYSTEMATIC, 1)),
        LabSampler.of("gibbs-4", energy -> BlockGibbs.of(energy, Scan.SYSTEMATIC, 4)),
        LabSampler.of("hb-10-1", energy -> HammingBall.of(energy, Scan.SYSTEMATIC, 10, 1)),
        gwg(1),
        gwg(4),
        LabSampler.of("lb-1", energy -> LocallyBalanced.of(energy, SQRT)),
        dmala(0.4, spinStepSize(0.4)));
  }

  /** Returns DMALA on spins, α in the papers' unit. */
  static LabSampler<SmoothEnergy> dmalaOfSpins(double stepSize) {
    return dmala(stepSize, spinStepSize(stepSize));
  }

  /** Returns samplers of modes far apart on integers. */
  static List<LabSampler<Energy>> ofMixture() {
    return List.of(
        LabSampler.of("gibbs-1", energy -> BlockGibbs.of(energy, Scan.SYSTEMATIC, 1)),
        gwg(1),
        dula(0.3, 0.3),
        dula(30, 30),
        dmala(0.3, 0.3),
        dmala(3, 3),
        dmala(30, 30));
  }

  /** Returns samplers of restricted Boltzmann machines and other binary energies. */
  static List<LabSampler<SmoothEnergy>> ofBinary() {
    return List.of(
        LabSampler.of("gibbs-1", energy -> BlockGibbs.of(energy, Scan.SYSTEMATIC, 1)),
        LabSampler.of("hb-10-1", energy -> HammingBall.of(energy, Scan.SYSTEMATIC, 10, 1)),
        gwg(1),
        dula(0.1, 0.1),
        dmala(0.2, 0.2));
  }

  /** Returns samplers to learn an Ising model with. */
  static List<LabSampler<SmoothEnergy>> ofLearning() {
    return List.of(
        LabSampler.of("gibbs-1", energy -> BlockGibbs.of(energy, Scan.RANDOM, 1)),
        gwg(1),
        dula(0.1, spinStepSize(0.1)),
        dmala(0.15, spinStepSize(0.15)));
  }

  /** Returns Gibbs-with-gradients of so many coordinates. */
  static <E extends Energy> LabSampler<E> gwg(int changes) {
    return LabSampler.of(
        "gwg-" + changes, energy -> GibbsWithGradients.of(energy, EXACT, SQRT, changes));
  }

  private static <E extends Energy> LabSampler<E> dula(double named, double stepSize) {
    return LabSampler.of(
        "dula " + number(named), energy -> DiscreteLangevin.dula(energy, EXACT, SQRT, stepSize));
  }

  private static <E extends Energy> LabSampler<E> dmala(double named, double stepSize) {
    return LabSampler.of(
        "dmala " + number(named), energy -> DiscreteLangevin.dmala(energy, EXACT, SQRT, stepSize));
  }

  private static LabSampler<SmoothEnergy> relaxedMala(double temperature, double stepSize) {
    return new LabSampler<>(
        "rmala",
        (energy, starts, random) ->
            new RelaxedPopulation(RelaxedEnergy.of(energy, temperature), stepSize, starts, random));
  }

  private static LabSampler<SmoothEnergy> stein(double temperature, double learningRate) {
    return new LabSampler<>(
        "dsvgd",
        (energy, starts, random) ->
            new SteinPopulation(
                new SteinParticles(
                    RelaxedEnergy.of(energy, temperature), starts, learningRate, random.get(0))));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
