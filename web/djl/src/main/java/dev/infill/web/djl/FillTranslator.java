package dev.infill.web.djl;

import ai.djl.ndarray.NDList;
import ai.djl.translate.NoBatchifyTranslator;
import ai.djl.translate.TranslateException;
import ai.djl.translate.TranslatorContext;
import ai.djl.util.passthrough.PassthroughNDArray;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Passes what is asked, and its answer, through DJL's lists of arrays. Texts are of any length, so
 * there is nothing to stack into a batch.
 *
 * @param <I> what is asked
 * @param <O> the answer
 */
final class FillTranslator<I, O> implements NoBatchifyTranslator<I, O> {
  private final Class<O> type;
  private final Function<I, O> answer;

  /**
   * Creates a translator.
   *
   * @param type what the answers are
   * @param answer gives them; called by the predictor, between input and output
   */
  FillTranslator(Class<O> type, Function<I, O> answer) {
    this.type = type;
    this.answer = answer;
  }

  /**
   * Work that is passed to the predictor.
   *
   * @param answer does it
   */
  private record Work(Supplier<?> answer) {}

  @Override
  public NDList processInput(TranslatorContext context, I input) {
    return new NDList(new PassthroughNDArray(new Work(() -> answer.apply(input))));
  }

  /**
   * Does the work that a translator of this class has put into a list.
   *
   * @param list a list of one array
   * @return a list for {@link #processOutput}
   * @throws TranslateException if there is no such work
   */
  static NDList filled(NDList list) throws TranslateException {
    if (list.size() == 1
        && list.get(0) instanceof PassthroughNDArray array
        && array.getObject() instanceof Work work) {
      return new NDList(new PassthroughNDArray(work.answer().get()));
    }
    throw new TranslateException(
        "a model of the engine %s takes texts: give it a translator of %s"
            .formatted(InfillEngineProvider.ENGINE, InfillTranslatorFactory.class.getName()));
  }

  @Override
  public O processOutput(TranslatorContext context, NDList list) {
    return type.cast(((PassthroughNDArray) list.singletonOrThrow()).getObject());
  }
}
