package dev.infill.web.cli.serve;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.infill.bert.ModelPass;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.Main;
import dev.infill.web.cli.ServedCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class ServeCommandTest {
  /** An address of documents (RFC 5737), which no machine can listen on. */
  private static final String ELSEWHERE = "192.0.2.1";

  private final CommandHarness harness = new CommandHarness();

  @Test
  void saysWhereItListensAndEndsWhenItIsAskedTo() {
    FakeModel model = new FakeModel();
    try (ServedCommand served = ServedCommand.start(harness.model(model), "serve", "--port", "0")) {
      assertThat(served.get("readyz")).contains("\"ready\"");
      assertThat(served.uri().toString()).startsWith("http://localhost:");

      Outcome outcome = served.end();

      assertThat(outcome.exitCode()).isZero();
      assertThat(outcome.out()).isEqualTo("Infill listens on " + served.uri() + "\n");
      assertThat(outcome.err())
          .isEqualTo(
              "infill: ending within 30 s: no more jobs are taken, and those that run end or give"
                  + " what they have found; a second signal ends it at once\n");
      assertThat(model.isClosed()).isTrue();
      assertThat(harness.exits()).isEmpty();
    }
  }

  @Test
  void whoAsksWhetherItIsReadyLearnsThatItEndsAsLongAsTheGraceLasts() throws Exception {
    try (ServedCommand served =
        ServedCommand.start(
            harness.model(new FakeModel()), "serve", "--port", "0", "--grace", "3")) {
      long began = System.nanoTime();
      CompletableFuture<Outcome> ended = served.terminate();

      while (System.nanoTime() - began < 2_000_000_000L) {
        assertThat(served.get("readyz")).contains("not ready");
        assertThat(served.get("healthz")).contains("up");
        Thread.sleep(100);
      }

      Outcome outcome = ended.join();
      assertThat(System.nanoTime() - began).isLessThan(30_000_000_000L);
      assertThat(outcome.exitCode()).isZero();
      assertThat(outcome.err()).startsWith("infill: ending within 3 s: ");
    }
  }

  @Test
  void anOriginIsThatWhichBrowsersSendHoweverItIsWritten() throws Exception {
    try (ServedCommand served =
        ServedCommand.start(
            harness.model(new FakeModel()),
            "serve",
            "--port",
            "0",
            "--cors-origin",
            "https://Example.org:443",
            "--cors-origin",
            "http://example.org:8080")) {
      for (String origin : List.of("https://example.org", "http://example.org:8080")) {
        HttpRequest asked =
            HttpRequest.newBuilder(served.uri().resolve("api/v1/models"))
                .header("Origin", origin)
                .build();
        assertThat(
                HttpClient.newHttpClient()
                    .send(asked, BodyHandlers.discarding())
                    .headers()
                    .firstValue("Access-Control-Allow-Origin"))
            .hasValue(origin);
      }
    }
  }

  @Test
  void aPortThatIsTakenIsAFailureThatIsKnownBeforeAModelIsOpened() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      String port = String.valueOf(taken.getLocalPort());

      Outcome outcome = harness.run("serve", "--port", port);

      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err())
          .startsWith("infill: port " + port + " of localhost cannot be listened on")
          .contains("--port")
          .hasLineCount(1);
      assertThat(harness.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "--host|no such host|there is no host called 'no such host'",
        "--port|65536|port must be from 0 to 65535, not 65536",
        "--port|x|expected a whole number",
        "--max-jobs|0|max-jobs must be from 1",
        "--max-queue|-1|max-queue must be from 0",
        "--grace|-1|grace must be from 0",
        "--host-name|a.example.org:8080|a host name is one such as infill.example.org, without a"
            + " port",
        "--host-name|http://a|without a port; not 'http://a'",
        "--max-chain-blanks|0|max-chain-blanks must be from 1",
        "--cors-origin|*|an origin is a scheme and a host",
        "--cors-origin|https://example.org/|without a path",
        "--token-file|none.txt|there is no file 'none.txt' with a token in it",
        "--token-file|/|'/' is a folder, where a file is to be read",
        "--token-file|/dev/zero|'/dev/zero' is no regular file: no pipe or device is read"
      })
  void whatCannotBeUsedIsOneLineAndExitCode2(String option, String value, String line) {
    Outcome outcome = harness.run("serve", option, value);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: ").contains(line).hasLineCount(1);
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void aTokenMustNotBeGuessed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("token.txt");
    for (String token :
        List.of("", "short", "two words of some length", "correct-horse-battery\nshort")) {
      Files.writeString(file, token);

      Outcome outcome = harness.run("serve", "--token-file", file.toString());

      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("one word of 16 or more ASCII characters");
    }
    Files.writeString(file, "correct-horse-battery\n".repeat(50_000));
    assertThat(harness.run("serve", "--token-file", file.toString()).err())
        .contains(
            "'%s' has 1,100,000 bytes, more than the 1,048,576 that are read".formatted(file));
  }

  @Test
  void whoeverLetsInEverybodySaysSo(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token.txt"), "correct-horse-battery\n");

    Outcome refused = harness.run("serve", "--host", ELSEWHERE);
    Outcome open = harness.run("serve", "--host", ELSEWHERE, "--no-token");
    Outcome closed = harness.run("serve", "--host", ELSEWHERE, "--token-file", file.toString());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("--token-file FILE asks for a token, --no-token lets everybody in")
        .hasLineCount(1);
    // The address is of no machine.
    assertThat(List.of(open, closed))
        .allSatisfy(outcome -> assertThat(outcome.err()).contains("cannot be listened on"))
        .allSatisfy(outcome -> assertThat(outcome.exitCode()).isEqualTo(1));
  }

  @Test
  void passesOfTheModelAreAmongTheFigures() {
    harness.loader(
        options -> {
          options.passListener().onPass(new ModelPass(25, 19, 3, 0.5));
          return new FakeModel();
        });
    try (ServedCommand served = ServedCommand.start(harness, "serve", "--port", "0")) {
      assertThat(served.get("metrics"))
          .contains("infill_model_passes_seconds_count 1")
          .contains("infill_model_batch_sequences_sum 25.0")
          .contains("infill_model_batch_requests_sum 3.0");
    }
  }

  private static Process start(String... options) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs kill");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FakeMain.class.getName(),
                "serve",
                "--port",
                "0"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
  }

  private static void terminate(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("/bin/kill", "-TERM", String.valueOf(process.pid())).start().waitFor();
  }

  @Test
  void aJobThatRunsWhenItsProcessIsTerminatedGivesWhatItHasFound() throws Exception {
    Process process =
        start(
            "--grace",
            "20",
            "--max-chain-steps",
            "2000000000",
            "--max-job-pieces",
            "2000000000",
            "--max-job-memory",
            "16777216");
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String uri = out.readLine().replace("Infill listens on ", "");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(uri + "api/v1/sample"))
              .header("Content-Type", "application/json")
              .header("Accept", "text/event-stream")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"text\":\"the ___\",\"settings\":{\"chains\":1,\"steps\":100000000}}"))
              .build();
      try (Stream<String> lines =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
        Iterator<String> events = lines.iterator();
        await(events, "event: steps");

        terminate(process);

        await(events, "event: result");
        assertThat(events.next()).contains("\"interrupted\":true");
      }
      assertThat(process.waitFor(60, SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void await(Iterator<String> events, String line) {
    while (!events.next().equals(line)) {}
  }

  @Test
  void aRealProcessEndsWhenItIsTerminated() throws Exception {
    Process process = start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String uri = out.readLine().replace("Infill listens on ", "");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(uri + "api/v1/sample"))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"text\":\"the ___\",\"settings\":{\"steps\":3}}"))
              .build();
      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);

      terminate(process);

      assertThat(process.waitFor(60, SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The command line on a fake model. */
  static final class FakeMain {
    private FakeMain() {}

    public static void main(String[] arguments) {
      Main.run(options -> new FakeModel(), arguments);
    }
  }
}
