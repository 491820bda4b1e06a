package dev.infill.bert.weights.tokenizer;

import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.UnusedRows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tokens of a {@code tokenizer.json} by their ids, which are rows of the word embeddings. */
final class TokenRows {
  private final @Nullable String[] tokens;

  /** Makes rows without tokens. */
  TokenRows(int size) {
    tokens = new String[size];
  }

  int size() {
    return tokens.length;
  }

  /** Gives a row its token, which it may have already. */
  void put(int id, String token) throws MalformedFileException {
    if (id < 0 || id >= tokens.length) {
      throw new MalformedFileException(
          "holds the token '%s' with the id %d, where there are %d word embeddings"
              .formatted(PrintableName.of(token), id, tokens.length));
    }
    if (token.length() > Limits.TOKEN_CHARS) {
      throw new MalformedFileException(
          "holds the token '%s' of %d characters; tokens have at most %d"
              .formatted(PrintableName.of(token), token.length(), Limits.TOKEN_CHARS));
    }
    String earlier = tokens[id];
    if (earlier != null && !earlier.equals(token)) {
      throw new MalformedFileException(
          "gives the id %d to '%s' and to '%s'"
              .formatted(id, PrintableName.of(earlier), PrintableName.of(token)));
    }
    tokens[id] = token;
  }

  /** Returns the tokens, with names for rows that have none. */
  List<String> named() throws MalformedFileException {
    return UnusedRows.named(Arrays.asList(tokens), tokens.length);
  }

  /** Returns the ids that no token has. */
  List<Integer> unused() {
    return IntStream.range(0, tokens.length).filter(id -> tokens[id] == null).boxed().toList();
  }
}
