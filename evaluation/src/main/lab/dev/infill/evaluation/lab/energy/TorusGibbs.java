package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A Gibbs sampler that is written for the Ising model on a torus, where a conditional depends on
 * four neighbours alone: it makes data, fast.
 *
 * @param side rows and columns
 * @param connectivity a, every pair of neighbours counting twice
 */
public record TorusGibbs(int side, double connectivity) {
  /** Returns states after a number of sweeps over all spins, from random states. */
  public List<State> draw(int count, int sweeps, RandomGenerator random) {
    return Stream.generate(() -> draw(sweeps, random)).limit(count).toList();
  }

  private State draw(int sweeps, RandomGenerator random) {
    int[] up = new int[side * side];
    for (int i = 0; i < up.length; i++) {
      up[i] = random.nextInt(2);
    }
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int row = 0; row < side; row++) {
        for (int column = 0; column < side; column++) {
          int neighbours =
              up[row * side + (column + 1) % side]
                  + up[row * side + (column + side - 1) % side]
                  + up[(row + 1) % side * side + column]
                  + up[(row + side - 1) % side * side + column];
          double field = 2 * connectivity * (2 * neighbours - 4);
          up[row * side + column] = random.nextDouble() < 1 / (1 + Math.exp(-2 * field)) ? 1 : 0;
        }
      }
    }
    return State.of(up);
  }
}
