package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says what may stand in every blank: the vocabulary choice, narrowed by the blank's constraint.
 */
final class AllowedTokens {
  private final MaskedLanguageModel model;
  private final WordPieces pieces;

  AllowedTokens(MaskedLanguageModel model) {
    this.model = model;
    this.pieces = new WordPieces(model);
  }

  /**
   * What one blank may hold.
   *
   * @param first its first piece
   * @param later any further one
   */
  record OfBlank(TokenSet first, TokenSet later) {
    /** Returns Θᵢ of each of a number of pieces, at least 1. */
    Stream<TokenSet> places(int pieces) {
      return Stream.concat(Stream.of(first), Collections.nCopies(pieces - 1, later).stream());
    }
  }

  /**
   * Returns what each blank may hold. One of more pieces than one can hold words of several pieces:
   * wherever whole words are chosen, continuations may stand after its first piece. One that goes
   * on the word before it ({@code play[MASK]}) begins with a continuation, whatever is chosen.
   *
   * @param blanked the text
   * @param choice what a blank may hold unless its constraint names words
   * @param constraints by blank, counted from 1; that of every blank is added to its own
   * @throws InvalidInputException if a constraint is of no blank, names a word that is not one
   *     piece or a pattern that none matches, names words for a blank that may hold more pieces, or
   *     leaves nothing
   */
  List<OfBlank> select(
      BlankedText blanked, VocabularyChoice choice, Map<Integer, BlankConstraint> constraints) {
    List<BlankLength> blanks = blanked.lengths();
    constraints.forEach((blank, constraint) -> check(blank, constraint, blanks));
    TokenSet free = model.vocabulary().select(choice);
    TokenSet later =
        blanks.stream().anyMatch(length -> length.most() > 1)
            ? model.vocabulary().selectLater(choice)
            : free;
    return IntStream.range(0, blanks.size())
        .mapToObj(
            blank -> {
              boolean continues = blanked.continuesWord(blank);
              TokenSet first = continues ? model.vocabulary().selectContinuing(choice) : free;
              return ofBlank(
                  blank + 1,
                  continues,
                  first,
                  blanks.get(blank).most() > 1 ? later : first,
                  constraints
                      .getOrDefault(blank + 1, BlankConstraint.NONE)
                      .and(
                          constraints.getOrDefault(
                              BlankConstraint.EVERY_BLANK, BlankConstraint.NONE)));
            })
        .toList();
  }

  private OfBlank ofBlank(
      int blank, boolean continues, TokenSet first, TokenSet later, BlankConstraint constraint) {
    if (constraint.equals(BlankConstraint.NONE)) {
      return new OfBlank(first, later);
    }
    TokenSet narrowed = narrow(blank, continues, first, constraint);
    return new OfBlank(
        narrowed,
        later.equals(first) ? narrowed : narrow(blank, /* continues= */ false, later, constraint));
  }

  private static void check(int blank, BlankConstraint constraint, List<BlankLength> blanks) {
    if (blank == BlankConstraint.EVERY_BLANK) {
      IntStream.rangeClosed(1, blanks.size()).forEach(each -> check(each, constraint, blanks));
      return;
    }
    checkBlank(blank, constraint, blanks.size());
    BlankLength length = blanks.get(blank - 1);
    if (!constraint.allowed().isEmpty() && length.most() > 1) {
      throw new InvalidInputException(
          "allow",
          "allow names words for blank %d, which may hold %s pieces; it is for blanks of one piece, [MASK]"
              .formatted(blank, length));
    }
  }

  private static void checkBlank(int blank, BlankConstraint constraint, int blanks) {
    if (blank < 1 || blank > blanks) {
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

  private TokenSet narrow(
      int blank, boolean continues, TokenSet chosen, BlankConstraint constraint) {
    int[] allowed =
        constraint.allowed().stream()
            .flatMapToInt(
                word ->
                    pieces.matching("allow", "allowed in blank " + blank, word, chosen, continues))
            .toArray();
    TokenSet base = allowed.length == 0 ? chosen : TokenSet.of(allowed);
    var forbidden =
        constraint.forbidden().stream()
            .flatMapToInt(
                word ->
                    pieces.matching(
                        "forbid", "forbidden in blank " + blank, word, chosen, continues))
            .boxed()
            .collect(Collectors.toSet());
    int[] left = base.ids().filter(id -> !forbidden.contains(id)).toArray();
    if (left.length == 0) {
      throw new InvalidInputException(
          "forbid",
          "all %d words that blank %d could hold are forbidden; leave at least one"
              .formatted(base.size(), blank));
    }
    return TokenSet.of(left);
  }
}
