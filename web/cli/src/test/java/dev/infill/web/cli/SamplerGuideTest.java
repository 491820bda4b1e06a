package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.sampler.Sampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
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
  private static final Pattern QUOTED =
      Pattern.compile("docs/research/samplers\\.md}, \"([^\"]+)\"");

  /** A class that is a kernel, or that makes one. */
  private static final Pattern PUBLIC_KERNEL =
      Pattern.compile(
          "(?s)\npublic (?:final class|record) \\w+\\b(?:[^{]*(?:Kernel|MetropolisHastings)\\b|.*"
              + "\n  public static (?:Kernel|MetropolisHastings) )");

  private final String guide;

  /** The classes of kernels and proposals, and their source. */
  private final NavigableMap<String, String> sources = new TreeMap<>();

  SamplerGuideTest() throws IOException {
    // Surefire runs in the folder of the module.
    guide = Files.readString(Path.of("..", "..", "docs", "research", "samplers.md"));
    Path core = Path.of("..", "..", "infill-core", "src", "main", "java", "dev", "infill", "core");
    for (String folder : List.of("kernel", "proposal")) {
      try (Stream<Path> files = Files.walk(core.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
        }
      }
    }
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
  void theClassesItNamesAreThereAndLeadBackToASection() {
    List<String> headings = matches(HEADING, guide).toList();
    List<String> classes =
        guide
            .lines()
            .filter(line -> line.startsWith("Class"))
            .flatMap(line -> matches(CODE, line))
            .distinct()
            .filter(sources::containsKey)
            .toList();

    assertThat(classes).contains("DiscreteLangevin", "PseudoGibbs", "MetropolisGibbs");
    for (String name : classes) {
      String source = sources.getOrDefault(name, "");
      if (source.contains("\npublic ")) {
        assertThat(matches(QUOTED, source.replaceAll("\\s+\\* ", " ")))
            .as(name)
            .isNotEmpty()
            .isSubsetOf(headings);
      }
    }
  }

  @Test
  void everyPublicKernelIsNamed() {
    List<String> kernels =
        sources.keySet().stream()
            .filter(name -> PUBLIC_KERNEL.matcher(sources.getOrDefault(name, "")).find())
            .toList();

    assertThat(kernels).hasSizeGreaterThanOrEqualTo(6);
    assertThat(kernels).allMatch(name -> guide.contains("`" + name + "`"));
  }

  private static Stream<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
  }
}
