package dev.infill.bert.hub;

import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A process of its own that downloads {@link HubServer#REPOSITORY}, and says on its standard output
 * how far it is. Arguments: environment variables, {@code NAME=VALUE}.
 */
final class HubProcess {
  private HubProcess() {}

  /** Runs. */
  public static void main(String[] arguments) {
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    TransferListener listener =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {}

          @Override
          public void notice(String message) {
            output.println(message);
          }
        };
    Map<String, String> environment = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      environment.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    // Longer than any test lasts: others decide when a server goes on.
    RetryPolicy patience =
        new RetryPolicy(5, Duration.ofMinutes(10), Duration.ZERO, System::nanoTime);
    ModelHub hub =
        new ModelHub(
            new HubEnvironment(environment, Path.of("none")), patience, Files::createSymbolicLink);
    try {
      Path folder =
          hub.fetch(
              HubReference.parse("hf:" + HubServer.REPOSITORY),
              (described, export) -> "a model",
              listener);
      output.println("fetched " + folder);
    } catch (InvalidInputException e) {
      output.println("refused: " + e.getMessage());
    }
  }
}
