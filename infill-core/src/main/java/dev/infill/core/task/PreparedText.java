package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.sampler.Settings;
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
 * A text with blanks as a model reads it, and the words that may stand in them: parsed, tokenized
 * and checked, without a model pass. Immutable.
 *
 * @param <S> the settings of the way to fill it
 */
public abstract sealed class PreparedText<S extends TextSettings<S>>
    permits PreparedFill, PreparedSample {
  private static final long BYTES_OF_CHARACTER = 6;
  private static final long BYTES_OF_PIECE = 64;

  /** A piece of a listed word, in the list and in the restriction. */
  private static final long BYTES_OF_WORDS_PIECE = 40;

  private final ModelDescription model;
  private final S settings;
  private final BlankedText blanked;
  private final TextWindow window;
  private final List<AllowedTokens.OfBlank> allowed;
  private final List<List<Integer>> lengths = new ArrayList<>();
  private final TextOfLengths longest;

  /**
   * Reads a text.
   *
   * @param model the model that reads it
   * @param text the text
   * @param settings say which words may stand in its blanks
   * @throws InvalidInputException if it has no blank, too many blanks, or blanks too far apart, or
   *     if a constraint does not fit it
   */
  PreparedText(MaskedLanguageModel model, BlankedText text, S settings) {
    this.model = model.description();
    this.settings = settings;
    BlankedText written = requireBlanks(model.written(text), settings);
    allowed =
        new AllowedTokens(model, settings.get(Settings.VOCABULARY))
            .select(written, settings.constraints());
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
    if (blanked.mostPieces() > settings.get(Settings.MAX_BLANKS)) {
      throw new InvalidInputException(
          "text",
          "the text has %d %s, more than max-blanks allows, which is %d"
              .formatted(
                  blanked.mostPieces(),
                  blanked.holdsSinglePieces() ? "blanks" : "pieces in its blanks",
                  settings.get(Settings.MAX_BLANKS)));
    }
    return blanked;
  }

  /**
   * Refuses another model than the one that read the text.
   *
   * @throws IllegalArgumentException if it is another one
   */
  final void requireSame(MaskedLanguageModel watched) {
    if (!watched.description().equals(model)) {
      throw new IllegalArgumentException(
          "a text that was prepared for %s, not for %s".formatted(model, watched.description()));
    }
  }

  /** Returns the text as it was given, its blanks with the lengths that they may have. */
  public final BlankedText text() {
    return blanked;
  }

  /** Returns the settings, with a seed. */
  public final S settings() {
    return settings;
  }

  /**
   * Returns the text as the model reads it, with every blank as long as it may be. If the text is
   * too long, this is the part around its blanks.
   */
  public final TokenizedText tokenized() {
    return window.tokenized();
  }

  /**
   * Returns an upper estimate of the heap that it takes to fill the text, in bytes, with the result
   * and without the model.
   */
  public abstract long heapBytes();

  /** Returns for each blank the numbers of pieces that it may have, ascending. */
  final List<List<Integer>> lengths() {
    return lengths;
  }

  /** Returns the text with every blank as long as it may be. */
  final TextOfLengths longest() {
    return longest;
  }

  /** Says whether words of several pieces are listed for a blank. */
  final boolean holdsListedWords() {
    return allowed.stream()
        .flatMap(blank -> blank.words().stream())
        .anyMatch(word -> word.size() > 1);
  }

  /** Returns how the model reads the text. */
  public final TextReading reading() {
    TokenizedText read = window.tokenized();
    return new TextReading(
        blanked.text(),
        lengths.stream().mapToInt(List::size).reduce(1, (ways, more) -> ways * more),
        read.length(),
        TextReading.unknownPieces(read, longest.vocabulary()),
        window.cut(blanked.text()));
  }

  /** Returns an upper estimate of its own size on the heap, in bytes. */
  public long preparedBytes() {
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
  final TextOfLengths text(MaskedLanguageModel watched, List<Integer> way) {
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
   * Tries to find a filling that the restriction allows.
   *
   * @throws InvalidInputException if none was found
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
