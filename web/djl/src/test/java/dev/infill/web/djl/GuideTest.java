package dev.infill.web.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/java.md shows of the Deep Java Library is what there is. */
class GuideTest {
  private final String guide;

  GuideTest() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "java.md"));
    guide = page.substring(page.indexOf("\n## Deep Java Library"));
  }

  private List<String> blocks(String language) {
    return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
        .matcher(guide)
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  @Test
  void itsJavaIsThatOfTheExamples() throws IOException {
    List<String> examples =
        Files.readString(Path.of("src/test/java/dev/infill/web/djl/GuideExamples.java"))
            .lines()
            .map(String::strip)
            .toList();
    assertThat(blocks("java")).hasSize(3);
    for (String block : blocks("java")) {
      assertThat(examples).containsSequence(block.lines().map(String::strip).toList());
    }
  }

  @Test
  void itsOptionsAreKnown() throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(blocks("text").get(0)));
    assertThat(properties.getProperty("engine")).isEqualTo(InfillEngineProvider.ENGINE);
    assertThat(properties.getProperty("translatorFactory"))
        .isEqualTo(InfillTranslatorFactory.class.getName());
    assertThat(
            LoadOptions.of(
                    Map.of("top", properties.getProperty("option.top")),
                    Path.of("model"),
                    Device.cpu())
                .fill()
                .top())
        .isEqualTo(10);
  }
}
