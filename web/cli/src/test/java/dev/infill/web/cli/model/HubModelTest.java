package dev.infill.web.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.hub.HubReference;
import dev.infill.bert.hub.ModelHub;
import dev.infill.core.TransferListener;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.option.ModelLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line says of models that cannot be had from the hub. */
class HubModelTest {
  private static final TransferListener SILENT =
      new TransferListener() {
        @Override
        public void progress(Stage stage, long done, long total) {}

        @Override
        public void notice(String message) {}
      };

  @TempDir private Path folder;

  private Outcome run(String model, Map<String, String> environment) {
    ModelLoader loader =
        options -> {
          new ModelHub(environment, folder)
              .fetch(HubReference.parse(options.model()), (described, export) -> "a model", SILENT);
          return new FakeModel();
        };
    return new CommandHarness().loader(loader).run("fill", "the ___ ran", "--model", model);
  }

  @ParameterizedTest
  @CsvSource({
    "hf:a--b, is no name of a model",
    "hf:a@b..c, is no revision",
    "hf:a, HF_HUB_OFFLINE"
  })
  void whatItsUserCanMendIsInvalidInput(String model, String said) {
    Outcome outcome = run(model, Map.of("HF_HUB_OFFLINE", "1", "HF_HOME", folder.toString()));
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(outcome.err()).startsWith("infill: ").contains(said).hasLineCount(1);
  }

  @Test
  void aHubThatIsAwayIsAFailure() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Outcome outcome =
        run(
            "hf:a",
            Map.of("HF_ENDPOINT", "http://127.0.0.1:" + port, "HF_HOME", folder.toString()));
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(outcome.err())
        .startsWith("infill: cannot download hf:a: cannot reach 127.0.0.1 (")
        .hasLineCount(1);
  }
}
