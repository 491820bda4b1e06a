package dev.infill.core.energy;

import java.util.List;

/**
 * A state, and what is drawn from the proposal there.
 *
 * @param state θ
 * @param given a state whose log q(·|θ) is asked for, such as that of the way back
 * @param uniforms for each of K draws m numbers from 0 to below 1, one per coordinate: coordinate i
 *     becomes the first value at which the cumulative sum of qᵢ, in the order of the indices,
 *     exceeds its number
 */
public record DrawRequest(State state, State given, List<double[]> uniforms) {
  /** Copies the list; the arrays must not be changed. */
  public DrawRequest {
    uniforms = List.copyOf(uniforms);
  }
}
