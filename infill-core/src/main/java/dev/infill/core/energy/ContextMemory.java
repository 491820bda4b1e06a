package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Remembers the terms of an energy by their contexts θ_\i: where one blank changed its own
 * conditional stands, and chains and steps meet the same contexts again and again.
 *
 * <p>Exact: what is remembered is what the model said. A bounded number of conditionals is kept;
 * the one that has not been used for the longest time goes first. Not thread-safe.
 */
public final class ContextMemory implements Batcher.Source<Context, Conditional> {
  /** Of the memory that Java may use, a text's conditionals have this part at most. */
  private static final int PART_OF_MEMORY = 8;

  /** Of the contexts that had to go, the last ones are known by name, which takes some 20 MB. */
  static final int MOST_FORGOTTEN = 100_000;

  /** All that are filled at the same time together have this part at most. */
  private static final int PART_FOR_ALL = 2;

  private final Energy energy;
  private final int capacity;

  /** By masked context, in the order of the last use. */
  private final LinkedHashMap<State, Conditional> known;

  /** What was known once, and had to go; the one that went first is the first. */
  private final Set<State> forgotten = new LinkedHashSet<>();

  private long hits;
  private long repeats;

  /**
   * Remembers up to a number of conditionals.
   *
   * @param energy what is asked for what is not known
   * @param capacity how many conditionals are kept at most, at least 1
   * @throws IllegalArgumentException if the capacity is below 1
   */
  public ContextMemory(Energy energy, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache keeps at least 1 conditional, not " + capacity);
    }
    this.energy = energy;
    this.capacity = capacity;
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<State, Conditional> eldest) {
            boolean goes = size() > capacity;
            if (goes) {
              forget(eldest.getKey());
            }
            return goes;
          }
        };
  }

  /**
   * Returns how many conditionals fit into an eighth of the memory that Java may use, or, where
   * that is less, into a memory's part of half of it.
   *
   * @param largest how many values the coordinate with the most has
   * @param memories how many memories there are at the same time, at least 1
   */
  public static int defaultCapacity(int largest, int memories) {
    long parts = Math.max(PART_OF_MEMORY, (long) PART_FOR_ALL * memories);
    long fitting = Runtime.getRuntime().maxMemory() / parts / (largest * 8L);
    return (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }

  /**
   * Returns how many conditionals the model was asked for once more, as they had gone: with a
   * larger memory there would be none. Of those that had gone, the last 100,000 are counted; a
   * conditional that went before them is taken for a new one.
   */
  public long repeats() {
    return repeats;
  }

  private void forget(State context) {
    forgotten.add(context);
    if (forgotten.size() > MOST_FORGOTTEN) {
      forgotten.remove(forgotten.iterator().next());
    }
  }

  /** Returns how many conditionals are kept at most. */
  public long capacity() {
    return capacity;
  }

  /**
   * Returns how many conditionals were asked for and known, so that the model was not asked; of
   * those that were answered.
   */
  public long hits() {
    return hits;
  }

  @Override
  public Optional<Conditional> known(Context context) {
    Optional<Conditional> remembered = Optional.ofNullable(known.get(context.masked()));
    if (remembered.isPresent()) {
      hits++;
    }
    return remembered;
  }

  /** Asks the model, for each context once. */
  @Override
  public List<Conditional> answer(List<Context> contexts) {
    Map<State, Integer> places = new LinkedHashMap<>();
    List<Context> unknown = new ArrayList<>();
    int[] place = new int[contexts.size()];
    for (int k = 0; k < place.length; k++) {
      Context context = contexts.get(k);
      place[k] =
          places.computeIfAbsent(
              context.masked(),
              first -> {
                unknown.add(context);
                return unknown.size() - 1;
              });
    }
    List<Conditional> said = energy.conditionals(unknown);
    places.forEach(
        (masked, at) -> {
          repeats += forgotten.remove(masked) ? 1 : 0;
          known.put(masked, said.get(at));
        });
    hits += place.length - unknown.size();
    // Not read back of what is remembered, which may be too small for one batch.
    return IntStream.of(place).mapToObj(said::get).toList();
  }
}
