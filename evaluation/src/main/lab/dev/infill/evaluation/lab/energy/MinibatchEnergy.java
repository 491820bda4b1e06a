package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A network's posterior by some of its rows, drawn anew for every value and every gradient: U and
 * ∇U without bias (stochastic DLP, Zhang, Liu &amp; Liu 2022, Section 6). Of two calls at one state
 * the results differ, so that only samplers without acceptance make sense of it.
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
  public double energyAt(double[] values) {
    return drawn().energyAt(values);
  }

  @Override
  public double[] slopesAt(double[] values) {
    return drawn().slopesAt(values);
  }

  private BinaryNetwork drawn() {
    int[] order = new int[network.rows()];
    int[] chosen = new int[Math.min(rows, order.length)];
    for (int k = 0; k < order.length; k++) {
      order[k] = k;
    }
    for (int k = 0; k < chosen.length; k++) {
      int other = k + random.nextInt(order.length - k);
      chosen[k] = order[other];
      order[other] = order[k];
    }
    return network.ofRows(chosen);
  }
}
