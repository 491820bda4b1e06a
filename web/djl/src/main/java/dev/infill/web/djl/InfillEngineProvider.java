package dev.infill.web.djl;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineProvider;

/**
 * Makes the engine {@value #ENGINE} known to DJL, which finds it by {@link
 * java.util.ServiceLoader}.
 *
 * <pre>{@code
 * Criteria<String, SampleResult> criteria =
 *     Criteria.builder()
 *         .setTypes(String.class, SampleResult.class)
 *         .optEngine(InfillEngineProvider.ENGINE)
 *         .optModelPath(Path.of("path/to/bert-large-uncased"))
 *         .optTranslatorFactory(new InfillTranslatorFactory())
 *         .optOption("steps", "30")
 *         .build();
 * try (ZooModel<String, SampleResult> model = criteria.loadModel();
 *     Predictor<String, SampleResult> predictor = model.newPredictor()) {
 *   SampleResult infilling = predictor.predict("the old ___ walked down the ___ .");
 * }
 * }</pre>
 *
 * <p>The path is that of a model as {@code infill fill --model} takes it. Options of {@code
 * Criteria}, or of {@code option.} in {@code serving.properties}, are {@code model} (a name, a path
 * or {@code hf:OWNER/NAME} in place of the path), {@code cache}, {@code device}, {@code precision}
 * and {@code threads}; and {@code preset} and the members of {@code settings} in a request to the
 * service, for texts that come without settings of their own. {@code loadModel()} throws {@link
 * dev.infill.core.InvalidInputException} for an option that is unknown or out of its range, {@link
 * ai.djl.MalformedModelException} for a model that cannot be used, and {@link java.io.IOException}
 * for one that cannot be downloaded or compiled; each with one line that says what would be right.
 */
public final class InfillEngineProvider implements EngineProvider {
  /** The name of the engine. */
  public static final String ENGINE = "Infill";

  private final Engine engine = new InfillEngine();

  @Override
  public String getEngineName() {
    return ENGINE;
  }

  @Override
  public int getEngineRank() {
    return engine.getRank();
  }

  @Override
  public Engine getEngine() {
    return engine;
  }
}
