package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.twoway.TwoWayTarget;
import java.util.Optional;

/**
 * A text with blanks that can be sampled as its settings say: parsed, tokenized and checked, which
 * takes no pass of the model. What is kept is small, whatever the settings. Immutable.
 */
public final class PreparedSample {
  private final TextPlaces places;
  private final SampleSettings settings;
  private final int textsAtOnce;
  private final long heapBytes;

  /**
   * Prepares a text.
   *
   * @param model the model whose energy is sampled
   * @param text the text
   * @param settings how it is sampled, with a seed
   * @param textsAtOnce how many texts are sampled at the same time, at least 1
   * @throws InvalidInputException if the text cannot be sampled so, as {@code Infiller} says
   */
  public PreparedSample(
      MaskedLanguageModel model, BlankedText text, SampleSettings settings, int textsAtOnce) {
    this.settings = settings;
    this.textsAtOnce = textsAtOnce;
    places = new TextPlaces(model, text, settings);
    requireSinglePieces(places);
    TextPlaces.requireFilling(places.longest());
    Task task = task(model);
    task.runner().requireRunnable(task.kernel(Optional.empty()), task.target());
    if (settings.get(Settings.TWO_WAY) && TwoWayTarget.of(task.target().energy()).isEmpty()) {
      throw new InvalidInputException(
          "two-way", "two-way needs a model that reads several masks, which this one does not");
    }
    heapBytes = new HeapEstimate(task, model.vocabulary().size()).bytes();
  }

  /** Chains change pieces one by one, of texts of one length. */
  private static void requireSinglePieces(TextPlaces places) {
    if (places.holdsListedWords()) {
      throw new InvalidInputException(
          Settings.ALLOW.name(), "sample does not move words of several pieces together; use fill");
    }
    if (!places.blanked().hasKnownLengths()) {
      throw new InvalidInputException(
          "text", "sample needs blanks of known lengths: give [MASK:2], or use fill");
    }
  }

  /** Returns the text as it was given, and its blanks. */
  public BlankedText text() {
    return places.blanked();
  }

  /** Returns how it is sampled, with the seed that was drawn if none was given. */
  public SampleSettings settings() {
    return settings;
  }

  /** Returns how the model reads it. */
  public TextReading reading() {
    return places.reading();
  }

  /**
   * Returns it as the model reads it; of a text of more pieces than the model reads, the part
   * around the blanks.
   */
  public TokenizedText tokenized() {
    return places.window().tokenized();
  }

  /**
   * Returns how many bytes of Java's heap it takes to sample it, at most, as estimated: what is
   * kept at the same time, the result included, and not the model.
   */
  public long heapBytes() {
    return heapBytes;
  }

  /** Returns how many bytes of Java's heap it takes itself, at most, as estimated. */
  public long preparedBytes() {
    return places.bytes();
  }

  /**
   * Makes it ready to be sampled.
   *
   * @param watched the model that it was prepared for, or the same as a job watches it
   * @throws IllegalArgumentException if it is another model
   */
  public Task task(MaskedLanguageModel watched) {
    places.requireSame(watched);
    return Task.of(settings, places.longest(), watched, textsAtOnce);
  }
}
