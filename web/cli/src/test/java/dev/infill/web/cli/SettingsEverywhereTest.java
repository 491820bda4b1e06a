package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.InfillRequest;
import dev.infill.web.api.SettingJson;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.SettingsSchema;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.option.SamplerSpecs;
import dev.infill.web.cli.option.SamplingOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Whatever shows settings shows those of the table, all of them. */
class SettingsEverywhereTest {
  private static final ModelDescription MODEL =
      new ModelDescription("tiny", "a".repeat(64), "cpu", "float32", Map.of());

  private static List<String> with(List<String> names, String... more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(List.of(more));
    return all;
  }

  private static List<String> jsonNames() {
    return Settings.ALL.stream().map(Setting::jsonName).toList();
  }

  @Test
  void everyOneButThatOfABatchInAProgramIsAnOptionWithItsSentence() {
    List<OptionSpec> options =
        new SamplingOptions()
            .groups().values().stream().map(CommandSpec::options).flatMap(List::stream).toList();

    for (Setting<?> setting : Settings.ALL) {
      List<OptionSpec> own =
          options.stream()
              .filter(option -> option.longestName().equals("--" + setting.name()))
              .toList();
      assertThat(own)
          .as(setting.name())
          .hasSize(setting.equals(Settings.CONCURRENT_BATCHES) ? 0 : 1)
          .allSatisfy(
              option ->
                  assertThat(String.join(" ", option.description()))
                      .contains(setting.sentence())
                      .contains("Default: "));
    }
    // One has no option, and the preset is no setting.
    assertThat(options).hasSize(Settings.ALL.size());
  }

  @Test
  void everyOneIsAMemberOfRequestsAndAnswers() {
    assertThat(InfillRequest.CHOICES).isEqualTo(jsonNames());
    assertThat(
            SettingsJson.of(InfillSettings.defaults(), MODEL, Versions.current())
                .members()
                .keySet())
        .containsExactlyElementsOf(with(jsonNames(), "model", "versions"));
    assertThat(SettingJson.table()).extracting(SettingJson::name).isEqualTo(jsonNames());
  }

  @Test
  void everyOneIsInTheOpenApiDocument() throws IOException {
    try (InputStream in =
        SettingsJson.class.getResourceAsStream("/dev/infill/web/service/reference/openapi.json")) {
      JsonNode schemas =
          new ObjectMapper()
              .readTree(SettingsSchema.complete(Objects.requireNonNull(in).readAllBytes()))
              .at("/components/schemas");
      for (String schema : List.of("RequestedSettings", "Settings")) {
        JsonNode properties = schemas.at("/" + schema + "/properties");
        List<String> names = new ArrayList<>();
        properties.fieldNames().forEachRemaining(names::add);
        assertThat(names).isEqualTo(with(jsonNames(), "model", "versions"));
        for (Setting<?> setting : Settings.ALL) {
          assertThat(properties.at("/" + setting.jsonName() + "/description").asText())
              .isEqualTo(setting.sentence());
        }
      }
      assertThat(schemas.at("/Settings/required")).hasSize(Settings.ALL.size() + 2);
    }
  }

  @Test
  void everyParameterMayFollowASamplerOfAnExperiment() {
    for (Setting<?> setting : Settings.ALL) {
      if (!setting.samplers().isEmpty() && !setting.equals(Settings.ADAPT)) {
        assertThat(SamplerSpecs.SYNTAX).contains("+" + setting.name() + "=" + setting.symbol());
      }
    }
  }
}
