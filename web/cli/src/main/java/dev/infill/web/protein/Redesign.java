package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.text.BlankedText;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is asked for: a wild type, and which residues may stand at the positions that are
 * redesigned.
 *
 * @param wildType the protein as it is
 * @param residues by position, from 1, the letters that may stand there: at least one position, and
 *     at least one letter at each
 */
public record Redesign(ProteinSequence wildType, SortedMap<Integer, String> residues) {
  /**
   * Applies what a user asks for. Residues that are allowed by several rules are added to each
   * other; where no rule allows any, there are the twenty {@link ProteinSequence#AMINO_ACIDS}.
   *
   * @param wildType the protein as it is
   * @param redesigned positions that are redesigned
   * @param fixed positions among them that stay
   * @param allowed residues that may stand somewhere, and no others
   * @param forbidden residues that may not
   * @throws InvalidInputException if a position is beyond the sequence, a rule is of none that is
   *     redesigned, or nothing is left to redesign, or to stand at a position
   */
  public static Redesign of(
      ProteinSequence wildType,
      Positions redesigned,
      Optional<Positions> fixed,
      List<ResidueRule> allowed,
      List<ResidueRule> forbidden) {
    NavigableSet<Integer> positions = redesigned.of(wildType);
    fixed.ifPresent(staying -> positions.removeAll(staying.of(wildType)));
    if (positions.isEmpty()) {
      throw new InvalidInputException(
          "fixed",
          "nothing is left to redesign in %s: fixed names all positions that redesign does"
              .formatted(wildType.label()));
    }
    TreeMap<Integer, String> allowedAt = at(wildType, positions, allowed);
    TreeMap<Integer, String> forbiddenAt = at(wildType, positions, forbidden);
    TreeMap<Integer, String> residues = new TreeMap<>();
    for (int position : positions) {
      String banned = forbiddenAt.getOrDefault(position, "");
      String left =
          allowedAt
              .getOrDefault(position, ProteinSequence.AMINO_ACIDS)
              .chars()
              .filter(letter -> banned.indexOf(letter) < 0)
              .distinct()
              .sorted()
              .mapToObj(Character::toString)
              .collect(Collectors.joining());
      if (left.isEmpty()) {
        throw new InvalidInputException(
            "forbid",
            "all residues that position %d of %s could hold are forbidden; leave at least one"
                .formatted(position, wildType.label()));
      }
      residues.put(position, left);
    }
    return new Redesign(wildType, residues);
  }

  private static TreeMap<Integer, String> at(
      ProteinSequence wildType, NavigableSet<Integer> redesigned, List<ResidueRule> rules) {
    TreeMap<Integer, String> residues = new TreeMap<>();
    for (ResidueRule rule : rules) {
      NavigableSet<Integer> positions = rule.positions().of(wildType);
      positions.retainAll(redesigned);
      if (positions.isEmpty()) {
        String field = rule.positions().field();
        throw new InvalidInputException(
            field,
            "%s names no position of %s that is redesigned".formatted(field, wildType.label()));
      }
      positions.forEach(position -> residues.merge(position, rule.residues(), String::concat));
    }
    return residues;
  }

  /** Returns the positions that are redesigned, ascending. Blank i of the text is the i-th. */
  public List<Integer> positions() {
    return List.copyOf(residues.keySet());
  }

  /**
   * Returns how a position is called, by its residue in the wild type: {@code A10}.
   *
   * @param blank which blank of the text, from 1
   */
  public String site(int blank) {
    return wildType.site(positions().get(blank - 1));
  }

  /** Returns the wild type with a blank at each position that is redesigned. */
  public String text() {
    return IntStream.rangeClosed(1, wildType.length())
        .mapToObj(at -> residues.containsKey(at) ? BlankedText.MASK : "" + wildType.at(at))
        .collect(Collectors.joining());
  }

  /** Returns what the wild type has in the blanks. */
  public List<String> wildTypeFills() {
    return positions().stream().map(position -> "" + wildType.at(position)).toList();
  }

  /** Returns by blank, or of every one if they are alike, which residues it may hold. */
  public Map<Integer, BlankConstraint> constraints() {
    List<BlankConstraint> each =
        residues.values().stream()
            .map(letters -> BlankConstraint.allow(letters.split("")))
            .toList();
    return each.stream().distinct().count() == 1
        ? Map.of(BlankConstraint.EVERY_BLANK, each.get(0))
        : IntStream.range(0, each.size())
            .boxed()
            .collect(Collectors.toMap(blank -> blank + 1, each::get));
  }
}
