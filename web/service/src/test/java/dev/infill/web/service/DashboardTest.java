package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard for Grafana, which is beside the archives. */
class DashboardTest {
  private static final Path DASHBOARD = Path.of("../dist/src/deploy/grafana.json");
  private static final Pattern FIGURE =
      Pattern.compile("\\b(?:http|infill|process|jvm)_[a-z_]+(?=\\{)");
  private static final Pattern LABEL =
      Pattern.compile("\\b[a-z]+(?==)|(?<=by \\(|, )[a-z]+(?=\\)|, )");

  private static Stream<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group());
  }

  @Test
  void showsFiguresThatTheServiceHas() throws IOException {
    Set<String> shown = new TreeSet<>();
    Set<String> labels = new TreeSet<>();
    for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).get("panels")) {
      for (JsonNode target : panel.get("targets")) {
        matches(FIGURE, target.get("expr").textValue()).forEach(shown::add);
        matches(LABEL, target.get("expr").textValue()).forEach(labels::add);
      }
    }
    String told;
    try (RunningService service = RunningService.of(new FakeModel(), ServiceOptions.defaults())) {
      service.post("/api/v1/infill", "{\"text\":\"the ___ ran\",\"settings\":{\"steps\":2}}");
      told = service.get("/metrics").body();
    }
    assertThat(shown).hasSizeGreaterThan(15);
    assertThat(matches(Pattern.compile("(?m)^[a-z_]+"), told).collect(Collectors.toSet()))
        .containsAll(shown);
    assertThat(labels).contains("route", "status", "area", "le");
    // That of the scrape is Prometheus's own.
    labels.remove("job");
    assertThat(labels).allSatisfy(label -> assertThat(told).containsPattern("[{,]" + label + "="));
  }
}
