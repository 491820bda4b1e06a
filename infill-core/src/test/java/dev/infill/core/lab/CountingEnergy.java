package dev.infill.core.lab;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;

/** An energy that counts the questions to it. */
public final class CountingEnergy implements DecoratedEnergy {
  private final Energy energy;
  private final int passesPerEvaluation;
  private long evaluations;
  private long gradients;
  private long conditionals;
  private long passesBetween;

  public CountingEnergy(Energy energy, int passesPerEvaluation) {
    this.energy = energy;
    this.passesPerEvaluation = passesPerEvaluation;
  }

  @Override
  public Energy energy() {
    return energy;
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    evaluations += states.size();
    gradients += gradient == GradientKind.NONE ? 0 : states.size();
    return energy.evaluate(states, gradient);
  }

  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    conditionals += contexts.size();
    return energy.conditionals(contexts);
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation().map(Between::new);
  }

  private final class Between implements Relaxation {
    private final Relaxation known;

    Between(Relaxation known) {
      this.known = known;
    }

    @Override
    public boolean supports(GradientKind gradient) {
      return known.supports(gradient);
    }

    @Override
    public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
      passesBetween += (long) points.size() * passesPerGradient();
      return known.gradients(points, gradient);
    }

    @Override
    public int passesPerGradient() {
      return known.passesPerGradient();
    }
  }

  @Override
  public int passesPerEvaluation() {
    return passesPerEvaluation;
  }

  public long evaluations() {
    return evaluations;
  }

  /** Returns how many of the evaluations were asked for a gradient. */
  public long gradients() {
    return gradients;
  }

  public long conditionals() {
    return conditionals;
  }

  public long passes() {
    return passesPerEvaluation * evaluations + conditionals + passesBetween;
  }
}
