package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.SampleRequest.Preset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a service can do: everything that a page needs to draw its controls.
 *
 * @param models the models
 * @param limits what is accepted at most, by name
 * @param defaults the settings that hold where nothing is given
 * @param presets settings of {@code sample} to start from, by name
 * @param settings the table of settings
 */
public record ModelsJson(
    List<ServedModelJson> models,
    Map<String, Integer> limits,
    DefaultsJson defaults,
    Map<String, SettingsJson> presets,
    List<SettingJson> settings) {
  /**
   * Describes a service of one model.
   *
   * @param model the model
   * @param limits what is accepted at most, by name
   * @param versions the versions of the application
   */
  public static ModelsJson of(
      MaskedLanguageModel model, Map<String, Integer> limits, Versions versions) {
    Map<String, SettingsJson> presets = new LinkedHashMap<>();
    for (Preset preset : Preset.values()) {
      presets.put(
          Choices.label(preset), SettingsJson.of(preset.settings(), model.description(), versions));
    }
    return new ModelsJson(
        List.of(ServedModelJson.of(model)),
        limits,
        new DefaultsJson(
            SettingsJson.of(FillSettings.defaults(), model.description(), versions),
            SettingsJson.of(SampleSettings.defaults(), model.description(), versions)),
        presets,
        SettingJson.table());
  }

  /**
   * The settings that hold where nothing is given.
   *
   * @param fill those of {@code fill}
   * @param sample those of {@code sample}
   */
  public record DefaultsJson(SettingsJson fill, SettingsJson sample) {}

  /**
   * A model.
   *
   * @param description which one, and how it runs
   * @param maxPieces the most pieces that a text may have
   * @param vocabularySize how many tokens it knows
   * @param isDefault whether it is the one that is used where none is named
   */
  public record ServedModelJson(
      @JsonUnwrapped ModelDescription description,
      int maxPieces,
      int vocabularySize,
      @JsonProperty("default") boolean isDefault) {
    private static ServedModelJson of(MaskedLanguageModel model) {
      return new ServedModelJson(
          model.description(), model.maxPieces(), model.vocabulary().size(), true);
    }
  }
}
