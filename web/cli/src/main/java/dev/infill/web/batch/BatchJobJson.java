package dev.infill.web.batch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.Mode;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;

/**
 * All that decides the results of a job of many texts: a job of another one cannot go on with them.
 *
 * @param mode in which way texts are filled
 * @param input the texts
 * @param textsPerPart how many texts a part has
 * @param settings how texts are filled that say nothing else. Versions are those of each result,
 *     and a job may go on with other batches, as after it ran out of memory.
 */
public record BatchJobJson(
    Mode mode,
    @JsonIgnoreProperties({"file", "parts"}) BatchInput input,
    int textsPerPart,
    SettingsJson settings) {
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
      BatchInput input,
      int textsPerPart,
      TextSettings<?> settings,
      ModelDescription model,
      Versions versions) {
    return new BatchJobJson(
        Mode.of(settings),
        input,
        textsPerPart,
        SettingsJson.of(settings, model, versions)
            .without("versions", "batch", "concurrentBatches"));
  }
}
