package dev.infill.web.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Fill;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infilling;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.Versions;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class InfillingJsonTest {
  @Test
  void whatIsUndefinedOrNotFiniteIsNull() {
    Infilling infilling =
        new Infilling(
            "___",
            InfillSettings.defaults(),
            new ModelDescription("m", "0".repeat(64), "cpu", "float32", Map.of()),
            true,
            List.of(
                new Candidate(
                    "a",
                    List.of(new Fill("a", Double.NEGATIVE_INFINITY, 0, 1)),
                    Double.NEGATIVE_INFINITY,
                    1,
                    OptionalDouble.empty(),
                    1)),
            new Diagnostics(
                Double.NaN,
                0,
                0,
                1,
                OptionalDouble.of(Double.NaN),
                OptionalDouble.empty(),
                3,
                2,
                7,
                0.5,
                OptionalDouble.empty(),
                0),
            false);

    String line = new JsonLines().line(InfillingJson.of(infilling, Versions.current()));

    assertThat(line)
        .contains("{\"token\":\"a\",\"logProbability\":null,\"start\":0,\"end\":1}")
        .contains("\"energy\":null,\"share\":1.0,\"shareStandardError\":null,\"chains\":1}")
        .contains("\"acceptanceRate\":null", "\"effectiveSampleSize\":null", "\"alpha\":null")
        .contains("\"effectiveSampleSizeOfHammingDistance\":null")
        .doesNotContain("NaN", "Infinity", "\n");
  }
}
