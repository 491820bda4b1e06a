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
 * Remembers the conditionals of an energy by their contexts θ_\i: chains and steps meet the same
 * contexts again and again.
 *
 * <p>It is exact, and keeps a bounded number of conditionals. The least recently used one goes
 * first. Not thread-safe.
 */
public final class ContextMemory implements Batcher.Source<Context, Conditional> {
  /** The conditionals of a text take this part of Java's memory at most. */
  private static final int PART_OF_MEMORY = 8;

  /** The most forgotten contexts that are still known by name; they take some 20 MB. */
  static final int MOST_FORGOTTEN = 100_000;

  /** The conditionals of all texts together take this part of Java's memory at most. */
  private static final int PART_FOR_ALL = 2;

  private final Energy energy;
  private final int capacity;

  /** By masked context, in the order of the last use. */
  private final Map<State, Conditional> known = new LinkedHashMap<>(16, 0.75f, true);

  /** Contexts whose conditionals were dropped, in that order. */
  private final Set<State> forgotten = new LinkedHashSet<>();

  private long hits;
  private long repeats;

  /**
   * Remembers up to a number of conditionals.
   *
   * @param energy tells conditionals that are not known
   * @param capacity the largest number of conditionals, at least 1
   * @throws IllegalArgumentException if the capacity is below 1
   */
  public ContextMemory(Energy energy, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache keeps at least 1 conditional, not " + capacity);
    }
    this.energy = energy;
    this.capacity = capacity;
  }

  /**
   * Returns the number of conditionals that fit into an eighth of Java's memory. Many memories
   * share half of Java's memory, each an equal part.
   *
   * @param largest the size of the largest domain
   * @param memories the number of memories at the same time, at least 1
   */
  public static int defaultCapacity(int largest, int memories) {
    long parts = Math.max(PART_OF_MEMORY, (long) PART_FOR_ALL * memories);
    long fitting = Runtime.getRuntime().maxMemory() / parts / (largest * 8L);
    return (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }

  /**
   * Returns the number of conditionals that the model was asked for again, after they were dropped.
   * Only the last 100,000 dropped ones are known.
   */
  public long repeats() {
    return repeats;
  }

  private void remember(State context, Conditional conditional) {
    repeats += forgotten.remove(context) ? 1 : 0;
    known.put(context, conditional);
    if (known.size() > capacity) {
      forgotten.add(removeFirst(known.keySet()));
    }
    if (forgotten.size() > MOST_FORGOTTEN) {
      removeFirst(forgotten);
    }
  }

  private static State removeFirst(Set<State> contexts) {
    State first = contexts.iterator().next();
    contexts.remove(first);
    return first;
  }

  /** Returns the largest number of conditionals. */
  public long capacity() {
    return capacity;
  }

  /** Returns the number of answers that needed no question to the model. */
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
    places.forEach((masked, at) -> remember(masked, said.get(at)));
    hits += place.length - unknown.size();
    // The memory may be too small for the whole batch.
    return IntStream.of(place).mapToObj(said::get).toList();
  }
}
