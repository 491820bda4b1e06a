package dev.infill.web.djl;

import ai.djl.Device;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDList;
import ai.djl.translate.TranslateException;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import dev.infill.core.InvalidInputException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Fills what its translator takes for a text. */
final class InfillPredictor<I, O> extends Predictor<I, O> {
  private final AtomicInteger siblings;
  private final AtomicBoolean open = new AtomicBoolean(true);

  /**
   * Creates a predictor.
   *
   * @param model the model
   * @param translator one of {@link InfillTranslatorFactory}, or one around it
   * @param device where DJL believes it to run
   */
  InfillPredictor(InfillModel model, Translator<I, O> translator, Device device) {
    super(model, translator, device, false);
    this.siblings = model.predictors();
    siblings.incrementAndGet();
  }

  @Override
  protected NDList predictInternal(TranslatorContext context, NDList list)
      throws TranslateException {
    try {
      return FillTranslator.filled(list);
    } catch (InvalidInputException | IllegalStateException e) {
      // As a checked exception, which is what callers expect, with the message as it is.
      throw new TranslateException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (open.getAndSet(false)) {
      siblings.decrementAndGet();
    }
    super.close();
  }
}
