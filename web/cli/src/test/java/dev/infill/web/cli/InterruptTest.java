package dev.infill.web.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.Interruption;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InterruptTest {
  private static final String TEXT = "the ___ ran ___";

  private final CommandHarness harness = new CommandHarness();
  private final AtomicInteger evaluations = new AtomicInteger();

  @Test
  void whileSamplingPrintsWhatThereIs() throws Exception {
    harness.model(new FakeModel(this::interruptAtTheTenthEvaluation));

    Outcome outcome =
        harness.run(
            "sample",
            TEXT,
            "--steps",
            "100000",
            "--burn-in",
            "2",
            "--format",
            "json",
            "--seed",
            "1");

    assertThat(outcome.exitCode()).isEqualTo(130);
    assertThat(harness.exits()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    assertThat(json.get("diagnostics").get("interrupted").asBoolean()).isTrue();
    assertThat(json.get("candidates")).isNotEmpty();
    assertThat(json.get("diagnostics").get("keptSteps").asInt()).isBetween(1, 20);
  }

  @Test
  void whileFillingsAreLookedForPrintsThoseThatWereFound() throws Exception {
    harness.model(
        FakeModel.readingMasks(
            () -> {
              if (evaluations.incrementAndGet() == 3) {
                harness.interruption().interrupt();
              }
            }));

    Outcome outcome = harness.run("fill", TEXT, "--format", "json", "--seed", "1");

    assertThat(outcome.exitCode()).isEqualTo(130);
    assertThat(harness.exits()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    assertThat(json.get("interrupted").asBoolean()).isTrue();
    assertThat(json.get("candidates")).isNotEmpty();
  }

  @Test
  void saysSoInTheTextAndLeavesFurtherTextsAlone() {
    harness.model(new FakeModel(this::interruptAtTheTenthEvaluation));

    Outcome outcome =
        harness
            .standardInput(TEXT + "\n" + TEXT + "\n")
            .run("sample", "--input", "-", "--steps", "100000", "--burn-in", "2");

    assertThat(outcome.exitCode()).isEqualTo(130);
    assertThat(outcome.out())
        .contains("Interrupted: these are the best fillings found until then.")
        .containsOnlyOnce("== standard input:");
  }

  private void interruptAtTheTenthEvaluation() {
    if (evaluations.incrementAndGet() == 10) {
      harness.interruption().interrupt();
    }
  }

  @Test
  void whileAModelIsOpenedEndsTheProcess() {
    harness.loader(
        options -> {
          harness.interruption().interrupt();
          return new FakeModel();
        });

    harness.run("fill", TEXT);

    assertThat(harness.exits()).containsExactly(130);
  }

  @Test
  void theSecondOneEndsTheProcess() {
    Interruption interruption = harness.interruption();
    interruption.beginSampling();

    interruption.interrupt();
    assertThat(harness.exits()).isEmpty();
    interruption.interrupt();

    assertThat(harness.exits()).containsExactly(130);
  }

  @Test
  @Timeout(600)
  void aRealSignalToARealProcessDoesTheSame() throws Exception {
    Process process =
        signalled("INT", FakeMain.class, "sample", TEXT, "--steps", "100000000", "--burn-in", "0");

    assertThat(output(process))
        .contains("Interrupted: these are the best fillings found until then.");
    assertThat(process.exitValue()).isEqualTo(130);
  }

  @Test
  @Timeout(600)
  void anEndInTheMiddleOfAModelPassRunsNoHookThatTakesTheModelAway() throws Exception {
    for (String[] arguments :
        new String[][] {{"score", TEXT, "--fills", "old,man"}, {"bench", "--text", TEXT}}) {
      Process process = signalled("INT", HookedMain.class, arguments);

      assertThat(output(process)).isEmpty();
      assertThat(process.exitValue()).isEqualTo(130);
    }
  }

  @Test
  @Timeout(600)
  void norDoesAnEndThatIsAskedFor() throws Exception {
    Process process = signalled("TERM", HookedMain.class, "fill", TEXT);

    assertThat(output(process)).isEmpty();
    assertThat(process.exitValue()).isEqualTo(143);
  }

  /** Starts a process, and sends it a signal when the fake model says that it is at work. */
  private static Process signalled(String signal, Class<?> main, String... arguments)
      throws Exception {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.isReadable(status), "needs /proc to see which signals are ignored");
    assumeFalse(
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0),
        "this process and its children ignore SIGINT");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    assertThat(process.getErrorStream().read()).isEqualTo('!');
    new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    return process;
  }

  private static String output(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, SECONDS)).isTrue();
    return out;
  }

  /** The command line on a fake model that reports its twentieth evaluation. */
  static final class FakeMain {
    private FakeMain() {}

    public static void main(String[] arguments) {
      AtomicInteger evaluations = new AtomicInteger();
      Main.run(
          options ->
              new FakeModel(
                  () -> {
                    if (evaluations.incrementAndGet() == 20) {
                      System.err.print('!');
                    }
                  }),
          arguments);
    }
  }

  /** The command line on a fake model whose first pass never ends, and a hook that would show. */
  static final class HookedMain {
    private HookedMain() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook ran")));
      Main.run(
          options ->
              FakeModel.readingMasks(
                  () -> {
                    System.err.print('!');
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  }),
          arguments);
    }
  }
}
