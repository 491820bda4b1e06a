package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.fill.FillJob;
import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.sample.SampleJob;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.SampledChains;
import dev.infill.core.sample.StepListener;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;

/**
 * Fills the blanks of texts: {@code fill} finds the most probable fillings, {@code sample} draws
 * many different ones.
 *
 * <pre>{@code
 * FillResult result = new Infiller(model).fill("the old [MASK] walked down the [MASK] .");
 * }</pre>
 *
 * <p>A seed gives the same result whatever the batch, the threads, and the other texts that are
 * filled, up to the floating-point rounding of a model whose answers depend on the batch.
 *
 * <p>Thread-safe; its caller closes the model.
 */
public final class Infiller {
  private final MaskedLanguageModel model;
  private final int textsAtOnce;

  /**
   * Creates an infiller of one text at a time.
   *
   * @param model the model
   */
  public Infiller(MaskedLanguageModel model) {
    this(model, 1);
  }

  /**
   * Creates an infiller.
   *
   * @param model the model
   * @param textsAtOnce the number of texts that are filled at the same time, at least 1. They share
   *     the memory for conditionals; changes speed, not results
   * @throws IllegalArgumentException if it is less
   */
  public Infiller(MaskedLanguageModel model, int textsAtOnce) {
    if (textsAtOnce < 1) {
      throw new IllegalArgumentException("at least 1 text at once, not " + textsAtOnce);
    }
    this.model = notNull(model, "model");
    this.textsAtOnce = textsAtOnce;
  }

  /**
   * Looks for the five most probable fillings of a text.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code
   *     [MASK:1-4]} or {@code ___:1-4} for a blank of one to four pieces. If the text is too long,
   *     the model reads the part around the blanks ({@link FillResult#reading()})
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks, or
   *     blanks too far apart
   */
  public FillResult fill(String text) {
    return fill(text, FillSettings.defaults());
  }

  /**
   * Looks for the most probable fillings of a text.
   *
   * @param text a text with blanks
   * @param settings which fillings, how many, and the most passes
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks,
   *     blanks too far apart, a constraint that names no blank, names a word that does not fit its
   *     blank, or leaves a blank no word, repetitions that cannot be avoided, or too many ways to
   *     choose lengths
   */
  public FillResult fill(String text, FillSettings settings) {
    return fill(prepare(BlankedText.parse(text), settings), FillListener.NONE, new Cancellation());
  }

  /**
   * Checks a text and makes it ready for {@code fill}, without a model pass.
   *
   * @param text a text with blanks
   * @param settings as above
   * @throws InvalidInputException as {@link #fill(String, FillSettings)} does
   */
  public PreparedFill prepare(BlankedText text, FillSettings settings) {
    FillSettings seeded = notNull(settings, "settings").withDrawnSeed();
    return new PreparedFill(model, notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Looks for the most probable fillings of a prepared text.
   *
   * @param text the text, prepared for the same model
   * @param listener is told the list while it is looked for
   * @param cancellation stops the search before its next model pass; the fillings that were found
   *     are returned. An interrupt of the thread does the same, and its status stays set. A search
   *     that is ended ({@link Cancellation#end}) makes no pass any more
   * @throws IllegalArgumentException if the text was prepared for another model
   */
  public FillResult fill(PreparedFill text, FillListener listener, Cancellation cancellation) {
    return new FillJob(model, text, listener, cancellation).run();
  }

  /**
   * Samples a text with the default settings.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code [MASK:2]}
   *     for a blank of two pieces. If the text is too long, the model reads the part around the
   *     blanks ({@link SampleResult#reading()})
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks, blanks
   *     too far apart, or one of unknown length
   */
  public SampleResult sample(String text) {
    return sample(text, SampleSettings.defaults());
  }

  /**
   * Samples a text.
   *
   * @param text a text with blanks
   * @param settings the sampler and its settings
   * @throws InvalidInputException if the text cannot be sampled so: as {@link #fill(String,
   *     FillSettings)} says, and for a blank of unknown length, words of several pieces that are
   *     allowed in a blank, a gradient that the energy does not have, or a step size to adapt
   *     without a step size or burn-in
   */
  public SampleResult sample(String text, SampleSettings settings) {
    return sample(text, settings, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Samples a text and reports progress.
   *
   * @param text a text with blanks
   * @param settings as above
   * @param listener is notified of every step, and of every batch of states that is scored. An
   *     exception that it throws ends the run, and is thrown
   * @param cancellation stops the run before its next model pass; the candidates that were found
   *     are returned. A chain in a step stays where it was before the step, and no more fillings
   *     are scored than candidates are asked for. A run that is cancelled in burn-in returns the
   *     states of its chains, one that has not begun their starts. An interrupt of the thread does
   *     the same, and its status stays set. A run that is ended ({@link Cancellation#end}) makes no
   *     pass any more: it returns the candidates that are scored, or none
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampleResult sample(
      String text, SampleSettings settings, ProgressListener listener, Cancellation cancellation) {
    return sample(text, settings, listener, StepListener.NONE, cancellation);
  }

  /**
   * Samples a text and tells every step of its chains.
   *
   * @param text a text with blanks
   * @param settings as above
   * @param listener as above
   * @param steps is notified of every step of all chains
   * @param cancellation as above
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampleResult sample(
      String text,
      SampleSettings settings,
      ProgressListener listener,
      StepListener steps,
      Cancellation cancellation) {
    return sample(prepare(BlankedText.parse(text), settings), listener, steps, cancellation);
  }

  /**
   * Checks a text and makes it ready for {@code sample}, without a model pass.
   *
   * @param text a text with blanks
   * @param settings as above
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public PreparedSample prepare(BlankedText text, SampleSettings settings) {
    SampleSettings seeded = notNull(settings, "settings").withDrawnSeed();
    return new PreparedSample(model, notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Samples a prepared text.
   *
   * @param text the text, prepared for the same model
   * @param listener as above
   * @param steps as above
   * @param cancellation as above
   * @throws IllegalArgumentException if the text was prepared for another model
   */
  public SampleResult sample(
      PreparedSample text,
      ProgressListener listener,
      StepListener steps,
      Cancellation cancellation) {
    return new SampleJob(model, text, cancellation).run(listener, steps);
  }

  /**
   * Runs the chains of a text and keeps every step.
   *
   * @param text a text with blanks
   * @param settings as above; those of the list have no effect
   * @param rule ends the run, in place of the settings' number of steps; its passes are those of
   *     {@link SampledChains#modelPasses}
   * @param listener is notified of every step
   * @param cancellation stops the run before its next model pass; the steps that were made are
   *     returned
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampledChains chains(
      String text,
      SampleSettings settings,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    PreparedSample prepared = prepare(BlankedText.parse(text), settings);
    return new SampleJob(model, prepared, cancellation).chains(rule, listener);
  }

  private static <T> T notNull(T argument, String name) {
    if (argument == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return argument;
  }
}
