package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.NetworkSizes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JsonRecordsTest {
  private static final LayerForm ROTATED =
      new LayerForm(
          true,
          true,
          List.of(
              new LayerForm.Rotation(160_000, LayerForm.Rotation.EVERYWHERE),
              new LayerForm.Rotation(1e4, 64)),
          false,
          OptionalInt.of(32),
          true,
          false);

  private static Manifest manifest(NetworkSizes sizes) {
    return new Manifest(
        "\"a\\b\u2028\u00e9",
        "ModernBERT",
        "ab",
        false,
        sizes,
        new WeightsFile(
            "weights.bin", Map.of("x/y", new WeightsFile.Entry(List.of(2L, 3L), 1L << 40, 24))),
        Map.of("weights.bin", new StoredFile(5_000_000_000L, "01234567")));
  }

  static Stream<Manifest> manifests() {
    Architecture headless =
        new Architecture(
            128, false, 0, 2, Activation.SILU, Optional.empty(), false, List.of(0, 0), ROTATED);
    return Stream.of(
        manifest(new BertConfiguration(20, 128, 2, 2, 192, 16, 1e-12)),
        manifest(new BertConfiguration(20, 128, 2, 2, 192, 16, 1e-5, headless)),
        manifest(new ExportSizes(30_522, 768, 512)));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void aManifestIsReadAsItWasWritten(Manifest manifest) throws IOException {
    byte[] json = JsonRecords.write(manifest);
    assertThat(JsonRecords.read(json, Manifest.class)).isEqualTo(manifest);
    assertThat(JsonRecords.write(JsonRecords.read(json, Manifest.class))).isEqualTo(json);
  }

  @Test
  void aManifestThatIsCutIsRefused() throws IOException {
    String json =
        new String(JsonRecords.write(manifest(new ExportSizes(9, 8, 7))), StandardCharsets.UTF_8);
    for (int end = 0; end < json.length(); end++) {
      byte[] cut = json.substring(0, end).getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> JsonRecords.read(cut, Manifest.class))
          .isInstanceOf(JsonProcessingException.class);
    }
  }

  @Test
  void aNameThatStandsTwiceIsRefused() {
    byte[] json = "{\"size\": 1, \"crc32c\": \"x\", \"size\": 2}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> JsonRecords.read(json, StoredFile.class))
        .isInstanceOf(JsonProcessingException.class);
  }
}
