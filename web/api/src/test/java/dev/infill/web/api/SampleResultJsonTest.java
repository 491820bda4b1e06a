package dev.infill.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.RunEnd;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.fill.Marginal;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sample.SampleDiagnostics.Moves;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.SampleVerdict;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleResultJsonTest {
  @Test
  void whatIsUndefinedOrNotFiniteIsNull() {
    SampleResult infilling =
        new SampleResult(
            new TextReading("___", 1, 512, 0, Optional.of(new CharSpan(3, 700))),
            SampleSettings.defaults(),
            new ModelDescription("m", "0".repeat(64), "cpu", "float32", Map.of()),
            List.of(
                new Candidate(
                    "a",
                    List.of(new Fill(1, "a", Double.NEGATIVE_INFINITY, 0, 1)),
                    Double.NEGATIVE_INFINITY,
                    OptionalDouble.empty(),
                    List.of(),
                    new Probability(
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(1)),
                    3,
                    1)),
            List.of(
                new Marginal(
                    1,
                    Stream.of(0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125)
                        .map(
                            p ->
                                new Marginal.Word(
                                    "a",
                                    new Probability(
                                        OptionalDouble.of(p),
                                        OptionalDouble.empty(),
                                        OptionalDouble.empty())))
                        .toList())),
            new SampleVerdict(Reliability.BOUNDS_ONLY, "Bounds only.", OptionalDouble.empty()),
            new SampleDiagnostics(
                new Moves(Double.NaN, 0, 0, OptionalDouble.empty(), 5, 4, RunEnd.STEPS),
                1,
                OptionalDouble.empty(),
                Optional.empty(),
                new Convergence(
                    OptionalDouble.of(0.5),
                    OptionalDouble.of(8),
                    OptionalDouble.of(1.25),
                    OptionalDouble.of(Double.POSITIVE_INFINITY),
                    2),
                3,
                2,
                0.5),
            false);

    String line = new JsonLines().line(SampleResultJson.of(infilling, Versions.current()));

    assertThat(line)
        .contains("{\"blank\":1,\"token\":\"a\",\"logProbability\":null,\"start\":0,\"end\":1}")
        .contains(
            "\"energy\":null,\"probability\":null,\"probabilityStandardError\":null,"
                + "\"probabilityBound\":1.0,\"visits\":3,\"chains\":1}")
        .contains(
            "\"verdict\":{\"reliability\":\"bounds-only\",\"text\":\"Bounds only.\","
                + "\"unseen\":null}")
        .contains(
            "{\"blank\":1,\"words\":[{\"text\":\"a\",\"probability\":0.5,\"standardError\":null}")
        // Five of six words, as many as candidates are asked for.
        .contains("\"probability\":0.03125,\"standardError\":null}],\"rest\":0.03125}]")
        .contains("\"acceptanceRate\":null", "\"effectiveSampleSize\":null", "\"alpha\":null")
        .contains("\"meanEnergy\":null")
        .contains("\"end\":\"steps\",")
        .endsWith(",\"window\":{\"start\":3,\"end\":700}}")
        .contains("\"effectiveSampleSizeOfHammingDistance\":0.5,\"modelPasses\":3")
        .contains(
            "\"convergence\":{\"energy\":null,\"hammingDistance\":{\"effectiveSampleSize\":0.5,"
                + "\"effectiveSampleSizePerStep\":0.125,\"effectiveSampleSizePerSecond\":1.0,"
                + "\"effectiveSampleSizePerModelPass\":"
                + 0.5 / 3
                + ",\"autocorrelationTime\":8.0,"
                + "\"rHat\":null,\"bulkRHat\":1.25,\"foldedRHat\":null,\"constantChains\":2}}")
        .doesNotContain("NaN", "Infinity", "\n");
  }
}
