package dev.infill.core.lab;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The Potts model: U(θ) = Σ_{i&lt;j} Jᵢⱼ 1[θᵢ = θⱼ] + Σᵢ hᵢ(θᵢ) on categories, all coordinates
 * having the same ones. As a function of one-hot vectors it is multilinear: ∇U(θ)ᵢ(v) = Σ_{j≠i} Jᵢⱼ
 * 1[θⱼ = v] + hᵢ(v). The conditionals are those of π.
 */
public final class PottsEnergy implements ClosedFormEnergy {
  private final double[][] couplings;
  private final double[][] fields;
  private final List<Domain> domains;

  private PottsEnergy(double[][] couplings, double[][] fields, List<Domain> domains) {
    this.couplings = couplings;
    this.fields = fields;
    this.domains = domains;
  }

  /**
   * Returns the energy.
   *
   * @param couplings J, m × m, symmetric; the diagonal is not used; copied
   * @param fields h, m × number of categories; copied
   */
  public static PottsEnergy of(double[][] couplings, double[][] fields) {
    int size = fields.length;
    if (size == 0 || couplings.length != size) {
      throw new IllegalArgumentException(
          "J has " + couplings.length + " rows and h " + size + "; both need m, at least 1");
    }
    int categories = fields[0].length;
    for (int i = 0; i < size; i++) {
      if (fields[i].length != categories || couplings[i].length != size) {
        throw new IllegalArgumentException("row " + i + " of J or h has another length");
      }
      for (int j = 0; j < i; j++) {
        if (couplings[i][j] != couplings[j][i]) {
          throw new IllegalArgumentException("J is not symmetric at " + i + ", " + j);
        }
      }
    }
    return new PottsEnergy(
        copy(couplings),
        copy(fields),
        Arrays.stream(fields).<Domain>map(field -> new Categorical(field.length)).toList());
  }

  private static double[][] copy(double[][] rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  @Override
  public List<Domain> domains() {
    return domains;
  }

  @Override
  public double energyAt(State state) {
    double sum = 0;
    for (int i = 0; i < fields.length; i++) {
      sum += fields[i][state.get(i)];
      for (int j = 0; j < i; j++) {
        sum += state.get(i) == state.get(j) ? couplings[i][j] : 0;
      }
    }
    return sum;
  }

  @Override
  public double[][] gradientAt(State state) {
    return gradientAt(RelaxedState.of(domains, state));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return Optional.of(
        new Relaxation() {
          @Override
          public boolean supports(GradientKind gradient) {
            return gradient == GradientKind.EXACT;
          }

          @Override
          public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
            return points.stream().map(PottsEnergy.this::gradientAt).toList();
          }

          @Override
          public int passesPerGradient() {
            return 1;
          }
        });
  }

  private double[][] gradientAt(RelaxedState point) {
    double[][] gradient = copy(fields);
    for (int i = 0; i < gradient.length; i++) {
      for (int j = 0; j < gradient.length; j++) {
        for (int place = 0; j != i && place < point.get(j).support(); place++) {
          gradient[i][point.get(j).index(place)] += couplings[i][j] * point.get(j).value(place);
        }
      }
    }
    return gradient;
  }
}
