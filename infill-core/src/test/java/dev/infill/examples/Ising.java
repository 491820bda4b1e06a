package dev.infill.examples;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import java.util.Collections;
import java.util.List;

/** A square lattice of spins ±1: U(x) = a Σ xᵢ xⱼ over neighbours + b Σ xᵢ. */
public record Ising(int side, double coupling, double field) implements SmoothEnergy {
  @Override
  public List<Domain> domains() {
    return Collections.nCopies(side * side, Ordinal.spin());
  }

  @Override
  public double[] slopesAt(double[] x) {
    double[] slopes = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double neighbours = (i % side > 0 ? x[i - 1] : 0) + (i % side < side - 1 ? x[i + 1] : 0);
      neighbours += (i >= side ? x[i - side] : 0) + (i + side < x.length ? x[i + side] : 0);
      slopes[i] = coupling * neighbours + field;
    }
    return slopes;
  }

  @Override
  public double energyAt(double[] x) {
    double[] slopes = slopesAt(x);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * (slopes[i] + field) / 2;
    }
    return sum;
  }
}
