package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Score.ScoredToken;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Scores given fills, or whole sentences, under a model's energies. Thread-safe. */
public final class Scorer {
  private final MaskedLanguageModel model;

  /**
   * Creates a scorer.
   *
   * @param model the model whose energies are evaluated; it stays its caller's to close
   */
  public Scorer(MaskedLanguageModel model) {
    this.model = model;
  }

  /**
   * Scores fills.
   *
   * @param text a text with blanks
   * @param fills one word per blank: a token as the vocabulary spells it ({@code ##ing} joins the
   *     word before it), or a word that the model's tokenizer turns into a single one
   * @param kind how U is defined
   * @throws InvalidInputException if the fills do not fit the text, one is not one word piece, or
   *     the text is too long
   */
  public Score scoreFills(String text, List<String> fills, EnergyKind kind) {
    BlankedText blanked = BlankedText.parse(text);
    int[] tokens = tokens(blanked, fills);
    String filled =
        blanked.fill(IntStream.of(tokens).mapToObj(model.vocabulary()::token).toList()).text();
    return score(filled, model.tokenize(blanked), tokens, kind);
  }

  /**
   * Returns the likeliest tokens of each blank, given what stands in the others: f(· | X_{\i}), the
   * blank itself masked. Its cost is one model pass per blank.
   *
   * @param text a text with blanks
   * @param fills as for {@link #scoreFills}
   * @param choice which tokens are told; f is normalised over all of them
   * @param count how many are told of each blank at the most, at least 1
   * @return for each blank, the likeliest first; of equally likely ones that of the lower id
   * @throws InvalidInputException as {@link #scoreFills} does, or if the count is below 1
   */
  public List<List<Alternative>> alternatives(
      String text, List<String> fills, VocabularyChoice choice, int count) {
    if (count < 1) {
      throw new InvalidInputException(
          "alternatives", "alternatives must be at least 1, not " + count);
    }
    BlankedText blanked = BlankedText.parse(text);
    int[] tokens = tokens(blanked, fills);
    // Over the whole vocabulary, where a token's index is its id.
    TokenSet all = TokenSet.all(model.vocabulary().size());
    Energy energy =
        model.energy(
            EnergyKind.PSEUDO_LOG_LIKELIHOOD,
            model.tokenize(blanked),
            Collections.nCopies(tokens.length, all));
    TokenSet told = model.vocabulary().select(choice);
    return energy
        .conditionals(
            Collections.nCopies(tokens.length, State.of(tokens)),
            IntStream.range(0, tokens.length).toArray())
        .stream()
        .map(conditional -> likeliest(conditional, told, count))
        .toList();
  }

  private List<Alternative> likeliest(
      CategoricalDistribution conditional, TokenSet told, int count) {
    return told.ids()
        .boxed()
        .sorted(Comparator.comparingDouble((Integer id) -> -conditional.logProbability(id)))
        .limit(count)
        .map(id -> new Alternative(model.vocabulary().token(id), conditional.logProbability(id)))
        .toList();
  }

  /** Returns the token of each fill. */
  private int[] tokens(BlankedText blanked, List<String> fills) {
    int blanks = blanked.blanks().size();
    if (blanks == 0) {
      throw new InvalidInputException(
          "fills",
          "there are fills, but the text has no blank: write [MASK] or ___ where they stand, or "
              + "give no fills to score the whole text");
    }
    if (fills.size() != blanks) {
      throw new InvalidInputException(
          "fills",
          "the text has %d %s, but there %s %d %s: give one fill for each blank"
              .formatted(
                  blanks,
                  blanks == 1 ? "blank" : "blanks",
                  fills.size() == 1 ? "is" : "are",
                  fills.size(),
                  fills.size() == 1 ? "fill" : "fills"));
    }
    SinglePieces singlePieces = new SinglePieces(model);
    return IntStream.range(0, blanks)
        .map(
            blank ->
                singlePieces.require("fills", "the fill of blank " + (blank + 1), fills.get(blank)))
        .toArray();
  }

  /**
   * Scores a sentence without blanks, every one of its pieces but {@code [CLS]} and {@code [SEP]}
   * in turn; for the pseudo-log-likelihood this is the score of Salazar et al. 2020. Its cost is
   * one model pass per piece ({@link EnergyKind#UNMASKED}: one in all).
   *
   * @param sentence a text without blanks
   * @param kind how U is defined
   * @throws InvalidInputException if the sentence is empty or too long, or has blanks
   */
  public Score scoreSentence(String sentence, EnergyKind kind) {
    BlankedText blanked = BlankedText.parse(sentence);
    int blanks = blanked.blanks().size();
    if (blanks > 0) {
      throw new InvalidInputException(
          "fills",
          "the text has %s: give a fill for each, or a text without blanks"
              .formatted(blanks == 1 ? "a blank" : blanks + " blanks"));
    }
    TokenizedText tokenized = model.tokenize(blanked);
    List<Integer> positions = IntStream.range(1, tokenized.length() - 1).boxed().toList();
    if (positions.isEmpty()) {
      throw new InvalidInputException(
          "text", "the text is empty: there must be at least one word to score");
    }
    int[] tokens = positions.stream().mapToInt(tokenized::piece).toArray();
    return score(sentence, tokenized.withBlanksAt(positions), tokens, kind);
  }

  private Score score(String text, TokenizedText tokenized, int[] tokens, EnergyKind kind) {
    // Each Θᵢ holds the given token alone: f is normalised over the whole vocabulary all the same.
    List<TokenSet> candidates = IntStream.of(tokens).mapToObj(TokenSet::of).toList();
    Evaluation evaluation =
        model
            .energy(kind, tokenized, candidates)
            .evaluate(List.of(State.of(new int[tokens.length])), GradientKind.NONE)
            .get(0);
    double[] logProbabilities = evaluation.logProbabilities();
    return new Score(
        text,
        kind,
        evaluation.energy(),
        IntStream.range(0, tokens.length)
            .mapToObj(
                i -> new ScoredToken(model.vocabulary().token(tokens[i]), logProbabilities[i]))
            .toList(),
        model.description());
  }
}
