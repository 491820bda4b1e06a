package dev.infill.web.cli;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.web.json.JsonLines;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill model list}: shows the compiled models. */
@Command(
    name = "list",
    description = "List the compiled models in the cache.",
    footer = {
      "",
      "Examples:",
      "  infill model list",
      "  infill model list --format json --cache /srv/infill",
      "",
      "A row for each: its size, the day on which its weights were last read (as the file",
      "system tells it), the beginning of its id, what it was compiled from, its sizes."
    })
final class ModelListCommand implements Callable<Integer> {
  private final Console console;
  private final CachedModels cached = new CachedModels();
  private final OutputOptions output = new OutputOptions();

  ModelListCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Cache", CommandSpec.forAnnotatedObject(cached))
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ModelInventory inventory = cached.inventory();
    List<CachedModel> models = inventory.models();
    JsonLines json = new JsonLines();
    for (CachedModel model : models) {
      CachedModelText text = new CachedModelText(model);
      console.out().print(output.isJson() ? json.line(text.json()) + "\n" : text.row());
    }
    if (models.isEmpty() && !output.isQuiet()) {
      console.complain("there are no compiled models in " + inventory.folder());
    }
    return ExitCode.SUCCESS;
  }
}
