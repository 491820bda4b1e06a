package dev.infill.bert.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs Jazzer, which looks for bytes that reach new code, in a process of its own. {@code
 * -Dinfill.fuzz.seconds=…} says for how long; ten minutes otherwise. What it found out is kept
 * among the results of the build, so that a later run goes on from there.
 */
public final class Fuzzer {
  /** Names the property that holds the folder of what to start from, for targets that write it. */
  public static final String CORPUS = "infill.fuzz.corpus";

  private static final int SECONDS = Integer.getInteger("infill.fuzz.seconds", 600);
  private static final Path RESULTS = Path.of("target", "fuzz").toAbsolutePath();

  private Fuzzer() {}

  /**
   * Runs it, and fails if it finds anything.
   *
   * @param name what is fuzzed; the folder of its results is called so
   * @param target the class whose {@code fuzzerTestOneInput} takes the bytes
   * @param properties system properties of the process
   * @param seeds folders of files to start from, beside what the target writes
   */
  public static void run(
      String name, Class<?> target, Map<String, String> properties, Path... seeds)
      throws IOException, InterruptedException {
    Path results = RESULTS.resolve(name);
    Path corpus = Files.createDirectories(results.resolve("corpus"));
    Path temporary = Files.createDirectories(results.resolve("temporary"));
    Path log = results.resolve("log.txt");
    List<String> options =
        new ArrayList<>(
            List.of("-Xmx1g", "-Djava.io.tmpdir=" + temporary, "-D" + CORPUS + "=" + corpus));
    properties.forEach((key, value) -> options.add("-D" + key + "=" + value));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--target_class=" + target.getName(),
                "--instrumentation_includes=dev.infill.**",
                "--reproducer_path=" + results,
                "-artifact_prefix=" + results + "/",
                "-max_total_time=" + SECONDS,
                "-timeout=60",
                "-max_len=4194304",
                corpus.toString()));
    for (Path folder : seeds) {
      arguments.add(folder.toAbsolutePath().toString());
    }
    ProcessBuilder fuzzer =
        JavaProcess.of(options, "com.code_intelligence.jazzer.Jazzer", arguments);
    // libFuzzer limits the peak of its memory as the system tells it, which begins at that of the
    // process that started it: a shell's, in place of that of all tests before.
    List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\"; exit $?", "sh"));
    command.addAll(fuzzer.command());
    int exitCode =
        fuzzer
            .command(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(exitCode).as(() -> log + " ends with:\n" + end(log)).isZero();
  }

  private static String end(Path log) {
    try {
      // Bytes that were found stand in it as they are.
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
