package dev.infill.web.cli.serve;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.service.InfillService;
import dev.infill.web.service.ServiceMetrics;
import dev.infill.web.service.ServiceOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
      "  infill serve --port 9000 --max-jobs 8",
      "  infill serve --host 0.0.0.0 --token-file token.txt",
      "",
      "Ctrl-C or SIGTERM ends the service within --grace seconds; running jobs end, or",
      "answer with their fillings so far. A second signal ends the process at once.",
      "/api describes the API."
    })
public final class ServeCommand implements Callable<Integer> {
  /** How long whoever balances load may take to see that the service is not ready any more. */
  private static final Duration NOTICE = Duration.ofSeconds(5);

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final ModelOptions model = new ModelOptions();
  private final ServiceSettings settings = new ServiceSettings();

  @Spec private CommandSpec spec = CommandSpec.create();

  public ServeCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups().addAll(settings.groups()).add("Model", model.spec()).applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    ServiceOptions options = settings.options(parsed, line -> console.err().println(line));
    if (!options.isPrivate() && !settings.isForEverybody()) {
      throw new InvalidInputException(
          "host",
          "whoever reaches this machine could use the service: --token-file FILE asks for a token,"
              + " --no-token lets everybody in");
    }
    // The port first: that it is taken is known at once, but a model may take a while to open.
    try (ServiceMetrics metrics = new ServiceMetrics();
        InfillService service = InfillService.start(options, metrics);
        ProgressDisplay progress = new ProgressDisplay(console, settings.isQuiet());
        MaskedLanguageModel opened =
            model.open(models, parsed, progress, used -> used.withPassListener(metrics))) {
      progress.clear();
      return serve(service, opened, options.grace());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private int serve(InfillService service, MaskedLanguageModel opened, Duration grace)
      throws InterruptedException {
    CompletableFuture<Integer> asked = new CompletableFuture<>();
    interruption.beginService(asked::complete);
    Duration notice = Duration.ZERO;
    try {
      service.serve(opened);
      console.out().print("Infill listens on " + service.uri() + "\n");
      console.out().check();
      // Whoever presses Ctrl-C balances no load.
      notice = asked.get() == ExitCode.INTERRUPTED ? Duration.ZERO : NOTICE;
      if (!settings.isQuiet()) {
        console.complain(ending(grace));
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      // Before the model is.
      service.close(notice);
      if (!service.isStopped()) {
        console.complain("a job did not stop when it was asked to");
        interruption.giveUp();
      }
    }
    return ExitCode.SUCCESS;
  }

  private static String ending(Duration grace) {
    return "ending within %d s: no more jobs are taken, and those that run end or give what they have found; a second signal ends it at once"
        .formatted(grace.toSeconds());
  }
}
