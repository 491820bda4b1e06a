package dev.infill.core;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The first few of many elements in an order, found without sorting all. */
public final class FirstFew {
  private FirstFew() {}

  /**
   * Returns the first elements in an order.
   *
   * @param elements the elements, in any order
   * @param order the order; no two elements are equal in it
   * @param most how many are returned at most, at least 1
   * @return in order; all if there are fewer
   */
  public static <T> List<T> of(Stream<T> elements, Comparator<T> order, int most) {
    PriorityQueue<T> lastFirst = new PriorityQueue<>(order.reversed());
    elements.forEach(
        element -> {
          lastFirst.add(element);
          if (lastFirst.size() > most) {
            lastFirst.remove();
          }
        });
    return lastFirst.stream().sorted(order).toList();
  }
}
