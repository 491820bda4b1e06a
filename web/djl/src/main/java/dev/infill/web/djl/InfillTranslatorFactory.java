package dev.infill.web.djl;

import ai.djl.Model;
import ai.djl.modality.Input;
import ai.djl.modality.Output;
import ai.djl.translate.TranslateException;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorFactory;
import ai.djl.util.Pair;
import dev.infill.core.infill.Infilling;
import dev.infill.web.api.InfillRequest;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Translators for models of the engine {@value InfillEngineProvider#ENGINE}:
 *
 * <ul>
 *   <li>from a {@link String}, a text, to an {@link Infilling}: with the settings that the model's
 *       options make;
 *   <li>from an {@link InfillRequest}, a text and all its settings, to an {@link Infilling};
 *   <li>from an {@link Input} to an {@link Output}, for DJL Serving: JSON as the service takes and
 *       gives it at {@code POST /api/v1/infill}, the model's options being what holds where a
 *       request says nothing. A request that cannot be answered gets a problem (RFC 9457) with its
 *       status, 400 or 422.
 * </ul>
 *
 * <p>A text or settings that cannot be used are a {@link TranslateException} of one line, whose
 * cause is a {@link dev.infill.core.InvalidInputException}; so is a model that is closed. A thread
 * that is interrupted gets what was found by then. Stateless.
 */
public final class InfillTranslatorFactory implements TranslatorFactory {
  @Override
  public Set<Pair<Type, Type>> getSupportedTypes() {
    return Set.of(
        new Pair<>(String.class, Infilling.class),
        new Pair<>(InfillRequest.class, Infilling.class),
        new Pair<>(Input.class, Output.class));
  }

  @Override
  public <I, O> Translator<I, O> newInstance(
      Class<I> input, Class<O> output, Model model, Map<String, ?> arguments)
      throws TranslateException {
    if (!isSupported(input, output)) {
      throw new TranslateException(
          "there is no translator from %s to %s: give String or InfillRequest and Infilling, or Input and Output"
              .formatted(input.getName(), output.getName()));
    }
    if (!(model instanceof InfillModel filling)) {
      throw new TranslateException(
          "the model %s is not of the engine %s: give it to optEngine, or as engine in serving.properties"
              .formatted(model.getName(), InfillEngineProvider.ENGINE));
    }
    Function<Object, ?> answer = answer(input, filling);
    return new FillTranslator<>(output, asked -> output.cast(answer.apply(asked)));
  }

  private static Function<Object, ?> answer(Class<?> input, InfillModel model) {
    if (input == Input.class) {
      JsonAnswers answers = new JsonAnswers(model);
      return asked -> answers.answer((Input) asked);
    }
    return input == String.class
        ? text -> model.fill(new InfillRequest((String) text, model.defaults()))
        : request -> model.fill((InfillRequest) request);
  }
}
