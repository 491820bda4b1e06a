package dev.infill.core.twoway;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The order in which the chain rule reads the blanks of a text. */
public enum ReadingOrder {
  /** From the first blank to the last. */
  FORWARD,
  /** From the last blank to the first. */
  BACKWARD;

  /**
   * Returns the coordinate that is read at a depth.
   *
   * @param depth the number of coordinates read before, 0 ≤ depth &lt; size
   * @param size m
   */
  int coordinate(int depth, int size) {
    return this == FORWARD ? depth : size - 1 - depth;
  }

  /**
   * Returns the context of the next coordinate: the coordinates read before are known, all others
   * are masked.
   *
   * @param filling holds the coordinates read before; its others do not matter
   * @param depth the number of coordinates read before, 0 ≤ depth &lt; m
   */
  public Context context(State filling, int depth) {
    int[] known = filling.toArray();
    if (this == FORWARD) {
      Arrays.fill(known, depth, known.length, Energy.MASKED);
    } else {
      Arrays.fill(known, 0, known.length - depth, Energy.MASKED);
    }
    return new Context(State.of(known), coordinate(depth, known.length));
  }

  /** Returns the contexts of a filling's coordinates, in the order of reading. */
  List<Context> contexts(State filling) {
    return IntStream.range(0, filling.size()).mapToObj(depth -> context(filling, depth)).toList();
  }
}
