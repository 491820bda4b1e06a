package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.Manifest;
import dev.infill.bert.store.ModelInventory;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Figures;
import dev.infill.evaluation.table.Table;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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
      "A row for each: the beginning of its id, its size in megabytes, the day on which",
      "its weights were last read (as the file system tells it), its network, what it",
      "was compiled from. infill model info tells more."
    })
public final class ModelListCommand implements Callable<Integer> {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);

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
    frame.printAll(models.stream().map(CachedModelJson::of).toList(), table(models));
    frame.explainIfEmpty(models, inventory);
    return ExitCode.SUCCESS;
  }

  private static Table table(List<CachedModel> models) {
    return Table.of(
        "",
        List.of(
            Column.text("id"),
            Column.integer("MB"),
            Column.text("last used"),
            Column.text("family"),
            Column.number("layers", 0),
            Column.number("width", 0),
            Column.number("pieces", 0),
            Column.text("matrices"),
            Column.text("compiled from")),
        models,
        ModelListCommand::row);
  }

  private static List<?> row(CachedModel model) {
    Optional<Manifest> known = model.description();
    Optional<NetworkSizes> sizes = known.map(Manifest::configuration);
    Optional<BertConfiguration> bert =
        sizes.filter(BertConfiguration.class::isInstance).map(BertConfiguration.class::cast);
    return List.of(
        CachedModels.shortId(model),
        CachedModels.megabytes(model.bytes()),
        DAY.format(model.lastUsed()),
        known.map(Manifest::family).orElse(Figures.UNDEFINED),
        bert.map(BertConfiguration::layers).<Number>map(count -> count).orElse(Double.NaN),
        bert.map(BertConfiguration::hiddenSize).<Number>map(count -> count).orElse(Double.NaN),
        sizes.map(NetworkSizes::vocabularySize).<Number>map(count -> count).orElse(Double.NaN),
        known.map(manifest -> Choices.label(manifest.matrices())).orElse(Figures.UNDEFINED),
        CachedModels.printable(model));
  }
}
