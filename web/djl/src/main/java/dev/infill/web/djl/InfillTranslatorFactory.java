package dev.infill.web.djl;

import ai.djl.Model;
import ai.djl.modality.Input;
import ai.djl.modality.Output;
import ai.djl.translate.TranslateException;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorFactory;
import ai.djl.util.Pair;
import dev.infill.core.fill.FillResult;
import dev.infill.core.sample.SampleResult;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.SampleRequest;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Translators for models of the engine {@value InfillEngineProvider#ENGINE}:
 *
 * <ul>
 *   <li>from a {@link String}, a text, to a {@link FillResult}, the most probable fillings: with
 *       the settings that the model's options make;
 *   <li>from a {@link FillRequest}, a text and all its settings, to a {@link FillResult};
 *   <li>from a {@link String} or an {@link SampleRequest} to an {@link SampleResult}: what chains
 *       draw;
 *   <li>from an {@link Input} to an {@link Output}, for DJL Serving: JSON as the service takes and
 *       gives it, the model's options being what holds where a request says nothing. With the
 *       member {@code "mode": "sample"} chains draw. A request that cannot be answered gets a
 *       problem (RFC 9457) with its status, 400 or 422.
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
        new Pair<>(String.class, FillResult.class),
        new Pair<>(FillRequest.class, FillResult.class),
        new Pair<>(String.class, SampleResult.class),
        new Pair<>(SampleRequest.class, SampleResult.class),
        new Pair<>(Input.class, Output.class));
  }

  @Override
  public <I, O> Translator<I, O> newInstance(
      Class<I> input, Class<O> output, Model model, Map<String, ?> arguments)
      throws TranslateException {
    if (!isSupported(input, output)) {
      throw new TranslateException(
          "there is no translator from %s to %s: give String or FillRequest and FillResult, String or SampleRequest and SampleResult, or Input and Output"
              .formatted(input.getName(), output.getName()));
    }
    if (!(model instanceof InfillModel filling)) {
      throw new TranslateException(
          "the model %s is not of the engine %s: give it to optEngine, or as engine in serving.properties"
              .formatted(model.getName(), InfillEngineProvider.ENGINE));
    }
    Function<Object, ?> answer = answer(input, output, filling);
    return new FillTranslator<>(output, asked -> output.cast(answer.apply(asked)));
  }

  private static Function<Object, ?> answer(Class<?> input, Class<?> output, InfillModel model) {
    if (input == Input.class) {
      JsonAnswers answers = new JsonAnswers(model);
      return asked -> answers.answer((Input) asked);
    }
    if (output == FillResult.class) {
      return input == String.class
          ? text -> model.fill(new FillRequest((String) text, model.options().fill()))
          : request -> model.fill((FillRequest) request);
    }
    return input == String.class
        ? text -> model.sample(new SampleRequest((String) text, model.options().sample()))
        : request -> model.sample((SampleRequest) request);
  }
}
