package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankSyntax;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text with blanks as a model reads it, and what may stand in them: parsed, tokenized and
 * checked, which takes no pass of the model. Immutable.
 */
final class TextPlaces {
  private static final long BYTES_OF_CHARACTER = 6;
  private static final long BYTES_OF_PIECE = 64;

  /** A piece of a word that is listed, in the list and in what it restricts. */
  private static final long BYTES_OF_WORDS_PIECE = 40;

  private final ModelDescription model;
  private final TextSettings<?> settings;
  private final BlankedText blanked;
  private final TextWindow window;
  private final List<AllowedTokens.OfBlank> allowed;
  private final List<List<Integer>> lengths = new ArrayList<>();
  private final TextOfLengths longest;

  /**
   * Reads a text.
   *
   * @param model what reads it
   * @param text the text
   * @param settings what may stand in its blanks
   * @throws InvalidInputException if it has no blank, too many or too far apart, or a constraint
   *     does not fit it
   */
  TextPlaces(MaskedLanguageModel model, BlankedText text, TextSettings<?> settings) {
    this.model = model.description();
    this.settings = settings;
    BlankedText written = requireBlanks(model.written(text), settings);
    allowed =
        new AllowedTokens(model, settings.vocabulary()).select(written, settings.constraints());
    List<BlankLength> ranges = new ArrayList<>();
    for (int blank = 0; blank < allowed.size(); blank++) {
      List<Integer> its = allowed.get(blank).lengths(written.lengths().get(blank));
      lengths.add(its);
      ranges.add(new BlankLength(its.get(0), its.get(its.size() - 1)));
    }
    blanked = written.withRanges(ranges);
    // Whether the text fits the model does not depend on the lengths.
    window = TextWindow.of(model, blanked);
    longest = textOf(model, ranges.stream().map(BlankLength::most).toList());
  }

  private static BlankedText requireBlanks(BlankedText blanked, TextSettings<?> settings) {
    if (blanked.blanks().isEmpty()) {
      throw new InvalidInputException(
          "text",
          "the text has no blank%s: write [MASK] or ___ for each missing word, as in \"the cat [MASK] on the mat .\""
              .formatted(
                  BlankSyntax.meant(blanked.text()).map(" ('%s' is none)"::formatted).orElse("")));
    }
    if (blanked.mostPieces() > settings.maxBlanks()) {
      throw new InvalidInputException(
          "text",
          "the text has %d %s, more than max-blanks allows, which is %d"
              .formatted(
                  blanked.mostPieces(),
                  blanked.holdsSinglePieces() ? "blanks" : "pieces in its blanks",
                  settings.maxBlanks()));
    }
    return blanked;
  }

  /**
   * Refuses another model than the one that read the text.
   *
   * @throws IllegalArgumentException if it is another one
   */
  void requireSame(MaskedLanguageModel watched) {
    if (!watched.description().equals(model)) {
      throw new IllegalArgumentException(
          "a text that was prepared for %s, not for %s".formatted(model, watched.description()));
    }
  }

  /** Returns the text as it was given, its blanks with the lengths that they may have. */
  BlankedText blanked() {
    return blanked;
  }

  /** Returns the part of it that the model reads. */
  TextWindow window() {
    return window;
  }

  /** Returns by blank how many pieces it may have, ascending. */
  List<List<Integer>> lengths() {
    return lengths;
  }

  /** Returns the text with every blank as long as it may be. */
  TextOfLengths longest() {
    return longest;
  }

  /** Says whether words of several pieces are listed for a blank. */
  boolean holdsListedWords() {
    return allowed.stream()
        .flatMap(blank -> blank.words().stream())
        .anyMatch(word -> word.size() > 1);
  }

  /** Returns how the model reads it. */
  TextReading reading() {
    TokenizedText read = window.tokenized();
    return new TextReading(
        blanked.text(),
        lengths.stream().mapToInt(List::size).reduce(1, (ways, more) -> ways * more),
        read.length(),
        TextReading.unknownPieces(read, longest.vocabulary()),
        window.cut(blanked.text()));
  }

  /** Returns how many bytes of Java's heap it takes, at most, as estimated. */
  long bytes() {
    long sets =
        allowed.stream()
            .flatMap(blank -> Stream.of(blank.first(), blank.later()))
            .distinct()
            .mapToLong(TokenSet::size)
            .sum();
    long words =
        allowed.stream().flatMap(blank -> blank.words().stream()).mapToLong(List::size).sum();
    return Integer.BYTES * sets
        + BYTES_OF_WORDS_PIECE * words
        + BYTES_OF_CHARACTER * (blanked.text().length() + longest.blanked().text().length())
        + BYTES_OF_PIECE * window.tokenized().length();
  }

  /**
   * Returns the text with blanks of known lengths.
   *
   * @param watched the model that read it, or the same as a job watches it
   * @param way a length for each blank
   */
  TextOfLengths text(MaskedLanguageModel watched, List<Integer> way) {
    return way.equals(longest.lengths()) ? longest : textOf(watched, way);
  }

  private TextOfLengths textOf(MaskedLanguageModel watched, List<Integer> lengths) {
    BlankedText places = blanked.withLengths(lengths);
    TokenizedText tokenized = window.tokenize(watched, places);
    List<TokenSet> candidates =
        IntStream.range(0, lengths.size())
            .boxed()
            .flatMap(blank -> allowed.get(blank).places(lengths.get(blank)).stream())
            .toList();
    return new TextOfLengths(
        watched.vocabulary(),
        lengths,
        places,
        tokenized,
        candidates,
        ListedWords.of(
            allowed,
            lengths,
            candidates,
            Repetitions.of(settings, tokenized, candidates, watched.vocabulary())));
  }

  /**
   * Tries to fill the blanks without what may not be repeated.
   *
   * @throws InvalidInputException if nothing was found that may be
   */
  static void requireFilling(TextOfLengths text) {
    if (text.restriction().isPresent()) {
      List<CategoricalDistribution> uniform = new ArrayList<>();
      for (TokenSet tokens : text.candidates()) {
        uniform.add(CategoricalDistribution.ofLogWeights(new double[tokens.size()]));
      }
      text.restriction().get().draw(uniform, new SplittableRandom(0));
    }
  }
}
