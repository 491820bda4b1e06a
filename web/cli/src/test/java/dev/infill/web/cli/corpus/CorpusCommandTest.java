package dev.infill.web.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.infill.corpora.fetch.PublicCorpus;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusCommandTest {
  private static final String LINES =
      IntStream.rangeClosed(1, 200)
          .mapToObj(i -> "sentence " + i + " ends .\n")
          .collect(Collectors.joining());

  private final CommandHarness harness = new CommandHarness();
  @TempDir private Path folder;

  @Test
  void statsCountsEachFileAndAllTogether() throws Exception {
    Path wiki = write("wiki.txt", " = T = \n\n The <unk> ran . \n The man . He\n");
    Path tbc = write("tbc.txt", "`` the dog . ''\n");

    Outcome outcome = harness.run("corpus", "stats", wiki.toString(), tbc.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines().map(line -> line.trim().replaceAll(" +", " ")))
        .containsExactly(
            "sentences words distinct mean 5% 50% 95% max reader file",
            "2 8 6 4.0 4 4 4 4 wikitext " + wiki,
            "1 5 4 5.0 5 5 5 5 tbc " + tbc,
            "3 13 8 4.3 4 4 5 5 all 2 files");
  }

  @Test
  void statsAsJsonOfAPackedStandardInput() throws Exception {
    Outcome outcome =
        harness
            .standardInput(gzip("A b . C d ! E\n"))
            .run(
                "corpus",
                "stats",
                "--reader",
                "lines",
                "--split-sentences",
                "--format",
                "json",
                "-");

    JsonNode line = json(outcome.out()).get(0);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "file",
            "reader",
            "sentences",
            "words",
            "distinctWords",
            "distinctWordsExact",
            "wordsPerSentence");
    assertThat(line.get("file").asText()).isEqualTo("standard input");
    assertThat(line.get("reader").asText()).isEqualTo("lines");
    assertThat(line.get("sentences").asInt()).isEqualTo(3);
    assertThat(line.get("words").asInt()).isEqualTo(7);
    assertThat(line.get("distinctWords").asInt()).isEqualTo(7);
    assertThat(line.get("distinctWordsExact").asBoolean()).isTrue();
    assertThat(line.get("wordsPerSentence").toString())
        .isEqualTo(
            "{\"mean\":2.3333333333333335,\"min\":1,\"p05\":1,\"p25\":1,\"median\":3,"
                + "\"p75\":3,\"p95\":3,\"max\":3}");
  }

  @Test
  void statsReadsAnotherFieldOfJsonLines() throws Exception {
    Path file = write("a.jsonl", "{\"words\": [\"a\", \"b\"]}\n");
    assertThat(harness.run("corpus", "stats", "--json-field", "words", file.toString()).out())
        .contains("json-lines");
  }

  @RepeatedTest(20)
  void statsShowsABarOnATerminalAndTakesItAway() throws Exception {
    Path file = write("a.txt", LINES);
    Outcome outcome = harness.onTerminals().run("corpus", "stats", "--color", "never", file + "");
    assertThat(outcome.err()).contains("reading ").endsWith("\r").doesNotContain("\n");
    assertThat(harness.run("corpus", "stats", "-q", file.toString()).err()).isEmpty();
  }

  @Test
  void aBadLineIsToldOfByFileAndLine() throws Exception {
    Path file = write("a.txt", "one .\ntwo \0 .\n");
    Outcome outcome = harness.run("corpus", "stats", file.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: " + file + ":2: is not text: ").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void sampleIsTheSameForTheSameSeed() throws Exception {
    Path file = write("a.txt", LINES);
    String[] command = {"corpus", "sample", "--count", "7", "--seed", "3", file.toString()};

    Outcome outcome = harness.run(command);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines()).hasSize(7).isSubsetOf(LINES.lines().toList());
    assertThat(harness.run(command).out()).isEqualTo(outcome.out());
    command[5] = "4";
    assertThat(harness.run(command).out()).isNotEqualTo(outcome.out());
  }

  @Test
  void sampleTellsOfASeedThatItDrew() throws Exception {
    Path file = write("a.txt", LINES);
    Outcome outcome = harness.run("corpus", "sample", "--count", "7", file.toString());
    assertThat(outcome.err()).matches("infill: drawn with --seed [0-9]+\n");
    String seed = outcome.err().replaceAll("[^0-9]", "");
    assertThat(
            harness.run("corpus", "sample", "--count", "7", "--seed", seed, file.toString()).out())
        .isEqualTo(outcome.out());
  }

  @Test
  void sampleAsJsonCanBeReadBack() throws Exception {
    Path file = write("a.txt", LINES);
    String sample =
        harness
            .run("corpus", "sample", "--count", "2", "--seed", "1", "--format", "json", file + "")
            .out();
    JsonNode line = json(sample).get(0);
    assertThat(line.fieldNames()).toIterable().containsExactly("file", "line", "text", "words");
    assertThat(line.get("text").asText()).isEqualTo("sentence " + line.get("line") + " ends .");

    assertThat(
            harness
                .standardInput(sample)
                .run(
                    "corpus",
                    "sample",
                    "--count",
                    "2",
                    "--seed",
                    "1",
                    "--reader",
                    "json-lines",
                    "--json-field",
                    "words",
                    "-")
                .out())
        .isEqualTo(
            json(sample).stream()
                .map(n -> n.get("text").asText() + "\n")
                .collect(Collectors.joining()));
  }

  @Test
  void sampleOfTooFewSentencesIsRefused() {
    Outcome outcome =
        harness
            .standardInput("a .\nb .\n")
            .run("corpus", "sample", "--count", "3", "--seed", "1", "--reader", "lines", "-");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo("infill: standard input has 2 sentences, fewer than --count 3\n");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void splitWritesAPartition() throws Exception {
    Path file = write("a.txt", LINES);
    Path parts = folder.resolve("parts");
    String[] command = {
      "corpus",
      "split",
      "--parts",
      "train=0.8,test=0.2",
      "--seed",
      "1",
      "--out",
      parts + "",
      file + ""
    };

    Outcome outcome = harness.run(command);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> train = Files.readAllLines(parts.resolve("train.txt"));
    List<String> test = Files.readAllLines(parts.resolve("test.txt"));
    assertThat(outcome.out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "part share sentences words file",
            "train 0.8 %d %d %s"
                .formatted(train.size(), 4 * train.size(), parts.resolve("train.txt")),
            "test 0.2 %d %d %s".formatted(test.size(), 4 * test.size(), parts.resolve("test.txt")));
    List<String> all = new ArrayList<>(train);
    all.addAll(test);
    assertThat(all).containsExactlyInAnyOrderElementsOf(LINES.lines().toList());

    Outcome again = harness.run(command);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("is there already; --force replaces it").hasLineCount(1);

    List<String> forced = new ArrayList<>(List.of(command));
    forced.addAll(List.of("--force", "--format", "json"));
    List<JsonNode> lines = json(harness.run(forced.toArray(String[]::new)).out());
    assertThat(lines.get(1).toString())
        .isEqualTo(
            "{\"part\":\"test\",\"share\":0.2,\"file\":\"%s\",\"sentences\":%d,\"words\":%d}"
                .formatted(parts.resolve("test.txt"), test.size(), 4 * test.size()));
  }

  @Test
  void splitThatIsInterruptedLeavesNothing() throws Exception {
    CommandHarness[] running = new CommandHarness[1];
    InputStream interrupting =
        new ByteArrayInputStream(LINES.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            running[0].interruption().interrupt();
            return super.read(target, offset, Math.min(length, 1));
          }
        };
    running[0] = new CommandHarness().standardInput(interrupting);
    Outcome outcome =
        running[0].run(
            "corpus",
            "split",
            "--parts",
            "a=0.5,b=0.5",
            "--seed",
            "1",
            "--reader",
            "lines",
            "--out",
            folder.resolve("parts").toString(),
            "-");
    assertThat(outcome.exitCode()).isEqualTo(130);
    assertThat(folder.resolve("parts")).isEmptyDirectory();
  }

  @Test
  void fetchListsWhatThereIs() throws Exception {
    CommandHarness real = harness.catalogue(PublicCorpus.catalogue().toArray(PublicCorpus[]::new));
    assertThat(real.run("corpus", "fetch", "--list").out())
        .contains("wikitext-103  ", "https://wikitext.smerity.com/wikitext-103-v1.zip");
    JsonNode line = json(real.run("corpus", "fetch", "--list", "--format", "json").out()).get(0);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly("name", "description", "address", "size", "sha256", "parts");
    assertThat(line.get("size").asLong()).isEqualTo(190_229_076);
  }

  @Test
  void fetchGetsACorpusFromItsAddressOrAFile() throws Exception {
    byte[] archive = zip();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, archive.length);
          exchange.getResponseBody().write(archive);
          exchange.close();
        });
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/tiny.zip");
      harness.catalogue(corpus(address, archive));
      Path out = folder.resolve("tiny.txt");

      Outcome outcome = harness.run("corpus", "fetch", "tiny", "--out", out.toString());

      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .isEqualTo(
              "tiny (train) is in %s, 8 bytes; SHA-256 of the archive as published\n"
                  .formatted(out));
      assertThat(out).hasContent("a text .");
    } finally {
      server.stop(0);
    }

    Path byHand = Files.write(folder.resolve("tiny.zip"), archive);
    Path other = folder.resolve("other.txt");
    Outcome outcome =
        harness.run(
            "corpus",
            "fetch",
            "tiny",
            "--from",
            byHand + "",
            "--out",
            other + "",
            "--format",
            "json");
    assertThat(json(outcome.out()).get(0).get("archiveSha256").asText()).isEqualTo(sha256(archive));
    assertThat(other).hasContent("a text .");
  }

  @Test
  void fetchWithoutANetworkIsOneLineAndExitCode1() throws Exception {
    URI nowhere = URI.create("http://no-such-host.invalid/tiny.zip");
    Outcome outcome =
        harness
            .catalogue(corpus(nowhere, zip()))
            .run("corpus", "fetch", "tiny", "--out", folder.resolve("a").toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "infill: cannot reach no-such-host.invalid (its name is not known): is there a network?"
                + " Else get tiny.zip of http://no-such-host.invalid/tiny.zip elsewhere and give"
                + " that file by --from tiny.zip\n");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stats", "sample", "split", "fetch"})
  void helpFitsTheTerminalAndHasExamples(String command) {
    Outcome outcome = harness.run("corpus", command, "--help");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("Examples:\n  infill corpus " + command);
    // Longer lines of the footer would be wrapped to the margin.
    assertThat(outcome.out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80))
        .noneMatch(line -> line.matches("[a-z0-9]+|stand|are|on|and|tokens"));
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static PublicCorpus corpus(URI address, byte[] archive) throws Exception {
    return new PublicCorpus(
        "tiny", "made up", address, archive.length, sha256(archive), Map.of("train", "train.txt"));
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("train.txt"));
      zip.write("a text .".getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(bytes)) {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static List<JsonNode> json(String lines) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> parsed = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      parsed.add(mapper.readTree(line));
    }
    return parsed;
  }
}
