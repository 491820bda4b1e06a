package dev.infill.web.service;

import dev.infill.bert.hardening.Fuzzer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a client sends is answered, or refused as its fault. */
class ServiceFuzzTest {
  private static final Path CORPUS = Path.of("src/test/resources/dev/infill/web/service/fuzz");
  private static final Path BODIES = CORPUS.resolve("bodies");
  private static final Path REQUESTS = CORPUS.resolve("requests");

  @AfterAll
  static void close() {
    FuzzedService.close();
  }

  @Test
  void whatTheFuzzerStartsFromIsAnsweredOrRefused() throws Exception {
    for (Path body : files(BODIES)) {
      FuzzedService.body(Files.readAllBytes(body));
    }
    for (Path request : files(REQUESTS)) {
      FuzzedService.request(Files.readAllBytes(request));
    }
  }

  private static List<Path> files(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static void fuzz(String input, Path seeds) throws Exception {
    Map<String, String> properties =
        Map.of(
            FuzzedService.INPUT,
            input,
            // The target's own connections to its service would be findings.
            "jazzer.disabled_hooks",
            "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery");
    Fuzzer.run(input, FuzzedService.class, properties, seeds);
  }

  @Test
  @Tag("exhaustive")
  @Tag("gate")
  void body() throws Exception {
    fuzz("body", BODIES);
  }

  @Test
  @Tag("exhaustive")
  void request() throws Exception {
    fuzz("request", REQUESTS);
  }
}
