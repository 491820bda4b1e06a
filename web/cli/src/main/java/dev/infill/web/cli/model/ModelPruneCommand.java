package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code infill model prune}: deletes compiled models that are of no use. */
@Command(
    name = "prune",
    description = "Delete compiled models that are damaged or cannot be used.",
    footer = {
      "",
      "Examples:",
      "  infill model prune --dry-run",
      "  infill model prune --unused-for 90",
      "",
      "This deletes models that are damaged, were compiled by another version of",
      "Infill, or were compiled from files that have changed or are gone. A model that",
      "you use again is compiled again. Downloads from the Hugging Face hub stay: they",
      "belong to its own cache."
    })
public final class ModelPruneCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  public ModelPruneCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Option(names = "--dry-run", description = "Say what would be deleted, and delete nothing.")
    private boolean dryRun;

    @Option(
        names = "--unused-for",
        paramLabel = "DAYS",
        description =
            "Delete also models that were not used for this many days, by the file system's"
                + " times.")
    private @Nullable Integer unusedFor;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(
        this, "Models to delete", Optional.of(CommandSpec.forAnnotatedObject(arguments)));
  }

  @Override
  public Integer call() {
    Integer days = arguments.unusedFor;
    if (days != null && days < 1) {
      throw new InvalidInputException(
          "unused-for", "unused-for must be at least 1 day, not " + days);
    }
    ModelInventory inventory = frame.inventory();
    Map<CachedModel, String> unwanted = new LinkedHashMap<>();
    try (ProgressDisplay progress = frame.progress()) {
      List<CachedModel> models = inventory.models();
      long done = 0;
      long total = models.stream().mapToLong(CachedModel::bytes).sum();
      for (CachedModel model : models) {
        progress.bytes("checking", done, total);
        inventory
            .waste(model)
            .or(() -> stale(model, days))
            .ifPresent(reason -> unwanted.put(model, reason));
        done += model.bytes();
      }
    }
    if (!arguments.dryRun && !unwanted.isEmpty()) {
      inventory.delete(List.copyOf(unwanted.keySet()));
    }
    unwanted.forEach(this::print);
    frame.printText(
        "%s %d of the compiled models, %d MB%n"
            .formatted(
                arguments.dryRun ? "would delete" : "deleted",
                unwanted.size(),
                CachedModels.megabytes(
                    unwanted.keySet().stream().mapToLong(CachedModel::bytes).sum())));
    return ExitCode.SUCCESS;
  }

  private static Optional<String> stale(CachedModel model, @Nullable Integer days) {
    if (days == null) {
      return Optional.empty();
    }
    boolean unused = model.lastUsed().isBefore(Instant.now().minus(Duration.ofDays(days)));
    return unused ? Optional.of("not used for %d days".formatted(days)) : Optional.empty();
  }

  private void print(CachedModel model, String reason) {
    frame.print(
        new PrunedModelJson(
            model.id(), CachedModels.source(model), model.bytes(), reason, !arguments.dryRun),
        "%s (%d MB): %s%n"
            .formatted(CachedModels.label(model), CachedModels.megabytes(model.bytes()), reason));
  }

  /**
   * A compiled model that was deleted, or would be.
   *
   * @param id the name of its folder
   * @param source what was compiled; null if its manifest cannot be read
   * @param bytes the size of its files
   * @param reason why
   * @param deleted false if it was only looked at
   */
  private record PrunedModelJson(
      String id, @Nullable String source, long bytes, String reason, boolean deleted) {}
}
