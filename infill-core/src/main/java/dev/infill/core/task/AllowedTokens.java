package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
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
   * @param first its first piece, where no words are named
   * @param later any further one, where no words are named
   * @param words all that it may hold, each by the ids of its pieces; none where no words are
   *     named, or the blank holds one piece
   */
  record OfBlank(TokenSet first, TokenSet later, List<List<Integer>> words) {
    /** What may hold all that these say, piece by piece. */
    OfBlank(TokenSet first, TokenSet later) {
      this(first, later, List.of());
    }

    /** Returns Θᵢ of each of a number of pieces, at least 1. */
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

    /** Returns the words of so many pieces, which are the caller's. */
    Stream<int[]> words(int pieces) {
      return words.stream()
          .filter(word -> word.size() == pieces)
          .map(word -> word.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Returns how many pieces it may have, ascending. */
    List<Integer> lengths(BlankLength written) {
      return words.isEmpty()
          ? written.all()
          : words.stream().map(List::size).distinct().sorted().toList();
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
   * @throws InvalidInputException if a constraint is of no blank, names a word of more or fewer
   *     pieces than the blank may hold, a pattern that none matches or that is allowed in a blank
   *     of several pieces, or leaves nothing
   */
  List<OfBlank> select(
      BlankedText blanked, VocabularyChoice choice, Map<Integer, BlankConstraint> constraints) {
    List<BlankLength> blanks = blanked.lengths();
    constraints.forEach((blank, constraint) -> check(blank, constraint, blanks.size()));
    TokenSet free = readable(choice, model.vocabulary().select(choice));
    TokenSet later =
        blanks.stream().anyMatch(length -> length.most() > 1)
            ? readable(choice, model.vocabulary().selectLater(choice))
            : free;
    return IntStream.range(0, blanks.size())
        .mapToObj(
            blank -> {
              boolean continues = blanked.continuesWord(blank);
              TokenSet first =
                  continues ? readable(choice, model.vocabulary().selectContinuing(choice)) : free;
              BlankLength length = blanks.get(blank);
              BlankConstraint constraint =
                  constraints
                      .getOrDefault(blank + 1, BlankConstraint.NONE)
                      .and(
                          constraints.getOrDefault(
                              BlankConstraint.EVERY_BLANK, BlankConstraint.NONE));
              OfBlank held =
                  length.most() > 1 && !constraint.allowed().isEmpty()
                      ? ofWords(blank + 1, continues, later, length, constraint)
                      : ofBlank(
                          blank + 1,
                          continues,
                          first,
                          length.most() > 1 ? later : first,
                          constraint);
              return readable(blanked, blank, held);
            })
        .toList();
  }

  /** Returns the pieces that a tokenizer makes of their letters; all tokens where all are meant. */
  private TokenSet readable(VocabularyChoice choice, TokenSet chosen) {
    int[] read = chosen.ids().filter(model::isRead).toArray();
    return choice == VocabularyChoice.FULL || read.length == 0 || read.length == chosen.size()
        ? chosen
        : TokenSet.of(read);
  }

  /** Returns what of it is read as it is where the blank is. */
  private OfBlank readable(BlankedText text, int blank, OfBlank held) {
    held.words().forEach(word -> pieces.requireUnspaced("allow", text, blank, word.get(0)));
    if (held.words().isEmpty()) {
      held.first().ids().forEach(piece -> pieces.requireUnspaced("allow", text, blank, piece));
      return new OfBlank(model.readable(text, blank, held.first()), held.later());
    }
    return held;
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

  /** A blank of several pieces for which words are named. */
  private OfBlank ofWords(
      int blank,
      boolean continues,
      TokenSet chosen,
      BlankLength length,
      BlankConstraint constraint) {
    Set<Integer> forbidden = forbidden(blank, false, chosen, constraint);
    if (continues) {
      forbidden.addAll(forbidden(blank, true, chosen, constraint));
    }
    List<List<Integer>> words =
        constraint.allowed().stream()
            .map(
                word ->
                    pieces.listed("allow", "allowed in blank " + blank, word, length, continues))
            .distinct()
            .filter(word -> Collections.disjoint(word, forbidden))
            .toList();
    if (words.isEmpty()) {
      throw nothingLeft(blank, constraint.allowed().size());
    }
    return new OfBlank(chosen, chosen, words);
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

  private TokenSet narrow(
      int blank, boolean continues, TokenSet chosen, BlankConstraint constraint) {
    int[] allowed =
        constraint.allowed().stream()
            .flatMapToInt(
                word ->
                    pieces.matching("allow", "allowed in blank " + blank, word, chosen, continues))
            .toArray();
    TokenSet base = allowed.length == 0 ? chosen : TokenSet.of(allowed);
    Set<Integer> forbidden = forbidden(blank, continues, chosen, constraint);
    int[] left = base.ids().filter(id -> !forbidden.contains(id)).toArray();
    if (left.length == 0) {
      throw nothingLeft(blank, base.size());
    }
    return TokenSet.of(left);
  }

  private Set<Integer> forbidden(
      int blank, boolean continues, TokenSet chosen, BlankConstraint constraint) {
    return constraint.forbidden().stream()
        .flatMapToInt(
            word ->
                pieces.matching("forbid", "forbidden in blank " + blank, word, chosen, continues))
        .boxed()
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static InvalidInputException nothingLeft(int blank, int words) {
    return new InvalidInputException(
        "forbid",
        "all %d words that blank %d could hold are forbidden; leave at least one"
            .formatted(words, blank));
  }
}
