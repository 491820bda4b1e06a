package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.Scan;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A network's posterior by some of its rows, drawn anew for every evaluation: U and ∇U without bias
 * (stochastic DLP, Zhang, Liu &amp; Liu 2022, Section 6). Of two evaluations at one state the
 * results differ, so that only samplers without acceptance make sense of it. A chain that stays
 * where it is keeps the evaluation that it has.
 *
 * @param network all rows
 * @param rows how many are drawn, without replacement; at most as many as there are
 * @param random draws
 */
public record MinibatchEnergy(BinaryNetwork network, int rows, RandomGenerator random)
    implements SmoothEnergy {
  @Override
  public List<Domain> domains() {
    return network.domains();
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return states.stream().map(state -> drawn().evaluate(List.of(state), gradient).get(0)).toList();
  }

  @Override
  public double energyAt(double[] values) {
    return drawn().energyAt(values);
  }

  @Override
  public double[] slopesAt(double[] values) {
    return drawn().slopesAt(values);
  }

  private BinaryNetwork drawn() {
    int all = network.rows();
    return network.ofRows(Scan.drawn(all, Math.min(rows, all), random));
  }
}
