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
 * Fills the blanks of texts with many good and different answers.
 *
 * <pre>{@code
 * SampleResult result = new Infiller(model).sample("the old [MASK] walked down the [MASK] .");
 * }</pre>
 *
 * <p>Every chain draws from a stream of its own, split from the seed; so a seed gives the same
 * candidates whatever the batch, the threads, and the other texts that are filled. Where a model's
 * answer depends on its batch by floating-point rounding, a seed can only promise as much as the
 * model does.
 *
 * <p>Thread-safe; its caller closes the model.
 */
public final class Infiller {
  private final MaskedLanguageModel model;
  private final int textsAtOnce;

  /**
   * Creates an infiller of one text at a time.
   *
   * @param model the model whose energy is sampled
   */
  public Infiller(MaskedLanguageModel model) {
    this(model, 1);
  }

  /**
   * Creates an infiller.
   *
   * @param model the model whose energy is sampled
   * @param textsAtOnce how many texts are filled at the same time, at least 1: the more, the less
   *     memory each has for conditionals that may be met again; changes speed, not results
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
   *     [MASK:1-4]} or {@code ___:1-4} for one of unknown length. Of one that has more pieces than
   *     the model reads, the part around the blanks is read ({@link FillResult#reading()})
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
   * @param settings which, how many, and how long it may take
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks,
   *     blanks too far apart, a constraint that names a blank that is not there, a word of more or
   *     fewer pieces than it may hold, or that leaves a blank nothing to hold, repetitions that
   *     cannot be avoided, or too many ways to choose lengths
   */
  public FillResult fill(String text, FillSettings settings) {
    return fill(prepare(BlankedText.parse(text), settings), FillListener.NONE, new Cancellation());
  }

  /**
   * Checks that the most probable fillings of a text can be looked for, and makes it ready, which
   * takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings which, how many, and how long it may take
   * @throws InvalidInputException as {@link #fill(String, FillSettings)} does
   */
  public PreparedFill prepare(BlankedText text, FillSettings settings) {
    FillSettings seeded = notNull(settings, "settings").withDrawnSeed();
    return new PreparedFill(model, notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Looks for the most probable fillings of a text that was prepared by an infiller of the same
   * model.
   *
   * @param text the text, and how
   * @param listener is told what is known so far
   * @param cancellation stops it before its next model pass; what was found by then is returned.
   *     Interrupting the thread does the same, and its interrupt status stays set. One that is
   *     ended ({@link Cancellation#end}) makes no pass any more
   * @throws IllegalArgumentException if it was prepared for another model
   */
  public FillResult fill(PreparedFill text, FillListener listener, Cancellation cancellation) {
    return new FillJob(model, text, listener, cancellation).run();
  }

  /**
   * Fills a text with the default settings.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code [MASK:2]}
   *     for one of two pieces. Of one that has more pieces than the model reads, the part around
   *     the blanks is read ({@link SampleResult#reading()})
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks, blanks
   *     too far apart, or one of unknown length
   */
  public SampleResult sample(String text) {
    return sample(text, SampleSettings.defaults());
  }

  /**
   * Fills a text.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks,
   *     blanks too far apart, one of unknown length, a constraint that names a blank that is not
   *     there, a word of more or fewer pieces than it may hold, or that leaves a blank nothing to
   *     hold, repetitions that cannot be avoided, a gradient that the energy does not have, a step
   *     size to adapt where there is none or no burn-in to do it in, or words of several pieces
   *     that are allowed in a blank
   */
  public SampleResult sample(String text, SampleSettings settings) {
    return sample(text, settings, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Fills a text, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener is notified of every step, and of every batch of states that is scored: all of
   *     them, for kernels that do not evaluate U, and the candidates. What it throws ends the run,
   *     and is thrown as it is
   * @param cancellation stops the run before its next model pass; the candidates found by then are
   *     returned. Chains that are in a step stay where they were before it, and no more fillings
   *     are scored than candidates are asked for. A run that is cancelled in burn-in returns where
   *     its chains were; one that is cancelled before they have begun, where they were to start.
   *     Interrupting the thread does the same, and its interrupt status stays set. One that is
   *     ended ({@link Cancellation#end}) makes no pass of the model any more: the candidates that
   *     are scored by then are returned, which may be none
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampleResult sample(
      String text, SampleSettings settings, ProgressListener listener, Cancellation cancellation) {
    return sample(text, settings, listener, StepListener.NONE, cancellation);
  }

  /**
   * Fills a text, telling what the chains do while they do it.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener as above
   * @param steps is given where all chains are after every step
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
   * Checks that a text can be filled, and makes it ready, which takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public PreparedSample prepare(BlankedText text, SampleSettings settings) {
    SampleSettings seeded = notNull(settings, "settings").withDrawnSeed();
    return new PreparedSample(model, notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Fills a text that was prepared, by an infiller of the same model, watched or not.
   *
   * @param text the text, and how
   * @param listener as above
   * @param steps as above
   * @param cancellation as above
   * @throws IllegalArgumentException if it was prepared for another model
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
   * @param settings how; what says which candidates are returned has no effect
   * @param rule says when to stop, in place of the settings' number of steps; its passes are those
   *     of {@link SampledChains#modelPasses}
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
