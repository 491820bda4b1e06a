package dev.infill.web.cli.model;

import dev.infill.bert.BertModel;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code infill model export}: writes a model for other programs. */
@Command(
    name = "export",
    description = "Write a model as ONNX for other programs.",
    footer = {
      "",
      "Examples:",
      "  infill model export bert-base-uncased --out bert-onnx",
      "  infill model export hf:roberta-base --out roberta-onnx --precision float16",
      "",
      "The new folder holds model.onnx, its weights, and its vocabulary or tokenizer:",
      "all that ONNX Runtime, or what else runs ONNX, needs to tell log f. What inputs",
      "and outputs mean is written into model.onnx."
    })
public final class ModelExportCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  public ModelExportCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "NAME|PATH",
        description =
            "A name, a folder's path, or hf:OWNER/NAME[@REVISION], as --model of"
                + " infill fill takes it.")
    private String name = "";

    @Option(
        names = "--out",
        paramLabel = "DIR",
        required = true,
        description = "The folder that is made.")
    private @Nullable Path out;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(
        this,
        "Models",
        Optional.of(CommandSpec.forAnnotatedObject(arguments).addOption(ModelOptions.precision())));
  }

  @Override
  public Integer call() {
    Path out = Objects.requireNonNull(arguments.out);
    try (ProgressDisplay progress = frame.progress()) {
      progress.opening();
      BertModel.export(
          ModelOptions.options(spec.commandLine().getParseResult())
              .withModel(arguments.name)
              .withListener(progress),
          out);
      progress.clear();
    }
    frame.print(new ExportedModelJson(arguments.name, out.toString()), "wrote %s%n".formatted(out));
    return ExitCode.SUCCESS;
  }
}
