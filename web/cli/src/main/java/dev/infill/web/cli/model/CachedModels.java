package dev.infill.web.cli.model;

import dev.infill.bert.BertModel;
import dev.infill.bert.hub.HubReference;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.Manifest;
import dev.infill.bert.store.ModelInventory;
import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.console.AnnotatedText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the cache, and the models in it as users name them. */
final class CachedModels {
  private static final int SHORT_ID = 8;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "The folder that keeps compiled models. Default: INFILL_CACHE, or infill in the user's"
              + " cache folder.")
  private @Nullable Path cache;

  ModelInventory inventory() {
    return BertModel.inventory(Optional.ofNullable(cache));
  }

  /**
   * Returns the models that are named, or all if none is.
   *
   * @param names beginnings of ids, sources, or paths of sources or their last names
   * @throws InvalidInputException for field {@code model} if a name is that of none, or the
   *     beginning of several ids
   */
  static List<CachedModel> select(ModelInventory inventory, List<String> names) {
    List<CachedModel> all = inventory.models();
    return names.isEmpty()
        ? all
        : names.stream().flatMap(name -> named(inventory, all, name).stream()).distinct().toList();
  }

  private static List<CachedModel> named(
      ModelInventory inventory, List<CachedModel> all, String name) {
    List<CachedModel> ofSource =
        all.stream().filter(model -> isSource(name, source(model))).toList();
    if (!ofSource.isEmpty()) {
      return ofSource;
    }
    List<CachedModel> ofFolder =
        all.stream()
            .filter(
                model ->
                    Stream.concat(Stream.ofNullable(source(model)), model.locations().stream())
                        .anyMatch(path -> isPath(name, path)))
            .toList();
    if (!ofFolder.isEmpty()) {
      return ofFolder;
    }
    List<CachedModel> ofId = all.stream().filter(model -> model.id().startsWith(name)).toList();
    if (ofId.size() == 1) {
      return ofId;
    }
    throw new InvalidInputException(
        "model",
        ofId.isEmpty()
            ? "there is no model '%s' in %s; infill model list shows what there is"
                .formatted(name, inventory.folder())
            : "'%s' is the beginning of %d ids; give more of it".formatted(name, ofId.size()));
  }

  /** Says whether a user's name is that of a source; a commit of the hub need not be given. */
  private static boolean isSource(String name, @Nullable String source) {
    return source != null && (source.equals(name) || source.startsWith(name + "@"));
  }

  /** Says whether a user's name is that of a path, or what the path ends with. */
  private static boolean isPath(String name, String path) {
    try {
      return !name.isBlank()
          && (Path.of(path).endsWith(name)
              || Path.of(path).equals(Path.of(name).toAbsolutePath().normalize()));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns what was compiled, as a user would name it; null if its manifest cannot be read. */
  static @Nullable String source(CachedModel model) {
    return model
        .description()
        .map(Manifest::source)
        .map(source -> HubReference.ofSnapshot(source).map(HubReference::toString).orElse(source))
        .orElse(null);
  }

  /** Returns what people see of a model: the beginning of its id, and its source. */
  static String label(CachedModel model) {
    return shortId(model) + "  " + printable(model);
  }

  static String shortId(CachedModel model) {
    return model.id().substring(0, SHORT_ID);
  }

  /** Returns what people see of what was compiled. */
  static String printable(CachedModel model) {
    String source = source(model);
    return source == null ? "(of another version, or damaged)" : AnnotatedText.printable(source);
  }

  static long megabytes(long bytes) {
    return Math.round(bytes / 1e6);
  }
}
