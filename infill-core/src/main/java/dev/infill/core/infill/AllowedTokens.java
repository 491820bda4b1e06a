package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes Θᵢ for every blank: the vocabulary choice, narrowed by the blank's constraint. */
final class AllowedTokens {
  private final MaskedLanguageModel model;
  private final SinglePieces singlePieces;

  AllowedTokens(MaskedLanguageModel model) {
    this.model = model;
    this.singlePieces = new SinglePieces(model);
  }

  /**
   * Returns Θ₁ … Θ_m.
   *
   * @param blanks m
   * @param choice what a blank may hold unless its constraint names words
   * @param constraints by blank, counted from 1
   * @throws InvalidInputException if a constraint is of no blank, names a word that is not one
   *     piece, or leaves nothing
   */
  List<TokenSet> select(
      int blanks, VocabularyChoice choice, Map<Integer, BlankConstraint> constraints) {
    constraints.forEach((blank, constraint) -> checkBlank(blank, constraint, blanks));
    TokenSet chosen = model.vocabulary().select(choice);
    return IntStream.rangeClosed(1, blanks)
        .mapToObj(
            blank -> narrow(blank, chosen, constraints.getOrDefault(blank, BlankConstraint.NONE)))
        .toList();
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

  private TokenSet narrow(int blank, TokenSet chosen, BlankConstraint constraint) {
    int[] allowed =
        constraint.allowed().stream()
            .mapToInt(word -> singlePieces.require("allow", "allowed in blank " + blank, word))
            .toArray();
    TokenSet base = allowed.length == 0 ? chosen : TokenSet.of(allowed);
    var forbidden =
        constraint.forbidden().stream()
            .map(word -> singlePieces.require("forbid", "forbidden in blank " + blank, word))
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
