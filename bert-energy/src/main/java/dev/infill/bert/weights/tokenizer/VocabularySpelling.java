package dev.infill.bert.weights.tokenizer;

import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Spells tokens as this project does, whatever marks their file has for the beginnings of words.
 */
final class VocabularySpelling {
  private final List<String> tokens;
  private final PieceMarking marking;
  private final String[] spelled;
  private final TokenClass[] classes;
  private final Set<String> taken = new HashSet<>();

  /** Begins with the tokens as their file spells them. */
  VocabularySpelling(List<String> tokens, PieceMarking marking) {
    this.tokens = tokens;
    this.marking = marking;
    spelled = new String[tokens.size()];
    classes = new TokenClass[spelled.length];
    Arrays.fill(classes, TokenClass.SPECIAL);
  }

  /**
   * Returns the vocabulary.
   *
   * @param special the ids of tokens that are no text
   * @param written the ids of tokens that stand in texts as they are
   * @param unknown the id of the token for unknown words, if there is one
   */
  Vocabulary spelled(Set<Integer> special, Set<Integer> written, OptionalInt unknown)
      throws MalformedFileException {
    for (int id : special) {
      spelled[id] = tokens.get(id);
      taken.add(spelled[id]);
    }
    // Words first: where two would be spelled alike, the word is.
    spell(TokenClass.WORD, written);
    spell(TokenClass.CONTINUATION, written);
    for (int id = 0; id < spelled.length; id++) {
      if (spelled[id] == null) {
        String own = tokens.get(id);
        spelled[id] = taken.add(own) ? own : "%s (%d)".formatted(own, id);
      }
    }
    try {
      return new Vocabulary(List.of(spelled), List.of(classes), unknown);
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException("has tokens that cannot be told apart", e);
    }
  }

  private void spell(TokenClass wanted, Set<Integer> written) {
    for (int id = 0; id < spelled.length; id++) {
      if (spelled[id] == null) {
        Optional<String> spelling =
            (written.contains(id) ? asWritten(tokens.get(id)) : marking.read(tokens.get(id)))
                .flatMap(piece -> spelling(piece, wanted));
        if (spelling.isPresent() && taken.add(spelling.get())) {
          spelled[id] = spelling.get();
          classes[id] = wanted;
        }
      }
    }
  }

  /** Returns a token as a word; empty if it consists of spaces, or of their marks. */
  private static Optional<PieceMarking.Piece> asWritten(String token) {
    return token.replace(PieceMarking.SPACE, " ").isBlank()
        ? Optional.empty()
        : Optional.of(new PieceMarking.Piece(token, true));
  }

  /** Returns how a piece is spelled if it is of a class, and if the spelling tells that class. */
  private static Optional<String> spelling(PieceMarking.Piece piece, TokenClass wanted) {
    String spelling = piece.beginsWord() ? piece.text() : PieceMarking.CONTINUATION + piece.text();
    return piece.beginsWord() == (wanted == TokenClass.WORD)
            && Vocabulary.standardClass(spelling) == wanted
        ? Optional.of(spelling)
        : Optional.empty();
  }
}
