package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.WordPieces.Place;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses the pieces that may stand in each blank: the vocabulary choice, narrowed by the
 * constraint of the blank.
 *
 * <p>Where whole words are chosen, a blank of several pieces may hold continuations behind its
 * first piece. A blank that continues the word before it ({@code play[MASK]}) begins with a
 * continuation, whatever the choice is.
 *
 * @param model reads the text
 * @param choice what a blank may hold unless its constraint names words
 */
record AllowedTokens(MaskedLanguageModel model, VocabularyChoice choice) {
  /**
   * The contents of one blank.
   *
   * @param first its first piece, where no words are named
   * @param later any further one, where no words are named
   * @param words the words that it may hold, each as the ids of its pieces; empty if no words are
   *     named, or if the blank holds one piece
   */
  record OfBlank(TokenSet first, TokenSet later, List<List<Integer>> words) {
    /** Returns Θᵢ of each place of the blank with a number of pieces, at least 1. */
    List<TokenSet> places(int pieces) {
      List<int[]> listed = words(pieces).toList();
      List<TokenSet> places = new ArrayList<>();
      for (int j = 0; j < pieces; j++) {
        int place = j;
        places.add(
            words.isEmpty()
                ? j == 0 ? first : later
                : TokenSet.of(listed.stream().mapToInt(word -> word[place]).toArray()));
      }
      return places;
    }

    /** Returns the words of a number of pieces, as fresh arrays. */
    Stream<int[]> words(int pieces) {
      return words.stream()
          .filter(word -> word.size() == pieces)
          .map(word -> word.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Returns the numbers of pieces that it may have, ascending. */
    List<Integer> lengths(BlankLength written) {
      return words.isEmpty()
          ? written.all()
          : words.stream().map(List::size).distinct().sorted().toList();
    }
  }

  /**
   * Returns what each blank may hold.
   *
   * @param text the text
   * @param constraints by blank, counted from 1; that of every blank is added to its own
   * @throws InvalidInputException if a constraint names a blank that the text does not have, a word
   *     that does not fit its blank, a pattern that no piece matches, or an allowed pattern for a
   *     blank of several pieces, or if it leaves nothing
   */
  List<OfBlank> select(BlankedText text, Map<Integer, BlankConstraint> constraints) {
    int blanks = text.blanks().size();
    constraints.forEach((blank, constraint) -> check(blank, constraint, blanks));
    BlankConstraint ofEvery =
        constraints.getOrDefault(BlankConstraint.EVERY_BLANK, BlankConstraint.NONE);
    TokenSet words = readable(model.vocabulary().select(choice));
    TokenSet later =
        text.lengths().stream().anyMatch(length -> length.most() > 1)
            ? readable(model.vocabulary().selectLater(choice))
            : words;
    return IntStream.range(0, blanks)
        .mapToObj(
            blank -> {
              TokenSet first =
                  text.continuesWord(blank)
                      ? readable(model.vocabulary().selectContinuing(choice))
                      : words;
              BlankConstraint constraint =
                  constraints.getOrDefault(blank + 1, BlankConstraint.NONE).and(ofEvery);
              return new Constrained(new WordPieces(model), text, blank, constraint)
                  .held(first, later);
            })
        .toList();
  }

  /**
   * Leaves out pieces that the tokenizer never makes of their letters, unless all tokens are
   * chosen.
   */
  private TokenSet readable(TokenSet chosen) {
    int[] read = chosen.ids().filter(model::isRead).toArray();
    return choice == VocabularyChoice.FULL || read.length == 0 || read.length == chosen.size()
        ? chosen
        : TokenSet.of(read);
  }

  private static void check(int blank, BlankConstraint constraint, int blanks) {
    if (blank != BlankConstraint.EVERY_BLANK && (blank < 1 || blank > blanks)) {
      String field = constraint.allowed().isEmpty() ? "forbid" : "allow";
      throw new InvalidInputException(
          field,
          "%s names blank %d, but the text has %s"
              .formatted(
                  field,
                  blank,
                  blanks == 1
                      ? "one blank, which is blank 1"
                      : blanks + " blanks, numbered from 1 to " + blanks));
    }
  }

  /**
   * A blank and its constraint.
   *
   * @param blank which blank, from 0
   */
  private record Constrained(
      WordPieces pieces, BlankedText text, int blank, BlankConstraint constraint) {
    /**
     * Returns the contents of the blank.
     *
     * @param first the choice for its first piece
     * @param later the choice for any further one
     */
    OfBlank held(TokenSet first, TokenSet later) {
      boolean isLong = text.lengths().get(blank).most() > 1;
      if (isLong && !constraint.allowed().isEmpty()) {
        List<List<Integer>> words = words(later);
        words.forEach(word -> pieces.requireUnspaced("allow", text, blank, word.get(0)));
        return new OfBlank(later, later, words);
      }
      TokenSet narrowed = narrowed(first, text.continuesWord(blank));
      narrowed.ids().forEach(piece -> pieces.requireUnspaced("allow", text, blank, piece));
      return new OfBlank(
          pieces.model().readable(text, blank, narrowed),
          isLong && !later.equals(first) ? narrowed(later, /* continues= */ false) : narrowed,
          List.of());
    }

    /** Returns the words that are named for a blank of several pieces. */
    private List<List<Integer>> words(TokenSet chosen) {
      Set<Integer> forbidden = forbidden(chosen, /* continues= */ false);
      boolean continues = text.continuesWord(blank);
      if (continues) {
        forbidden.addAll(forbidden(chosen, continues));
      }
      Place place = new Place("allow", "allowed" + inBlank(), text.lengths().get(blank), continues);
      List<List<Integer>> words =
          constraint.allowed().stream()
              .map(word -> pieces.listed(place, word))
              .distinct()
              .filter(word -> Collections.disjoint(word, forbidden))
              .toList();
      if (words.isEmpty()) {
        throw nothingLeft(constraint.allowed().size());
      }
      return words;
    }

    private TokenSet narrowed(TokenSet chosen, boolean continues) {
      Place place = new Place("allow", "allowed" + inBlank(), BlankLength.ONE, continues);
      int[] allowed =
          constraint.allowed().stream()
              .flatMapToInt(word -> pieces.matching(place, word, chosen))
              .toArray();
      TokenSet base = allowed.length == 0 ? chosen : TokenSet.of(allowed);
      Set<Integer> forbidden = forbidden(chosen, continues);
      if (forbidden.isEmpty()) {
        return base;
      }
      int[] left = base.ids().filter(id -> !forbidden.contains(id)).toArray();
      if (left.length == 0) {
        throw nothingLeft(base.size());
      }
      return TokenSet.of(left);
    }

    private Set<Integer> forbidden(TokenSet chosen, boolean continues) {
      Place place = new Place("forbid", "forbidden" + inBlank(), BlankLength.ONE, continues);
      return constraint.forbidden().stream()
          .flatMapToInt(word -> pieces.matching(place, word, chosen))
          .boxed()
          .collect(Collectors.toCollection(HashSet::new));
    }

    private String inBlank() {
      return " in blank " + (blank + 1);
    }

    private InvalidInputException nothingLeft(int words) {
      return new InvalidInputException(
          "forbid",
          "all %d words that blank %d could hold are forbidden; leave at least one"
              .formatted(words, blank + 1));
    }
  }
}
