package dev.infill.web.api;

import dev.infill.core.Excerpt;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what a mistyped name may have meant.
 *
 * @param names the valid names, in the order in which they are listed
 */
public record NearestNames(List<String> names) {
  private static final int MOST_LISTED = 12;

  /** Copies the list. */
  public NearestNames {
    names = List.copyOf(names);
  }

  /**
   * Returns the names that a typing error away from this one may be: those that it begins, and
   * those within a third of its letters, nearest first, three at most.
   *
   * @param name what was typed
   */
  public List<String> nearest(String name) {
    int allowed = Math.max(1, name.length() / 3);
    return names.stream()
        .filter(valid -> startsWith(valid, name) || isWithin(allowed, valid, name))
        .sorted(Comparator.comparingInt(valid -> editDistance(valid, name)))
        .limit(3)
        .toList();
  }

  /**
   * Returns one line that says that a name is unknown and what would be right: the nearest names,
   * and all of them where they are few.
   *
   * @param what what is named
   * @param name what was typed
   */
  public String unknown(String what, String name) {
    List<String> nearest = nearest(name);
    StringBuilder line = new StringBuilder("unknown " + what + " '" + Excerpt.of(name) + "'");
    if (!nearest.isEmpty()) {
      line.append("; did you mean ").append(String.join(" or ", nearest)).append('?');
    }
    if (names.size() <= MOST_LISTED) {
      line.append(nearest.isEmpty() ? "; there are: " : " (there are: ");
      line.append(String.join(", ", names)).append(nearest.isEmpty() ? "" : ")");
    }
    return line.toString();
  }

  private static boolean startsWith(String valid, String name) {
    return name.length() >= 2 && valid.startsWith(name);
  }

  /** Names of very different lengths need no table of the size of both. */
  private static boolean isWithin(int allowed, String valid, String name) {
    return Math.abs(valid.length() - name.length()) <= allowed
        && editDistance(valid, name) <= allowed;
  }

  /** The Levenshtein distance, a swap of two neighbours counting as one. */
  private static int editDistance(String a, String b) {
    int[][] distance = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distance[i][j] = i == 0 || j == 0 ? i + j : nextDistance(distance, a, b, i, j);
      }
    }
    return distance[a.length()][b.length()];
  }

  private static int nextDistance(int[][] distance, String a, String b, int i, int j) {
    int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int best =
        Math.min(
            distance[i - 1][j - 1] + substitution,
            1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, distance[i - 2][j - 2] + 1) : best;
  }
}
