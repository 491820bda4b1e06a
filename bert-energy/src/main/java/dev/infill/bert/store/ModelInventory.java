package dev.infill.bert.store;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.ProcessLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The compiled models of a cache, for commands that list, check and delete them. Looking writes
 * nothing. Immutable and thread-safe.
 */
public final class ModelInventory {
  private static final Pattern ID =
      Pattern.compile("([0-9a-f]{%d})-([A-Za-z0-9.-]+)".formatted(ModelStore.KEY_DIGITS));

  private final Path models;
  private final Set<String> versions;

  /**
   * Creates an inventory.
   *
   * @param root the cache's folder, which need not be there
   * @param versions the versions of graphs that this program uses
   */
  public ModelInventory(Path root, Set<String> versions) {
    this.models = root.toAbsolutePath().resolve(ModelStore.FORMAT);
    this.versions = Set.copyOf(versions);
  }

  /** Returns the folder that is looked at. */
  public Path folder() {
    return models;
  }

  /**
   * Returns the compiled models, the last one used first. Their files are not checked.
   *
   * @throws ModelStoreException if the folder cannot be read
   */
  public List<CachedModel> models() {
    if (!Files.isDirectory(models)) {
      return List.of();
    }
    List<CachedModel> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(models)) {
      SourceIndex index = new SourceIndex(models.resolve(ModelStore.INDEX));
      for (Path folder : folders) {
        Matcher id = ID.matcher(folder.getFileName().toString());
        if (id.matches() && Files.isDirectory(folder)) {
          found.add(describe(folder, id.group(2), index.locations(id.group(1))));
        }
      }
    } catch (IOException e) {
      throw failed("read", e);
    }
    found.sort(Comparator.comparing(CachedModel::lastUsed).reversed());
    return found;
  }

  private CachedModel describe(Path folder, String graphVersion, List<String> locations)
      throws IOException {
    CompiledFolder compiled = new CompiledFolder(folder);
    Optional<Manifest> description = Optional.empty();
    if (versions.contains(graphVersion)) {
      try {
        description = Optional.of(compiled.manifest());
      } catch (DamagedModelException e) {
        // damage() and waste() tell the reason.
      }
    }
    Path read = compiled.weights();
    BasicFileAttributes attributes =
        Files.readAttributes(Files.exists(read) ? read : folder, BasicFileAttributes.class);
    Instant made = attributes.lastModifiedTime().toInstant();
    Instant used = attributes.lastAccessTime().toInstant();
    return new CachedModel(
        folder.getFileName().toString(),
        graphVersion,
        folder,
        size(folder),
        made,
        used.isBefore(made) ? made : used,
        locations.stream().filter(ModelInventory::isThere).toList(),
        description);
  }

  /** A location in an archive is the path of the archive, "!/", and a name. */
  private static boolean isThere(String location) {
    int inner = location.indexOf("!/");
    return Files.exists(Path.of(inner < 0 ? location : location.substring(0, inner)));
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }

  /**
   * Reads all files of a model and compares their checksums. A model that another version of Infill
   * compiled is not checked: its files may have another form.
   *
   * @param model a model of this inventory
   * @return the file that is damaged, and how; empty if none is
   * @throws ModelStoreException if a file cannot be read
   */
  public Optional<String> damage(CachedModel model) {
    if (!versions.contains(model.graphVersion())) {
      return Optional.empty();
    }
    try {
      new CompiledFolder(model.folder()).read();
      return Optional.empty();
    } catch (DamagedModelException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /**
   * Opens a model, whose source need not be there any more.
   *
   * @param model a model of this inventory, whose graphs are of a version that this program uses
   * @throws ModelStoreException if it is damaged, or cannot be read
   */
  public CompiledModel open(CachedModel model) {
    try {
      return new CompiledFolder(model.folder()).read();
    } catch (DamagedModelException e) {
      throw new ModelStoreException(
          "the compiled model %s is damaged: %s".formatted(model.id(), e.getMessage()), e);
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  /**
   * Returns why nothing can use a model, if that is so: another version of Infill compiled it, its
   * source has changed or gone, or it is damaged.
   *
   * @param model a model of this inventory
   * @throws ModelStoreException if a file cannot be read
   */
  public Optional<String> waste(CachedModel model) {
    Optional<String> damage = damage(model);
    if (damage.isPresent()) {
      return Optional.of("damaged: " + damage.get());
    }
    if (!versions.contains(model.graphVersion())) {
      return Optional.of("compiled by another version of Infill");
    }
    return model.locations().isEmpty()
        ? Optional.of("what it was compiled from has changed or is gone")
        : Optional.empty();
  }

  /**
   * Deletes models. Processes that have one open can go on using it, except on Windows.
   *
   * @param unwanted models of this inventory
   * @throws ModelStoreException if one cannot be deleted, or the thread is interrupted
   */
  public void delete(List<CachedModel> unwanted) {
    try (ProcessLock lock = TemporaryFolder.lock(models, "the model cache in " + models)) {
      for (CachedModel model : unwanted) {
        // A model disappears in one step, as it appeared.
        try (TemporaryFolder temporary = TemporaryFolder.in(models)) {
          DurableFolders.rename(model.folder(), temporary.path().resolve("unwanted"));
        }
      }
    } catch (IOException e) {
      throw failed("clear", e);
    }
  }

  private ModelStoreException failed(String task, IOException failure) {
    return new ModelStoreException(
        "cannot %s the model cache in %s: %s".formatted(task, models, FailureReason.of(failure)),
        failure);
  }
}
