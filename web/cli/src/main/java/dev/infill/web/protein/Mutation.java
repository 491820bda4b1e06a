package dev.infill.web.protein;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A residue in place of another, written {@code A10G}.
 *
 * @param from the residue of the wild type
 * @param position where, from 1
 * @param to the residue that stands there instead
 */
public record Mutation(char from, int position, char to) {
  /**
   * Returns what changes one sequence into another, by position.
   *
   * @param wildType residues
   * @param design as many residues
   */
  public static List<Mutation> between(String wildType, String design) {
    if (wildType.length() != design.length()) {
      throw new IllegalArgumentException(
          "%d residues and %d".formatted(wildType.length(), design.length()));
    }
    return IntStream.range(0, wildType.length())
        .filter(at -> wildType.charAt(at) != design.charAt(at))
        .mapToObj(at -> new Mutation(wildType.charAt(at), at + 1, design.charAt(at)))
        .toList();
  }

  @Override
  public String toString() {
    return "" + from + position + to;
  }
}
