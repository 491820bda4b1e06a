package dev.infill.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/** Does to the members of a list what can be done to all alike ones at once. */
public final class Groups {
  private Groups() {}

  /**
   * Returns one result for each member of a list.
   *
   * @param size how many members there are
   * @param key says by what a member is alike to others, by its place
   * @param function is given a key and the places of its members, ascending, and returns their
   *     results in that order; called once for every key, in the order in which they occur
   * @param <K> the keys
   * @param <R> the results
   * @return the results in the order of the members
   * @throws IllegalStateException if the function returns more or fewer results than members
   */
  public static <K, R> List<R> map(
      int size, IntFunction<K> key, BiFunction<K, List<Integer>, List<R>> function) {
    Map<K, List<Integer>> groups = new LinkedHashMap<>();
    for (int place = 0; place < size; place++) {
      groups.computeIfAbsent(key.apply(place), first -> new ArrayList<>()).add(place);
    }
    Map<Integer, R> byPlace = new TreeMap<>();
    groups.forEach(
        (alike, places) -> {
          List<R> results = function.apply(alike, places);
          if (results.size() != places.size()) {
            throw new IllegalStateException(
                results.size() + " results for " + places.size() + " members");
          }
          for (int k = 0; k < places.size(); k++) {
            byPlace.put(places.get(k), results.get(k));
          }
        });
    return List.copyOf(byPlace.values());
  }
}
