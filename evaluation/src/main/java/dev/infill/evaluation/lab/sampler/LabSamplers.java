package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The samplers that experiments choose from, by their labels. A label holds every size, α and α₀ in
 * the papers' unit: {@code dmala 0.4} is DMALA with α = 0.4, {@code cdmala 0.4/0.2} the same with
 * continuous intermediates of α₀ = 0.2.
 *
 * @param unit the square of the distance of neighbouring values, by which α and α₀ are multiplied:
 *     the code of the papers knows 0 and 1 only
 * @param scan how Gibbs goes over the coordinates
 * @param cycle steps of a cycle of ACS
 */
public record LabSamplers(double unit, Scan scan, int cycle) {
  /** Of 0 and 1, and of other integers. */
  public static final LabSamplers INTEGERS = new LabSamplers(1, Scan.SYSTEMATIC, 8);

  /** Of −1 and +1: twice the distance takes four times the α. */
  public static final LabSamplers SPINS = new LabSamplers(4, Scan.SYSTEMATIC, 8);

  private static final GradientKind EXACT = GradientKind.EXACT;
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** Of replicas, as multiples of that of the target. */
  private static final List<Double> TEMPERATURES = List.of(1.5, 2.25, 3.4);

  /** The balancing of the largest step of a cycle, as the ACS and cDLS papers have it. */
  private static final BalancingFunction.Power STEEPEST = new BalancingFunction.Power(0.95);

  /** T and ε of relaxed MALA, T and the learning rate of Stein particles. */
  private static final double[] RELAXED = {0.5, 0.3};

  private static final double[] STEIN = {0.5, 0.05};

  private static final Pattern NUMBER = Pattern.compile("[0-9.]+");

  /**
   * Returns these with Gibbs in random order: chains that restart would visit only the first
   * coordinates otherwise.
   */
  public LabSamplers atRandom() {
    return new LabSamplers(unit, Scan.RANDOM, cycle);
  }

  /** Returns these with cycles of another length: that of the chains, where chains restart. */
  public LabSamplers withCycle(int steps) {
    return new LabSamplers(unit, scan, steps);
  }

  /** Returns samplers by their labels, between commas. */
  public List<LabSampler> all(String labels) {
    return Arrays.stream(labels.split(",")).map(String::strip).map(this::of).toList();
  }

  /**
   * Returns a sampler.
   *
   * @throws IllegalArgumentException if there is none of that label
   */
  public LabSampler of(String label) {
    double[] sizes =
        NUMBER.matcher(label).results().mapToDouble(r -> Double.parseDouble(r.group())).toArray();
    return new LabSampler(label, start(NUMBER.matcher(label).replaceAll("#"), sizes));
  }

  private LabSampler.Start start(String name, double[] sizes) {
    return switch (name) {
      case "gibbs-#" -> of(BlockGibbs.of(scan, (int) sizes[0]));
      // Only restricted Boltzmann machines have it.
      case "block-gibbs" -> of(new AlternatingGibbs());
      case "hb-#-#" -> of(HammingBall.of(Scan.SYSTEMATIC, (int) sizes[0], (int) sizes[1]));
      case "lb-#" -> of(LocallyBalanced.of(SQRT));
      case "gwg-#" -> of(gwg(sizes[0]));
      case "cgwg-# #" -> of(gwg(sizes[0]).withIntermediates(intermediate(sizes[1])));
      case "dula #" -> of(dula(sizes[0]));
      case "dula # batch #" -> minibatch(dula(sizes[0]), (int) sizes[1]);
      case "cdula #/#" -> of(dula(sizes[0]).withIntermediates(intermediate(sizes[1])));
      case "dmala #" -> of(dmala(sizes[0]));
      // Without the term of α, the limit for large α (Zhang, Liu & Liu 2022, App. D).
      case "dmala inf" -> of(DiscreteLangevin.dmala(EXACT, SQRT, Double.MAX_VALUE));
      case "dmala # re-#" ->
          of(new ReplicaExchange(dmala(sizes[0]), TEMPERATURES.subList(0, (int) sizes[1] - 1)));
      case "cdmala #/#" -> of(dmala(sizes[0]).withIntermediates(intermediate(sizes[1])));
      case "cdmala #/# unprojected" -> unprojected(unit * sizes[0], unit * sizes[1]);
      case "acs #-#" -> of(acs(sizes[0], sizes[1]));
      case "rmala" ->
          (energy, starts, random) ->
              new RelaxedPopulation(
                  new RelaxedEnergy(energy, RELAXED[0]), RELAXED[1], starts, random);
      case "dsvgd" ->
          (energy, starts, random) ->
              new SteinParticles(
                  new RelaxedEnergy(energy, STEIN[0]), starts, STEIN[1], random.get(0));
      default -> throw new IllegalArgumentException("no sampler " + name);
    };
  }

  private static LabSampler.Start of(Kernel kernel) {
    return (energy, starts, random) -> new KernelPopulation(energy, kernel, starts, random);
  }

  private static GibbsWithGradients gwg(double changes) {
    return GibbsWithGradients.of(EXACT, SQRT, (int) changes);
  }

  private DiscreteLangevin dula(double stepSize) {
    return DiscreteLangevin.dula(EXACT, SQRT, unit * stepSize);
  }

  private DiscreteLangevin dmala(double stepSize) {
    return DiscreteLangevin.dmala(EXACT, SQRT, unit * stepSize);
  }

  /** Of numbers all forms are the same. */
  private Intermediate intermediate(double stepSize) {
    return new Intermediate(IntermediateForm.SIMPLEX, unit * stepSize);
  }

  private CyclicalKernel acs(double largest, double smallest) {
    return new CyclicalKernel(
        (stepSize, g) -> DiscreteLangevin.dmala(EXACT, g, stepSize),
        STEEPEST,
        unit * largest,
        unit * smallest,
        cycle);
  }

  /** By the gradients of some rows of a network's data, drawn anew wherever a chain comes to. */
  private static LabSampler.Start minibatch(Kernel dula, int rows) {
    return (energy, starts, random) -> {
      // Its draws are independent of those of the chains.
      RandomGenerator own = new SplittableRandom(random.get(0).nextLong());
      return new KernelPopulation(
          new MinibatchEnergy((BinaryNetwork) energy, rows, own), dula, starts, random);
    };
  }

  /** cDMALA whose intermediates stay where the gradient leads (cDLS, App. C). */
  private static LabSampler.Start unprojected(double stepSize, double intermediate) {
    return (energy, starts, random) ->
        new KernelPopulation(
            new UnprojectedEnergy(energy, stepSize, intermediate),
            DiscreteLangevin.dmala(EXACT, SQRT, stepSize),
            starts,
            random);
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
