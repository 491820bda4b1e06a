package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import java.util.List;
import java.util.Optional;
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
      "A row for each: its size, the day on which its weights were last read (as the",
      "file system tells it), the beginning of its id, what it was compiled from, its",
      "sizes."
    })
public final class ModelListCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;

  public ModelListCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(this, "", Optional.empty());
  }

  @Override
  public Integer call() {
    ModelInventory inventory = frame.inventory();
    List<CachedModel> models = inventory.models();
    for (CachedModel model : models) {
      CachedModelText text = new CachedModelText(model);
      frame.print(text.json(), text.row());
    }
    frame.explainIfEmpty(models, inventory);
    return ExitCode.SUCCESS;
  }
}
