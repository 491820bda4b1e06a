package dev.infill.web.batch;

import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;

/**
 * All that decides the results of a job of many texts: a job of another one cannot go on with them.
 *
 * @param input the texts
 * @param textsPerPart how many texts a part has
 * @param settings how texts are filled that say nothing else. Versions are those of each result,
 *     and a job may go on with other batches, as after it ran out of memory.
 */
public record BatchJobJson(InputJson input, int textsPerPart, SettingsJson settings) {
  /**
   * Which texts.
   *
   * @param sha256 the SHA-256 of the file
   * @param bytes its size
   * @param texts how many texts it has
   */
  public record InputJson(String sha256, long bytes, long texts) {}

  /**
   * Maps a job.
   *
   * @param input the texts
   * @param textsPerPart how many texts a part has
   * @param settings how they are filled, with a seed
   * @param model the model
   * @param versions the versions of the application
   */
  public static BatchJobJson of(
      InputJson input,
      int textsPerPart,
      InfillSettings settings,
      ModelDescription model,
      Versions versions) {
    return new BatchJobJson(
        input,
        textsPerPart,
        SettingsJson.of(settings, model, versions)
            .without("versions", "batch", "concurrentBatches"));
  }
}
