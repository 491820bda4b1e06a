package dev.infill.web.batch;

import dev.infill.core.InvalidInputException;
import dev.infill.web.api.NearestNames;
import java.util.List;
import java.util.ServiceLoader;

/** The engines on the class path. */
public final class BatchEngines {
  /** The engine of a module that the application does without. */
  public static final String SPARK = "spark";

  private static final List<String> NAMES = List.of(LocalEngine.NAME, SPARK);

  private BatchEngines() {}

  /**
   * Returns an engine.
   *
   * @param name its name
   * @param options how it is to be run
   * @throws InvalidInputException if there is none of that name, it is not on the class path, or it
   *     has no such options
   */
  public static BatchEngine named(String name, BatchEngine.Options options) {
    if (name.equals(LocalEngine.NAME)) {
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
        NAMES.contains(name)
            ? "the engine spark is not on the class path; start it with ./infill, which builds it when --engine spark is given, or add the module web/spark and Spark 4"
            : new NearestNames(NAMES).unknown("engine", name));
  }
}
