package dev.infill.bert.hub;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * A process of its own that downloads {@link HubServer#REPOSITORY}, and says on its standard output
 * how far it is. Arguments: the address of the hub, and the folder of downloaded models.
 */
final class HubProcess {
  private HubProcess() {}

  /** Runs. */
  public static void main(String[] arguments) {
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    HubListener listener =
        new HubListener() {
          @Override
          public void progress(Stage stage, long done, long total) {}

          @Override
          public void notice(String message) {
            output.println(message);
          }
        };
    ModelHub hub =
        new ModelHub(
            Map.of("HF_ENDPOINT", arguments[0], "HF_HUB_CACHE", arguments[1]), Path.of("none"));
    Path folder = hub.fetch(HubReference.parse("hf:" + HubServer.REPOSITORY), listener);
    output.println("fetched " + folder);
  }
}
