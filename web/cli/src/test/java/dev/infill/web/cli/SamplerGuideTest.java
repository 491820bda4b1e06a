package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.sampler.Sampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide to the samplers knows all of them, and they know it. */
class SamplerGuideTest {
  private static final Pattern CODE = Pattern.compile("`([A-Z]\\w+)(\\.\\w+)?`");
  private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");
  private static final Pattern QUOTED = Pattern.compile("docs/samplers\\.md}, \"([^\"]+)\"");
  private static final Path KERNELS =
      Path.of("..", "..", "infill-core", "src", "main", "java", "dev", "infill", "core", "kernel");

  private final String guide;

  SamplerGuideTest() throws IOException {
    // Surefire runs in the folder of the module.
    guide = Files.readString(Path.of("..", "..", "docs", "samplers.md"));
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void everySamplerHasARowThatSaysWhetherItIsExact(String sampler) {
    List<String> rows =
        guide.lines().filter(line -> line.startsWith("| [`" + sampler + "`](#")).toList();

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0))
        .endsWith(Sampler.of(sampler).isExact() ? "| exact |" : "| approximate |");
  }

  @Test
  void everyLinkLeadsToASection() {
    List<String> anchors =
        matches(HEADING, guide)
            .map(heading -> heading.toLowerCase(Locale.ROOT))
            .map(heading -> heading.replace(",", "").replace(' ', '-'))
            .toList();

    assertThat(matches(Pattern.compile("]\\(#([^)]+)\\)"), guide)).isNotEmpty().isSubsetOf(anchors);
  }

  @Test
  void theClassesItNamesAreThereAndLeadBackToASection() throws IOException {
    List<String> headings = matches(HEADING, guide).toList();
    List<String> classes =
        guide
            .lines()
            .filter(line -> line.startsWith("Class"))
            .flatMap(line -> matches(CODE, line))
            .distinct()
            .filter(name -> Files.exists(KERNELS.resolve(name + ".java")))
            .toList();

    assertThat(classes)
        .contains("DiscreteLangevin", "PseudoGibbs", "CyclicalKernel", "HammingBall");
    for (String name : classes) {
      String source = Files.readString(KERNELS.resolve(name + ".java"));
      if (source.contains("\npublic ")) {
        assertThat(matches(QUOTED, source.replaceAll("\\s+\\* ", " ")))
            .as(name)
            .isNotEmpty()
            .isSubsetOf(headings);
      }
    }
  }

  @Test
  void everyPublicKernelIsNamed() throws IOException {
    List<String> kernels;
    try (Stream<Path> files = Files.list(KERNELS)) {
      kernels =
          files
              .filter(SamplerGuideTest::isPublicKernel)
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .toList();
    }

    assertThat(kernels).hasSizeGreaterThan(8);
    assertThat(kernels).allMatch(name -> guide.contains("`" + name + "`"));
  }

  private static boolean isPublicKernel(Path file) {
    try {
      String source = Files.readString(file);
      return Arrays.stream(new String[] {"Kernel", "MetropolisKernel", "StepSizeKernel"})
          .anyMatch(
              type ->
                  Pattern.compile("(?s)\npublic final class \\w+\\s+implements [^{]*\\b" + type)
                      .matcher(source)
                      .find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
  }
}
