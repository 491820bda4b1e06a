package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Positions of a sequence as users write them: {@code 10-14,20}, counted from 1, or {@code all}.
 *
 * @param field the option that names them
 * @param ranges first and last positions; empty for all
 */
public record Positions(String field, List<Range> ranges) {
  private static final String ALL = "all";
  private static final Pattern RANGE = Pattern.compile("([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?");

  /**
   * Positions side by side.
   *
   * @param first from 1
   * @param last at least the first
   */
  public record Range(int first, int last) {}

  /** Copies the list. */
  public Positions {
    ranges = List.copyOf(ranges);
  }

  /** Returns every position. */
  static Positions all(String field) {
    return new Positions(field, List.of());
  }

  /**
   * Reads positions.
   *
   * @param field the option that names them
   * @param written as above
   * @throws InvalidInputException if they are written otherwise
   */
  public static Positions parse(String field, String written) {
    if (written.strip().equals(ALL)) {
      return all(field);
    }
    List<Range> ranges = new ArrayList<>();
    for (String part : written.split(",", -1)) {
      Matcher matcher = RANGE.matcher(part.strip());
      boolean isRange = matcher.matches();
      int first = isRange ? Integer.parseInt(matcher.group(1)) : 0;
      int last = isRange && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : first;
      if (!isRange || last < first) {
        throw new InvalidInputException(
            field,
            "expected positions, counted from 1, such as 10-14,20, or all; not '%s'"
                .formatted(written));
      }
      ranges.add(new Range(first, last));
    }
    return new Positions(field, ranges);
  }

  /**
   * Returns which positions of a sequence they are.
   *
   * @param sequence the sequence
   * @throws InvalidInputException if it has no such position
   */
  public NavigableSet<Integer> of(ProteinSequence sequence) {
    NavigableSet<Integer> positions = new TreeSet<>();
    List<Range> named = ranges.isEmpty() ? List.of(new Range(1, sequence.length())) : ranges;
    for (Range range : named) {
      if (range.last() > sequence.length()) {
        throw new InvalidInputException(
            field,
            "%s names position %d, but %s has %d residues"
                .formatted(field, range.last(), sequence.label(), sequence.length()));
      }
      IntStream.rangeClosed(range.first(), range.last()).forEach(positions::add);
    }
    return positions;
  }
}
