package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code infill model info}: shows all that is known of compiled models. */
@Command(
    name = "info",
    description = "Show what is known of compiled models.",
    footer = {
      "",
      "Examples:",
      "  infill model info bert-base-uncased",
      "  infill model info bd4c6c5a --format json",
      "",
      "A model is named by what it was compiled from, or by the beginning of its id."
    })
public final class ModelInfoCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  public ModelInfoCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "MODEL",
        arity = "1..*",
        hideParamSyntax = true,
        description =
            "What it was compiled from, or the last name of its path, or the beginning of its id.")
    private List<String> names = List.of();
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(this, "Models", Optional.of(CommandSpec.forAnnotatedObject(arguments)));
  }

  @Override
  public Integer call() {
    String between = "";
    for (CachedModel model : CachedModels.select(frame.inventory(), arguments.names)) {
      CachedModelText text = new CachedModelText(model);
      frame.print(text.json(), between + text.details());
      between = "\n";
    }
    return ExitCode.SUCCESS;
  }
}
