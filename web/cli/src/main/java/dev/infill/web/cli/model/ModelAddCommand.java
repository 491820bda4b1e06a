package dev.infill.web.cli.model;

import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill model add}: compiles models into the cache. */
@Command(
    name = "add",
    description = "Download and compile models, so that later commands start at once.",
    footer = {
      "",
      "Examples:",
      "  infill model add hf:bert-large-uncased",
      "  infill model add path/to/roberta-base --precision float16",
      "",
      "Models that are in the cache already stay as they are. A model of the Hugging",
      "Face hub is kept in the hub's own cache as well."
    })
public final class ModelAddCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  public ModelAddCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "NAME|PATH",
        arity = "1..*",
        hideParamSyntax = true,
        description =
            "A name, a folder's path, or hf:OWNER/NAME[@REVISION], as --model of"
                + " infill fill takes it.")
    private List<String> names = List.of();
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
    ParseResult parsed = spec.commandLine().getParseResult();
    ModelInventory inventory = frame.inventory();
    try (ProgressDisplay progress = frame.progress()) {
      BertModelOptions options = ModelOptions.options(parsed).withListener(progress);
      for (String name : arguments.names) {
        Set<Path> before =
            inventory.models().stream().map(CachedModel::folder).collect(Collectors.toSet());
        progress.opening();
        Path folder = BertModel.compile(options.withModel(name)).folder();
        progress.clear();
        print(
            inventory.models().stream()
                .filter(model -> model.folder().equals(folder))
                .findFirst()
                .orElseThrow(),
            !before.contains(folder));
      }
    }
    return ExitCode.SUCCESS;
  }

  private void print(CachedModel model, boolean added) {
    frame.print(
        new AddedModelJson(
            model.id(),
            CachedModels.source(model),
            model.folder().toString(),
            model.bytes(),
            added),
        "%s %s (%d MB)%n"
            .formatted(
                added ? "added" : "is there already:",
                CachedModels.label(model),
                CachedModels.megabytes(model.bytes())));
  }

  /**
   * A compiled model that was asked to be in the cache, and is.
   *
   * @param id the name of its folder
   * @param source what was compiled
   * @param folder where it lies
   * @param bytes the size of its files
   * @param added false if it was there already
   */
  private record AddedModelJson(
      String id, @Nullable String source, String folder, long bytes, boolean added) {}
}
