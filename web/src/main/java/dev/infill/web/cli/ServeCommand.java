package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.service.InfillService;
import dev.infill.web.service.ServiceMetrics;
import dev.infill.web.service.ServiceOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill serve}: the page and the HTTP API. */
@Command(
    name = "serve",
    description = "Serve the infilling page and an HTTP API.",
    footer = {
      "",
      "Examples:",
      "  infill serve",
      "  infill serve --port 9000",
      "  infill serve --host 0.0.0.0 --token-file token.txt",
      "",
      "Ctrl-C or SIGTERM lets running jobs end and stops; the second time at once."
    })
final class ServeCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final ModelOptions model = new ModelOptions();
  private final Address address = new Address();

  @Spec private CommandSpec spec = CommandSpec.create();

  ServeCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Where it listens. */
  private static final class Address {
    @Option(
        names = "--host",
        paramLabel = "NAME",
        description =
            "The name or address of the interface to listen on; 0.0.0.0 for all. Default:"
                + " localhost.")
    private String host = ServiceOptions.defaults().host();

    @Option(
        names = "--port",
        paramLabel = "N",
        description = "The port to listen on; 0 for one that is free. Default: 8080.")
    private int port = ServiceOptions.defaults().port();
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Address", CommandSpec.forAnnotatedObject(address))
        .add("Model", model.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    requireHost(address.host);
    CountDownLatch asked = new CountDownLatch(1);
    ServiceOptions options = ServiceOptions.defaults().withAddress(address.host, address.port);
    try (ServiceMetrics metrics = new ServiceMetrics();
        InfillService service = InfillService.start(options, metrics);
        ProgressDisplay progress = new ProgressDisplay(console, false);
        MaskedLanguageModel opened = model.open(models, parsed, progress)) {
      progress.clear();
      service.serve(opened);
      console.out().print("Infill listens on " + service.uri() + "\n");
      console.out().check();
      asked.await();
      service.close();
      return ExitCode.SUCCESS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static void requireHost(String host) {
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new InvalidInputException("host", "there is no host called '" + host + "'", e);
    }
  }
}
