package dev.infill.evaluation.run;

import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The model, corpora and versions that results depend on, by name. */
public final class ExperimentContext {
  /** The name of the model. */
  public static final String MODEL = "model";

  /** The SHA-256 of the model's weights. */
  public static final String MODEL_SHA256 = "model-sha256";

  private static final String DEFAULT_PRECISION = "float32";
  private static final String SHA256 = "-sha256";
  private static final String VERSION = "version-";

  private ExperimentContext() {}

  /**
   * Returns the context of an experiment.
   *
   * @param model what is sampled
   * @param corpora where tasks and references come from
   * @throws dev.infill.core.InvalidInputException if a corpus cannot be read
   */
  public static Map<String, String> of(ModelDescription model, List<ReferenceCorpus> corpora) {
    Map<String, String> context = new TreeMap<>();
    context.put(MODEL, model.name());
    context.put(MODEL_SHA256, model.sha256());
    context.put("device", model.device());
    if (!model.precision().equals(DEFAULT_PRECISION)) {
      // Left out otherwise, so that experiments from before there was a choice can go on.
      context.put("precision", model.precision());
    }
    model.versions().forEach((library, version) -> context.put(VERSION + library, version));
    corpora.forEach(corpus -> context.put(sha256(corpus), corpus.sha256()));
    return context;
  }

  /** Returns under which name the SHA-256 of a corpus stands. */
  public static String sha256(ReferenceCorpus corpus) {
    return corpus.name() + SHA256;
  }

  /**
   * Returns the versions of libraries, by their names in order.
   *
   * @param context the context of an experiment
   */
  public static Map<String, String> versions(Map<String, String> context) {
    Map<String, String> versions = new TreeMap<>();
    context.forEach(
        (name, value) -> {
          if (name.startsWith(VERSION)) {
            versions.put(name.substring(VERSION.length()), value);
          }
        });
    return versions;
  }
}
