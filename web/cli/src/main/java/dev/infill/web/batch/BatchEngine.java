package dev.infill.web.batch;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.NearestNames;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongConsumer;

/**
 * Sets workers to the parts of a job. All engines have the parts filled by {@link BatchJob#fill},
 * into the same files.
 */
public interface BatchEngine {
  /** The engine of this process. */
  String LOCAL = "local";

  /** The engine of a module that the application does without. */
  String SPARK = "spark";

  /**
   * How the engine is run.
   *
   * @param master where its workers are, in the engine's own words; empty for its default
   * @param properties the engine's own settings, by name
   */
  record Options(String master, Map<String, String> properties) {
    /** Copies the map. */
    public Options {
      properties = Map.copyOf(properties);
    }
  }

  /**
   * The work of an engine.
   *
   * @param job the job
   * @param parts its parts
   * @param model the model, open in this process
   * @param source opens the same model in another process
   * @param options how the engine is run
   * @param done is notified of texts that have got their results, but not of those that had them
   *     before
   * @param cancellation stops it; what is done stays done
   */
  record Work(
      BatchJob job,
      List<BatchPart> parts,
      MaskedLanguageModel model,
      ModelSource source,
      Options options,
      LongConsumer done,
      Cancellation cancellation) {
    /** Copies the list. */
    public Work {
      parts = List.copyOf(parts);
    }
  }

  /** Returns the name that users choose it by. */
  String name();

  /**
   * Fills what is left of a job.
   *
   * @param work the job, and all that it takes
   * @return whether all parts are complete
   */
  boolean run(Work work);

  /**
   * Returns an engine.
   *
   * @param name its name
   * @param options how it is to be run
   * @throws InvalidInputException if there is none of that name, it is not on the class path, or it
   *     has no such options
   */
  static BatchEngine named(String name, Options options) {
    if (name.equals(LOCAL)) {
      if (!options.master().isEmpty() || !options.properties().isEmpty()) {
        throw new InvalidInputException(
            "engine", "--master and --spark-conf are for --engine spark; local has neither");
      }
      return new LocalEngine();
    }
    for (BatchEngine engine : ServiceLoader.load(BatchEngine.class)) {
      if (engine.name().equals(name)) {
        return engine;
      }
    }
    throw new InvalidInputException(
        "engine",
        name.equals(SPARK)
            ? "the engine spark is not on the class path; start it with ./infill, which builds it"
                + " when --engine spark is given, or add the module web/spark and Spark 4"
            : new NearestNames(List.of(LOCAL, SPARK)).unknown("engine", name));
  }
}
