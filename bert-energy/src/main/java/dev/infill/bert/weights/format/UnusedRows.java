package dev.infill.bert.weights.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names for rows of word embeddings without a token: matrices are padded to a multiple of 8 or 64.
 * Such a row has a logit, which counts in the softmax, but it is no fill.
 */
public final class UnusedRows {
  private UnusedRows() {}

  /**
   * Returns the tokens of all rows. Rows without a token are {@code [unusedN]}, the name of such
   * rows in BERT's own vocabularies.
   *
   * @param tokens the tokens by their ids, null where there is none, or fewer than rows
   * @param rows the rows of the word embeddings
   * @throws MalformedFileException if more rows have no token than have one, or there are more
   *     tokens than rows; the message continues the file's name
   */
  public static List<String> named(List<@Nullable String> tokens, int rows)
      throws MalformedFileException {
    Set<String> taken = new HashSet<>();
    for (String token : tokens) {
      if (token != null) {
        taken.add(token);
      }
    }
    long count = tokens.stream().filter(token -> token != null).count();
    if (tokens.size() > rows || 2 * count < rows) {
      throw new MalformedFileException(
          "holds %d tokens for %d word embeddings".formatted(count, rows));
    }
    List<String> named = new ArrayList<>();
    for (int id = 0; id < rows; id++) {
      String token = id < tokens.size() ? tokens.get(id) : null;
      int number = id;
      while (token == null) {
        String name = "[unused%d]".formatted(number);
        token = taken.add(name) ? name : null;
        number += rows;
      }
      named.add(token);
    }
    return named;
  }
}
