package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.text.BlankedText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final String ALL = "all";
  private static final Pattern RANGE = Pattern.compile("([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?");
  private static final Pattern RULE = Pattern.compile("(?:([^=]*)=)?([A-Za-z,\\s]*)");

  /**
   * Applies what a user asks for. Positions are written {@code 10-14,20}, counted from 1, or {@code
   * all}; rules as residues of every position, {@code C} or {@code C,W}, or of some, {@code
   * 12-14=AVL}. Residues that are allowed by several rules are added to each other; where no rule
   * allows any, there are the twenty {@link ProteinSequence#AMINO_ACIDS}.
   *
   * @param wildType the protein as it is
   * @param redesigned positions that are redesigned
   * @param fixed positions among them that stay
   * @param allowed rules of what may stand somewhere, and nothing else
   * @param forbidden rules of what may not
   * @throws InvalidInputException if something is written otherwise, a position is beyond the
   *     sequence, a rule is of none that is redesigned, or nothing is left to redesign, or to stand
   *     at a position
   */
  public static Redesign of(
      ProteinSequence wildType,
      String redesigned,
      Optional<String> fixed,
      List<String> allowed,
      List<String> forbidden) {
    Set<Integer> positions = positions(wildType, "redesign", redesigned);
    fixed.ifPresent(staying -> positions.removeAll(positions(wildType, "fixed", staying)));
    if (positions.isEmpty()) {
      throw new InvalidInputException(
          "fixed",
          "nothing is left to redesign in %s: fixed names all positions that redesign does"
              .formatted(wildType.label()));
    }
    Map<Integer, String> allowedAt = residues(wildType, "allow", positions, allowed);
    Map<Integer, String> forbiddenAt = residues(wildType, "forbid", positions, forbidden);
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

  private static Set<Integer> positions(ProteinSequence sequence, String field, String written) {
    String all = "1-" + sequence.length();
    Set<Integer> positions = new TreeSet<>();
    for (String part : (written.strip().equals(ALL) ? all : written).split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      boolean isRange = range.matches();
      int first = isRange ? Integer.parseInt(range.group(1)) : 0;
      int last = isRange && range.group(2) != null ? Integer.parseInt(range.group(2)) : first;
      if (!isRange || last < first) {
        throw new InvalidInputException(
            field,
            "expected positions, counted from 1, such as 10-14,20, or all; not '%s'"
                .formatted(written));
      }
      if (last > sequence.length()) {
        throw new InvalidInputException(
            field,
            "%s names position %d, but %s has %d residues"
                .formatted(field, last, sequence.label(), sequence.length()));
      }
      IntStream.rangeClosed(first, last).forEach(positions::add);
    }
    return positions;
  }

  /** Returns the residues that rules name, by position that is redesigned. */
  private static Map<Integer, String> residues(
      ProteinSequence wildType, String field, Set<Integer> redesigned, List<String> rules) {
    Map<Integer, String> residues = new TreeMap<>();
    for (String written : rules) {
      Matcher rule = RULE.matcher(written);
      String letters =
          rule.matches() ? rule.group(2).replaceAll("[,\\s]", "").toUpperCase(Locale.ROOT) : "";
      if (letters.isEmpty()
          || !letters.chars().allMatch(c -> ProteinSequence.isResidue((char) c))) {
        throw new InvalidInputException(
            field,
            "expected amino acids, such as C or C,W, or positions and theirs, such as 12-14=AVL; not '%s'"
                .formatted(written));
      }
      String where = rule.group(1);
      Set<Integer> positions = positions(wildType, field, where == null ? ALL : where);
      positions.retainAll(redesigned);
      if (positions.isEmpty()) {
        throw new InvalidInputException(
            field,
            "%s names no position of %s that is redesigned".formatted(field, wildType.label()));
      }
      positions.forEach(position -> residues.merge(position, letters, String::concat));
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

  /**
   * Returns the wild type with a blank at each position that is redesigned.
   *
   * @param between what stands between residues where the model reads them: a space, or nothing
   */
  public String text(String between) {
    return IntStream.rangeClosed(1, wildType.length())
        .mapToObj(at -> residues.containsKey(at) ? BlankedText.MASK : "" + wildType.at(at))
        .collect(Collectors.joining(between));
  }

  /** Returns what the wild type has in the blanks. */
  public List<String> wildTypeFills() {
    return positions().stream().map(position -> "" + wildType.at(position)).toList();
  }

  /** Returns by blank, from 1, or of every one if they are alike, which residues it may hold. */
  public SortedMap<Integer, List<String>> allowed() {
    List<List<String>> each =
        residues.values().stream().map(letters -> List.of(letters.split(""))).toList();
    SortedMap<Integer, List<String>> allowed = new TreeMap<>();
    if (each.stream().distinct().count() == 1) {
      allowed.put(BlankConstraint.EVERY_BLANK, each.get(0));
    } else {
      IntStream.range(0, each.size()).forEach(blank -> allowed.put(blank + 1, each.get(blank)));
    }
    return allowed;
  }
}
