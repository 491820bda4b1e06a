package dev.infill.core.energy;

import dev.infill.core.Groups;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The disjoint union Θ¹ ⊔ … ⊔ Θᴾ of state spaces, such as the fillings of one text whose blanks can
 * hold more or fewer pieces. All its states have the same number of slots. The coordinates of a
 * part take up some of them, in order; the others hold {@link #ABSENT}, so a state tells which part
 * it is of. No two parts take up the same slots. Immutable.
 */
public final class DisjointUnion {
  /** What a slot holds that the part has no coordinate for; −1 is a masked one's. */
  public static final int ABSENT = -2;

  private final int size;
  private final List<int[]> slots;
  private final Map<List<Integer>, Integer> partBySlots = new HashMap<>();

  /**
   * Creates a union.
   *
   * @param size the number of slots
   * @param slots for each part the slots of its coordinates, ascending; copied
   * @throws IllegalArgumentException if slots are not so, or those of two parts are the same
   */
  public DisjointUnion(int size, List<int[]> slots) {
    this.size = size;
    this.slots = slots.stream().map(int[]::clone).toList();
    for (int part = 0; part < slots.size(); part++) {
      List<Integer> taken = Arrays.stream(slots.get(part)).boxed().toList();
      for (int i = 0; i < taken.size(); i++) {
        if (taken.get(i) < (i == 0 ? 0 : taken.get(i - 1) + 1) || taken.get(i) >= size) {
          throw new IllegalArgumentException(taken + " of " + size + " slots");
        }
      }
      if (partBySlots.putIfAbsent(taken, part) != null) {
        throw new IllegalArgumentException("two parts have the slots " + taken);
      }
    }
  }

  /**
   * Returns one space as a union of itself alone: its states are those of the union.
   *
   * @param size its number of coordinates
   */
  public static DisjointUnion of(int size) {
    return new DisjointUnion(size, List.of(IntStream.range(0, size).toArray()));
  }

  /** Returns P, the number of parts. */
  public int parts() {
    return slots.size();
  }

  /**
   * Returns the part that a state is of, 0 ≤ part &lt; {@link #parts()}.
   *
   * @param state a state of the union
   * @throws IllegalArgumentException if it is of none
   */
  public int part(State state) {
    if (parts() == 1) {
      return 0;
    }
    Integer part =
        partBySlots.get(
            IntStream.range(0, state.size())
                .filter(slot -> state.get(slot) != ABSENT)
                .boxed()
                .toList());
    if (part == null) {
      throw new IllegalArgumentException(state + " is of no part");
    }
    return part;
  }

  /**
   * Returns a state of the union as one of its part.
   *
   * @param state a state of the union
   */
  public State inPart(State state) {
    int[] taken = slots.get(part(state));
    return taken.length == size ? state : State.of(Arrays.stream(taken).map(state::get).toArray());
  }

  /**
   * Returns a state of a part as one of the union.
   *
   * @param part 0 ≤ part &lt; {@link #parts()}
   * @param state a state of the part
   */
  public State inUnion(int part, State state) {
    int[] taken = slots.get(part);
    if (taken.length == size) {
      return state;
    }
    int[] indices = new int[size];
    Arrays.fill(indices, ABSENT);
    for (int i = 0; i < taken.length; i++) {
      indices[taken[i]] = state.get(i);
    }
    return State.of(indices);
  }

  /**
   * Returns terms of the union that are those of its parts: hᵢ(· | θ_\\i) of a slot is asked of the
   * part that the state is of.
   *
   * @param terms the terms of each part, in order
   * @throws IllegalArgumentException if there are fewer or more than parts
   */
  public ConditionalTerms terms(List<ConditionalTerms> terms) {
    if (terms.size() != parts()) {
      throw new IllegalArgumentException(terms.size() + " terms of " + parts() + " parts");
    }
    if (isOneSpace()) {
      return terms.get(0);
    }
    return ConditionalTerms.of(
        (states, asked) ->
            Groups.map(
                states.size(),
                k -> part(states.get(k)),
                (part, members) ->
                    terms
                        .get(part)
                        .at(
                            members.stream().map(states::get).map(this::inPart).toList(),
                            members.stream().mapToInt(k -> coordinate(part, asked[k])).toArray())));
  }

  /** Says whether it is one space as it is, whose states need no writing again. */
  private boolean isOneSpace() {
    return parts() == 1 && slots.get(0).length == size;
  }

  private int coordinate(int part, int slot) {
    int coordinate = Arrays.binarySearch(slots.get(part), slot);
    if (coordinate < 0) {
      throw new IllegalArgumentException("part " + part + " has no slot " + slot);
    }
    return coordinate;
  }

  /**
   * Returns the terms of a part by way of those of the union, such as remembered ones.
   *
   * @param part 0 ≤ part &lt; {@link #parts()}
   * @param terms terms of the union
   */
  public ConditionalTerms termsOf(int part, ConditionalTerms terms) {
    if (isOneSpace()) {
      return terms;
    }
    return terms.askedAt(
        context ->
            new Context(inUnion(part, context.state()), slots.get(part)[context.coordinate()]));
  }
}
