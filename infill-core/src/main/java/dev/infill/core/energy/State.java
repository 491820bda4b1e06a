package dev.infill.core.energy;

import java.util.Arrays;

/** A state θ: for each coordinate, the index of its value in the coordinate's {@link Domain}. */
public final class State {
  private final int[] indices;

  private State(int[] indices) {
    this.indices = indices;
  }

  /**
   * Returns the state with these indices.
   *
   * @param indices one per coordinate; copied
   */
  public static State of(int... indices) {
    return new State(indices.clone());
  }

  /** Returns m, the number of coordinates. */
  public int size() {
    return indices.length;
  }

  /**
   * Returns the index of the value of one coordinate.
   *
   * @param coordinate 0 ≤ coordinate &lt; {@link #size()}
   */
  public int get(int coordinate) {
    return indices[coordinate];
  }

  /**
   * Returns this state with one coordinate changed.
   *
   * @param coordinate which one
   * @param index its new index
   */
  public State with(int coordinate, int index) {
    int[] changed = indices.clone();
    changed[coordinate] = index;
    return new State(changed);
  }

  /**
   * Returns the number of coordinates in which two states differ.
   *
   * @param other a state of the same size
   */
  public int hammingDistance(State other) {
    if (other.indices.length != indices.length) {
      throw new IllegalArgumentException(
          "states of different sizes: " + indices.length + " and " + other.indices.length);
    }
    int distance = 0;
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] != other.indices[i]) {
        distance++;
      }
    }
    return distance;
  }

  /** Returns the indices as a fresh array. */
  public int[] toArray() {
    return indices.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof State state && Arrays.equals(indices, state.indices);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(indices);
  }

  @Override
  public String toString() {
    return Arrays.toString(indices);
  }
}
