package dev.infill.web.batch;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Sets workers to the parts of a job. All engines have the parts filled by {@link BatchJob#fill},
 * into the same files.
 */
public interface BatchEngine {
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

  /** Returns the name that users choose it by. */
  String name();

  /**
   * Fills what is left of a job.
   *
   * @param job the job
   * @param parts its parts
   * @param model the model, open in this process
   * @param source opens the same model in another one
   * @param options how the engine is run
   * @param done is notified of texts that have got their results, those left out that had them
   *     before
   * @param cancellation stops it; what is done stays done
   * @return whether all parts are complete
   */
  boolean run(
      BatchJob job,
      List<BatchPart> parts,
      MaskedLanguageModel model,
      ModelSource source,
      Options options,
      LongConsumer done,
      Cancellation cancellation);
}
