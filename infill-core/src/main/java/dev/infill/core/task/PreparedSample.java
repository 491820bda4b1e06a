package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Target;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.twoway.TwoWayTarget;
import java.util.Optional;

/** A text for {@code sample}. It is small, whatever the settings. */
public final class PreparedSample extends PreparedText<SampleSettings> {
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
    super(model, text, settings);
    this.textsAtOnce = textsAtOnce;
    requireSinglePieces();
    requireFilling(longest());
    Task task = task(model);
    task.runner().requireRunnable(task.kernel(Optional.empty()), task.target());
    if (settings.get(Settings.TWO_WAY) && TwoWayTarget.of(task.target().energy()).isEmpty()) {
      throw new InvalidInputException(
          "two-way", "two-way needs a model that reads several masks, which this one does not");
    }
    heapBytes = new HeapEstimate(task, model.vocabulary().size()).bytes();
  }

  /** Chains change single pieces of a text of one length. */
  private void requireSinglePieces() {
    if (holdsListedWords()) {
      throw new InvalidInputException(
          Settings.ALLOW.name(), "sample does not move words of several pieces together; use fill");
    }
    if (!text().hasKnownLengths()) {
      throw new InvalidInputException(
          "text", "sample needs blanks of known lengths: give [MASK:2], or use fill");
    }
  }

  @Override
  public long heapBytes() {
    return heapBytes;
  }

  /**
   * Makes it ready to be sampled.
   *
   * @param watched the model that it was prepared for, or the same as a job watches it
   * @throws IllegalArgumentException if it is another model
   */
  public Task task(MaskedLanguageModel watched) {
    requireSame(watched);
    TextOfLengths text = longest();
    Energy energy = watched.energy(text.tokenized(), text.candidates());
    Optional<ContextMemory> memory =
        energy.isSum()
            ? Optional.of(
                new ContextMemory(
                    energy, ContextMemory.defaultCapacity(text.largest(), textsAtOnce)))
            : Optional.empty();
    Optional<FilledTerms> added = FilledTerms.of(settings().terms(), text);
    Target target = Target.of(energy).at(settings().temperature());
    target = memory.map(target::with).orElse(target);
    target = text.restriction().map(target::within).orElse(target);
    target = added.map(target::plus).orElse(target);
    return new Task(settings(), text, target, added, memory);
  }
}
