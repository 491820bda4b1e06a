package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.InvalidInputException;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The numbers that requests may give: as the OpenAPI document says, and none that break a run. */
class SettingRangesTest {
  private static final ModelDescription MODEL =
      new ModelDescription("tiny", "a".repeat(64), "cpu", "float32", Map.of());

  /** What has to be given beside a setting so that it has an effect. */
  private static final Map<String, String> BESIDE =
      Map.of(
          "minibatch", "\"sampler\":\"dula\",\"gradient\":\"own-term\",",
          "diversity", "\"select\":\"diverse\",",
          "burnIn", "\"steps\":1000000000,",
          "anneal", "\"temperature\":0.001,");

  private static final JsonNode DOCUMENTED = documented();

  private static JsonNode documented() {
    try (InputStream in =
        SettingRangesTest.class.getResourceAsStream(
            "/dev/infill/web/service/reference/openapi.json")) {
      return new ObjectMapper()
          .readTree(InfillService.OPEN_API.complete(Objects.requireNonNull(in).readAllBytes()))
          .at("/components/schemas/RequestedSampleSettings/properties");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> numbers() {
    List<String> names = new ArrayList<>();
    DOCUMENTED
        .properties()
        .forEach(
            property -> {
              String type = property.getValue().path("type").toString();
              boolean number = type.contains("number") || type.contains("integer");
              if (number && !property.getKey().equals("seed")) {
                names.add(property.getKey());
              }
            });
    return names;
  }

  private static SampleSettings read(String name, String number) {
    String json =
        "{\"text\":\"___\",\"settings\":{%s\"%s\":%s}}"
            .formatted(BESIDE.getOrDefault(name, ""), name, number);
    return SampleRequest.read(json.getBytes(StandardCharsets.UTF_8), MODEL).settings();
  }

  @Test
  void theDocumentedRangesAreThoseOfTheLibrary() {
    assertThat(numbers()).hasSize(19);
    for (String name : numbers()) {
      JsonNode schema = DOCUMENTED.get(name);
      boolean whole = schema.get("type").toString().contains("integer");
      boolean exclusive = schema.has("exclusiveMinimum");
      double least = schema.get(exclusive ? "exclusiveMinimum" : "minimum").doubleValue();
      double most = schema.get("maximum").doubleValue();
      double inside = exclusive ? Math.nextUp(least) : least;
      assertAccepted(name, whole, inside);
      assertAccepted(name, whole, most);
      assertRefused(name, literal(whole, whole ? least - 1 : Math.nextDown(inside)));
      assertRefused(name, literal(whole, whole ? most + 1 : Math.nextUp(most)));
    }
  }

  private static void assertAccepted(String name, boolean whole, double number) {
    assertThatCode(() -> read(name, literal(whole, number)))
        .as("%s of %s", name, number)
        .doesNotThrowAnyException();
  }

  private static String literal(boolean whole, double number) {
    return whole ? Long.toString((long) number) : Double.toString(number);
  }

  private static void assertRefused(String name, String number) {
    assertThatExceptionOfType(InvalidInputException.class)
        .as("%s of %s", name, number)
        .isThrownBy(() -> read(name, number))
        .satisfies(SettingRangesTest::saysWhatIsWrong);
  }

  private static void saysWhatIsWrong(InvalidInputException refusal) {
    assertThat(refusal.getMessage()).hasLineCount(1);
    assertThat(refusal.field()).isNotBlank();
  }

  @Property(seed = "41", tries = 1000)
  void extremesAreReadAsTheyAreOrRefusedInOneLine(
      @ForAll("names") String name, @ForAll("extremes") String number) {
    try {
      SampleSettings settings = read(name, number);
      String written = new JsonLines().line(SettingsJson.of(settings, MODEL, Versions.current()));
      assertThat(SampleRequest.readSettings(written.getBytes(StandardCharsets.UTF_8), MODEL))
          .isEqualTo(settings);
    } catch (InvalidInputException e) {
      saysWhatIsWrong(e);
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(numbers());
  }

  @Provide
  Arbitrary<String> extremes() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "0",
            "-0.0",
            "1",
            "-1",
            "4.9e-324",
            "1e-400",
            "1e-300",
            "1e300",
            "1.7976931348623157e308",
            "1e309",
            "-1e309",
            "2147483647",
            "-2147483648",
            "2147483648",
            "9223372036854775808",
            "1e99",
            "\"NaN\"",
            "\"Infinity\""),
        Arbitraries.doubles().between(-12, 12).map(exponent -> "" + Math.pow(10, exponent)),
        Arbitraries.integers().map(String::valueOf));
  }
}
