package dev.infill.core.score;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.score.Score.ScoredToken;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary.TokenClass;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.twoway.ScoredFilling;
import dev.infill.core.twoway.TwoWayPosterior;
import dev.infill.core.twoway.TwoWayTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Scores given fills, or whole sentences, under a model's energy. Thread-safe.
 *
 * <p>The model is asked for a part of a long text at a time. A listener that throws ends the
 * scoring.
 */
public final class Scorer {
  /** The pieces of all sequences that the model is asked for at once: about those of a step. */
  private static final int PIECES_AT_ONCE = 4_096;

  private static final NumberRange ALTERNATIVES = new NumberRange(1, 1_000_000);

  private final MaskedLanguageModel model;
  private final int piecesAtOnce;

  /**
   * Creates a scorer.
   *
   * @param model the model whose energy is evaluated; its caller closes it
   */
  public Scorer(MaskedLanguageModel model) {
    this(model, PIECES_AT_ONCE);
  }

  Scorer(MaskedLanguageModel model, int piecesAtOnce) {
    this.model = GivenFills.notNull(model, "model");
    this.piecesAtOnce = piecesAtOnce;
  }

  /**
   * Scores fills.
   *
   * @param text a text with blanks. If the text is too long, the model reads the part around the
   *     blanks ({@link Score#window})
   * @param fills one word per blank: a token as the vocabulary spells it ({@code ##ing} joins the
   *     word before it), or a word that the model's tokenizer turns into one token. A longer blank
   *     takes words of its length
   * @throws InvalidInputException if the fills do not fit the text, one is not one word piece, or
   *     the blanks are too far apart
   */
  public Score scoreFills(String text, List<String> fills) {
    return scoreFills(text, fills, ProgressListener.NONE);
  }

  /**
   * Scores fills, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param fills as above
   * @param listener is told the number of blanks scored, first 0; its exceptions are thrown
   * @throws InvalidInputException as above
   */
  public Score scoreFills(String text, List<String> fills, ProgressListener listener) {
    BlankedText blanked = model.written(BlankedText.parse(text));
    GivenFills given = GivenFills.of(model, blanked, fills);
    TokenizedText tokenized = given.text().tokenized();
    int[] pieces = tokenized.pieces();
    int[] ids = given.text().ids(given.filling());
    for (int place = 0; place < ids.length; place++) {
      pieces[tokenized.blankPosition(place)] = ids[place];
    }
    String filled = given.text().filled(given.filling()).text();
    return score(
            filled,
            new TokenizedText(pieces, tokenized.blanks()),
            SentenceMasking.ORIGINAL,
            listener,
            given.window().cut(filled))
        .withTwoWay(twoWay(given));
  }

  /** Returns M of fills; empty if the model does not read several masks. */
  private OptionalDouble twoWay(GivenFills given) {
    TextOfLengths text = given.text();
    return TwoWayTarget.of(model.energy(text.tokenized(), text.candidates())).stream()
        .flatMap(target -> new TwoWayPosterior(target, 0).score(List.of(given.filling())).stream())
        .mapToDouble(ScoredFilling::twoWay)
        .findFirst();
  }

  /**
   * Returns the likeliest tokens of each blank, given the other fills: f(· | X_{\i}). Its cost is
   * one model pass per blank.
   *
   * @param text a text with blanks
   * @param fills as for {@link #scoreFills}
   * @param choice the tokens that alternatives are taken from; f is normalised over all of them
   * @param count how many are returned for each blank at most, at least 1
   * @return for each blank, the likeliest first, equally likely ones by their ids
   * @throws InvalidInputException as {@link #scoreFills} does, or if the count is below 1
   */
  public List<List<Alternative>> alternatives(
      String text, List<String> fills, VocabularyChoice choice, int count) {
    return alternatives(text, fills, choice, count, ProgressListener.NONE);
  }

  /**
   * Returns the likeliest tokens of each blank, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param fills as above
   * @param choice as above
   * @param count as above
   * @param listener is told the number of blanks done, first 0; its exceptions are thrown
   * @return as above
   * @throws InvalidInputException as above
   */
  public List<List<Alternative>> alternatives(
      String text,
      List<String> fills,
      VocabularyChoice choice,
      int count,
      ProgressListener listener) {
    ALTERNATIVES.require("alternatives", count);
    BlankedText blanked = model.written(BlankedText.parse(text));
    GivenFills given = GivenFills.of(model, blanked, fills);
    int[] tokens = given.text().ids(given.filling());
    // Over the whole vocabulary, where a token's index is its id.
    TokenSet all = TokenSet.all(model.vocabulary().size());
    TokenizedText tokenized = given.text().tokenized();
    Energy energy = model.energy(tokenized, Collections.nCopies(tokens.length, all));
    List<TokenSet> among = among(blanked, given.text(), choice);
    List<List<Alternative>> alternatives = new ArrayList<>(tokens.length);
    inParts(
        tokens.length,
        sequencesAtOnce(tokenized),
        listener,
        (from, to) ->
            energy
                .conditionals(
                    IntStream.range(from, to)
                        .mapToObj(place -> new Context(State.of(tokens), place))
                        .toList())
                .forEach(
                    conditional ->
                        alternatives.add(
                            likeliest(
                                conditional.distribution(),
                                among.get(alternatives.size()),
                                count))));
    return List.copyOf(alternatives);
  }

  /**
   * Returns for each place the tokens that alternatives are taken from. A blank that continues a
   * word begins with other tokens.
   */
  private List<TokenSet> among(BlankedText blanked, TextOfLengths text, VocabularyChoice choice) {
    TokenSet chosen = model.vocabulary().select(choice);
    List<TokenSet> among = new ArrayList<>(Collections.nCopies(text.blankOfPlace().size(), chosen));
    for (int blank = 0; blank < blanked.blanks().size(); blank++) {
      if (blanked.continuesWord(blank)) {
        TokenSet continuing = model.vocabulary().selectContinuing(choice);
        among.set(text.blankOfPlace().indexOf(blank), model.readable(blanked, blank, continuing));
      }
    }
    return among;
  }

  private List<Alternative> likeliest(
      CategoricalDistribution conditional, TokenSet among, int count) {
    return among
        .ids()
        .boxed()
        .sorted(Comparator.comparingDouble((Integer id) -> -conditional.logProbability(id)))
        .limit(count)
        .map(id -> new Alternative(model.vocabulary().token(id), conditional.logProbability(id)))
        .toList();
  }

  /**
   * Scores a sentence without blanks, every one of its pieces but {@code [CLS]} and {@code [SEP]}
   * in turn: the score of Salazar et al. 2020. Its cost is one model pass per piece.
   *
   * @param sentence a text without blanks
   * @throws InvalidInputException if the sentence is empty or too long, or has blanks
   */
  public Score scoreSentence(String sentence) {
    return scoreSentence(sentence, SentenceMasking.ORIGINAL, ProgressListener.NONE);
  }

  /**
   * Scores a sentence without blanks, telling a listener how far it is.
   *
   * @param sentence a text without blanks
   * @param masking the pieces that are masked beside a scored one. With {@code WITHIN_WORD_L2R}
   *     every piece before another one of its word takes a model pass of its own
   * @param listener is told the number of pieces scored, first 0; its exceptions are thrown
   * @throws InvalidInputException as above
   */
  public Score scoreSentence(String sentence, SentenceMasking masking, ProgressListener listener) {
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
    return score(sentence, tokenized.withBlanksAt(positions), masking, listener, Optional.empty());
  }

  /** Scores the pieces in the blanks, a part at a time; U is the sum of the parts. */
  private Score score(
      String text,
      TokenizedText filled,
      SentenceMasking masking,
      ProgressListener listener,
      Optional<CharSpan> window) {
    int blanks = filled.blankCount();
    IntFunction<TokenizedText> reading = reading(filled, masking);
    ScoredToken[] scored = new ScoredToken[blanks];
    double[] energy = {0};
    inParts(
        blanks,
        sequencesAtOnce(filled),
        listener,
        (from, to) -> {
          Map<TokenizedText, List<Integer>> together = new LinkedHashMap<>();
          for (int blank = from; blank < to; blank++) {
            together.computeIfAbsent(reading.apply(blank), first -> new ArrayList<>()).add(blank);
          }
          together.forEach((read, members) -> energy[0] += score(filled, read, members, scored));
        });
    return new Score(
        text,
        masking,
        energy[0],
        OptionalDouble.empty(),
        List.of(scored),
        model.description(),
        window,
        TextReading.unknownPieces(filled, model.vocabulary()));
  }

  /** Says in which text a piece is scored: the text itself where nothing else is masked. */
  private IntFunction<TokenizedText> reading(TokenizedText filled, SentenceMasking masking) {
    if (masking == SentenceMasking.ORIGINAL) {
      return blank -> filled;
    }
    TokenizedText blanked = model.tokenize(BlankedText.parse(BlankedText.MASK));
    int mask = blanked.piece(blanked.blankPosition(0));
    return blank -> withRestOfWordMasked(filled, filled.blankPosition(blank) + 1, mask);
  }

  private TokenizedText withRestOfWordMasked(TokenizedText filled, int from, int mask) {
    int end = from;
    while (end < filled.length()
        && model.vocabulary().classOf(filled.piece(end)) == TokenClass.CONTINUATION
        && !filled.beginsWord(end)) {
      end++;
    }
    if (end == from) {
      return filled;
    }
    int[] pieces = filled.pieces();
    Arrays.fill(pieces, from, end, mask);
    return new TokenizedText(pieces, filled.blanks());
  }

  private String token(TokenizedText text, int position) {
    return model.vocabulary().token(text.piece(position));
  }

  /** Scores some tokens; returns their part of U. */
  private double score(
      TokenizedText filled, TokenizedText read, List<Integer> blanks, ScoredToken[] scored) {
    List<Integer> positions = blanks.stream().map(filled::blankPosition).toList();
    // Over the whole vocabulary a token's index is its id, and its own terms tell its rank.
    List<TokenSet> candidates =
        Collections.nCopies(positions.size(), TokenSet.all(model.vocabulary().size()));
    State state = State.of(positions.stream().mapToInt(filled::piece).toArray());
    Evaluation evaluation =
        model
            .energy(read.withBlanksAt(positions), candidates)
            .evaluate(List.of(state), GradientKind.OWN_TERM)
            .get(0);
    double[] logProbabilities = evaluation.logProbabilities();
    for (int k = 0; k < logProbabilities.length; k++) {
      scored[blanks.get(k)] =
          new ScoredToken(
              token(filled, positions.get(k)),
              logProbabilities[k],
              rank(evaluation, k, state.get(k)));
    }
    return evaluation.energy();
  }

  /** Returns the place of a token among all, by the terms at a coordinate. */
  private int rank(Evaluation evaluation, int coordinate, int token) {
    double own = evaluation.gradient(coordinate)[token];
    return 1
        + (int)
            IntStream.range(0, model.vocabulary().size())
                .filter(other -> evaluation.gradient(coordinate)[other] > own)
                .count();
  }

  private int sequencesAtOnce(TokenizedText text) {
    return Math.max(1, piecesAtOnce / text.length());
  }

  /** Works on blanks from … to − 1. */
  @FunctionalInterface
  private interface Part {
    void of(int from, int to);
  }

  private static void inParts(int blanks, int atOnce, ProgressListener listener, Part part) {
    listener.onProgress(Phase.SCORING, 0, blanks);
    for (int from = 0; from < blanks; from += atOnce) {
      int to = Math.min(blanks, from + atOnce);
      part.of(from, to);
      listener.onProgress(Phase.SCORING, to, blanks);
    }
  }
}
