package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.EnergyNetwork.Weights;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A deep energy model on {0, 1}^m: U(θ) = cᵀθ + β f(θ), with a network f (Grathwohl et al. 2021,
 * whose c are the log-odds of the data). The outputs of the network in the last two calls are
 * remembered for every β: at the states of chains and at their proposals. So the network must not
 * learn while an energy of it is used. Not thread-safe.
 */
public final class NetworkEnergy implements SmoothEnergy {
  private final EnergyNetwork network;
  private final Weights weights;
  private final double[] bias;
  private final double scale;
  private final Memory memory;

  /** The remembered outputs, shared by the energies of all β. */
  private static final class Memory {
    private Map<State, Evaluation> last = Map.of();
    private Map<State, Evaluation> lastButOne = Map.of();

    /** Returns null if the state, or its slopes where they are asked for, are not known. */
    @Nullable Evaluation get(State state, boolean slopes) {
      for (Map<State, Evaluation> known : List.of(last, lastButOne)) {
        Evaluation output = known.get(state);
        if (output != null && (!slopes || output.hasGradient())) {
          return output;
        }
      }
      return null;
    }

    void add(Map<State, Evaluation> outputs) {
      lastButOne = last;
      last = outputs;
    }
  }

  private NetworkEnergy(
      EnergyNetwork network, Weights weights, double[] bias, double scale, Memory memory) {
    this.network = network;
    this.weights = weights;
    this.bias = bias;
    this.scale = scale;
    this.memory = memory;
  }

  /**
   * Returns the energy of a network, β = 1.
   *
   * @param network f
   * @param weights which of its weights
   * @param bias c, one a pixel
   */
  public static NetworkEnergy of(EnergyNetwork network, Weights weights, double[] bias) {
    return new NetworkEnergy(network, weights, bias.clone(), 1, new Memory());
  }

  /** Returns the energy with another β; 0 leaves independent pixels. */
  public NetworkEnergy scaled(double beta) {
    return new NetworkEnergy(network, weights, bias, beta, memory);
  }

  @Override
  public List<Domain> domains() {
    return Collections.nCopies(bias.length, Ordinal.binary());
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("no own terms: U is not a sum of conditionals");
    }
    boolean slopes = gradient == GradientKind.EXACT;
    Map<State, Evaluation> outputs = outputs(states, slopes);
    return states.stream()
        .map(
            state -> {
              Evaluation output = Objects.requireNonNull(outputs.get(state));
              return new Evaluation(
                  energy(values(state), output),
                  new double[0],
                  slopes ? SmoothEnergy.columns(slopes(output)) : new double[0][]);
            })
        .toList();
  }

  /** Returns U of each state. */
  public double[] energies(List<State> states) {
    Map<State, Evaluation> outputs = outputs(states, false);
    return states.stream().mapToDouble(state -> energy(state, outputs)).toArray();
  }

  @Override
  public double energyAt(double[] values) {
    return energy(values, network.run(List.of(values), false, weights).get(0));
  }

  @Override
  public double[] slopesAt(double[] values) {
    return slopes(network.run(List.of(values), true, weights).get(0));
  }

  /** A batch of points is one run of the network. */
  @Override
  public List<double[][]> gradientsAt(List<RelaxedState> points) {
    if (points.isEmpty()) {
      return List.of();
    }
    List<double[]> inputs =
        points.stream()
            .map(point -> point.coordinates().stream().mapToDouble(x -> x.get(0)).toArray())
            .toList();
    return network.run(inputs, true, weights).stream()
        .map(output -> SmoothEnergy.columns(slopes(output)))
        .toList();
  }

  /** Returns the outputs at states; one run of the network gives those that are not remembered. */
  private Map<State, Evaluation> outputs(List<State> states, boolean slopes) {
    Map<State, Evaluation> outputs = new HashMap<>();
    Set<State> unknown = new LinkedHashSet<>();
    for (State state : states) {
      Evaluation known = memory.get(state, slopes);
      if (known == null) {
        unknown.add(state);
      } else {
        outputs.put(state, known);
      }
    }
    if (!unknown.isEmpty()) {
      List<Evaluation> all =
          network.run(unknown.stream().map(this::values).toList(), slopes, weights);
      int k = 0;
      for (State state : unknown) {
        outputs.put(state, all.get(k++));
      }
    }
    memory.add(outputs);
    return outputs;
  }

  private double energy(State state, Map<State, Evaluation> outputs) {
    return energy(values(state), Objects.requireNonNull(outputs.get(state)));
  }

  private double energy(double[] values, Evaluation output) {
    double energy = scale * output.energy();
    for (int i = 0; i < bias.length; i++) {
      energy += bias[i] * values[i];
    }
    return energy;
  }

  private double[] slopes(Evaluation output) {
    double[] slopes = bias.clone();
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] += scale * output.gradient(i)[0];
    }
    return slopes;
  }
}
