package dev.infill.bert.tokenizer;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tries a model's own tokenizer in a process of its own: the native library ends the process over
 * some files, and runs without end over others, which is better found out before a service has the
 * model.
 *
 * @param cache the folder of Infill's cache
 * @param java the program that runs the process
 */
public record TokenizerTrial(Path cache, Path java) {
  /** A process that has to unpack native libraries first, on a machine that does much else. */
  private static final int START_SECONDS = 120;

  /** Settings of the native library and of the folders that this process has for it. */
  private static final Set<String> SETTINGS =
      Set.of("java.io.tmpdir", "user.home", "jna.boot.library.path", "jna.tmpdir");

  /**
   * Creates it with the Java of this process.
   *
   * @param cache the folder of Infill's cache
   */
  public TokenizerTrial(Path cache) {
    this(cache, Path.of(System.getProperty("java.home"), "bin", "java"));
  }

  /**
   * Tries a tokenizer.
   *
   * @param file the tokenizer
   * @param scratch an existing folder for files that the caller deletes
   * @return why it could not be tried, in one line; empty if it was, and passed
   * @throws InvalidInputException for field {@code model} if it ends the process, takes too long,
   *     or fails at a text
   * @throws RuntimeFailureException if the thread is interrupted
   * @throws IOException if the folder cannot be written
   */
  public Optional<String> run(TokenizerFile file, Path scratch) throws IOException {
    Path json = Files.write(scratch.resolve("tokenizer.json"), file.json());
    Path output = scratch.resolve("tokenizer.log");
    List<String> command = command(scratch);
    command.add(TokenizerTrialProcess.class.getName());
    command.add(json.toString());
    // Whatever stands in it, it is one argument.
    byte[] mask = file.mask().content().getBytes(StandardCharsets.UTF_8);
    command.add(Base64.getEncoder().encodeToString(mask));
    command.add(String.valueOf(file.vocabulary().size()));
    command.add(cache.toString());
    Process process;
    try {
      process =
          new ProcessBuilder(java.toString(), "@" + argumentFile(scratch, command))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      return Optional.of(PrintableName.of(String.valueOf(e.getMessage())));
    }
    try {
      process.getOutputStream().close();
      int most = START_SECONDS + TokenizerTrialProcess.SECONDS;
      int status =
          process.waitFor(most, TimeUnit.SECONDS)
              ? process.exitValue()
              : TokenizerTrialProcess.TOO_SLOW;
      return judged(
          status, new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RuntimeFailureException("interrupted while the model's tokenizer was tried", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Optional<String> judged(int status, List<String> said) {
    if (!said.contains(TokenizerTrialProcess.READY)) {
      return Optional.of(
          said.isEmpty()
              ? "a process for it ended with status " + status
              : PrintableName.of(said.get(0)));
    }
    String last = said.get(said.size() - 1);
    switch (status) {
      case 0 -> {
        return Optional.empty();
      }
      case TokenizerTrialProcess.REFUSED -> throw new InvalidInputException("model", last);
      case TokenizerTrialProcess.TOO_SLOW ->
          throw new InvalidInputException(
              "model",
              "the model's tokenizer.json takes more than %d seconds to cut a few texts; a usual one takes less than one"
                  .formatted(TokenizerTrialProcess.SECONDS));
      default ->
          throw new InvalidInputException(
              "model",
              "the model's tokenizer.json ends the process that reads it (status %d): it is damaged or not to be trusted"
                  .formatted(status));
    }
  }

  /** Returns Java's options, which may be longer than a command line can be. */
  private static List<String> command(Path scratch) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + scratch.resolve("crash.log")));
    Set<String> settings = new LinkedHashSet<>(SETTINGS);
    settings.addAll(TokenizerLibrary.SETTINGS);
    for (String setting : settings) {
      String value = System.getProperty(setting);
      if (value != null) {
        options.add("-D" + setting + "=" + value);
      }
    }
    options.add("-cp");
    options.add(classPath());
    return options;
  }

  /** Returns the class path, with what class loaders have beyond that of the process. */
  private static String classPath() {
    Set<String> places = new LinkedHashSet<>(List.of(System.getProperty("java.class.path")));
    for (ClassLoader loader = TokenizerTrial.class.getClassLoader();
        loader != null;
        loader = loader.getParent()) {
      if (loader instanceof URLClassLoader urls) {
        for (URL url : urls.getURLs()) {
          try {
            if (url.getProtocol().equals("file")) {
              places.add(Path.of(url.toURI()).toString());
            }
          } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " is no place of classes", e);
          }
        }
      }
    }
    return String.join(File.pathSeparator, places);
  }

  private static Path argumentFile(Path scratch, List<String> arguments) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String argument : arguments) {
      text.append('"').append(argument.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    return Files.writeString(scratch.resolve("tokenizer.arguments"), text);
  }
}
