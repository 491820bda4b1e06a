package dev.infill.bert.store;

import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.ProcessLock;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Models that are compiled once into a folder and used by every later process.
 *
 * <p>The name of a compiled model is made of the checksum of its content and the version of its
 * graphs. The store remembers the content of each source until its files change: by the operating
 * system's word, else by their checksums. A compiled model appears in one step, when all of it is
 * on the disk. It is checked whenever it is opened, and compiled again if it is damaged. Several
 * processes and threads may share a folder: one compiles, the others wait for it. Opening a
 * compiled model writes nothing. Immutable and thread-safe.
 */
public final class ModelStore {
  /** A part of the path. Models in another format are neither read nor touched. */
  static final String FORMAT = "v1";

  /** The name of the file that leads from sources to their contents. */
  static final String INDEX = "contents.json";

  /** The name of a model's folder begins with that many digits of its content's SHA-256. */
  static final int KEY_DIGITS = 32;

  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9.-]+");

  private final Path root;
  private final Path models;
  private final GraphCompiler compiler;
  private final FileOpener opener;
  private final SourceIndex index;

  /**
   * Creates a store; nothing is written yet.
   *
   * @param root the cache's folder, made when it is first needed
   * @param compiler makes the graphs
   */
  public ModelStore(Path root, GraphCompiler compiler) {
    this(
        root,
        compiler,
        file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  ModelStore(Path root, GraphCompiler compiler, FileOpener opener) {
    if (!VERSION.matcher(compiler.version()).matches()) {
      throw new IllegalArgumentException("'" + compiler.version() + "' is no version of graphs");
    }
    this.root = root.toAbsolutePath();
    this.models = this.root.resolve(FORMAT);
    this.compiler = compiler;
    this.opener = opener;
    this.index = new SourceIndex(models.resolve(INDEX));
  }

  /**
   * Returns the cache's folder when none is named: {@code $INFILL_CACHE} if it is set; else the
   * folder {@code infill} in {@code $XDG_CACHE_HOME} if that is set, else in {@code ~/.cache}, or
   * in {@code ~/Library/Caches} on macOS. On Windows, {@code infill} in {@code %LOCALAPPDATA%}.
   */
  public static Path defaultRoot() {
    return new CacheLocation(
            System.getProperty("os.name"),
            Path.of(System.getProperty("user.home")),
            System.getenv())
        .folder();
  }

  /**
   * Returns a model, compiled now if it is not in the cache whole.
   *
   * @param source the model
   * @param listener notified of the progress of a compilation and of repaired damage
   * @throws InvalidInputException for field {@code model} if the source cannot be read or is not a
   *     BERT with its masked-language-model head
   * @throws ModelStoreException if the cache cannot be read or written, or the thread is
   *     interrupted; nothing half-written is left
   */
  public CompiledModel open(WeightsSource source, TransferListener listener) {
    return open(source, listener, model -> model, model -> {});
  }

  /**
   * Opens a model, compiled now if it is not in the cache whole.
   *
   * @param source the model
   * @param listener notified of the progress of a compilation and of repaired damage
   * @param opener opens the model. Only the length of its weights is checked before; their checksum
   *     is computed meanwhile
   * @param closer closes the opened model if its weights turn out to be damaged
   * @return the opened model, whose weights are not damaged
   * @throws InvalidInputException as above
   * @throws ModelStoreException as above
   */
  public <T> T open(
      WeightsSource source,
      TransferListener listener,
      Function<CompiledModel, T> opener,
      Consumer<T> closer) {
    CompiledModel compiled;
    try {
      SourceFiles files = read(source, source::files);
      Optional<String> content =
          index.content(files.location(), entry -> entry.state().equals(files.state()));
      Optional<T> known = openWhole(content, opener, closer);
      if (known.isPresent()) {
        return known.get();
      }
      // Before checksums are computed: a file that is no model's may have any size, and is refused.
      try (ModelBundle model =
          source.isPacked() ? null : read(source, () -> source.open(root, listener))) {
        Found found = new Found(files, read(source, files::contents));
        if (content.isEmpty()) {
          content = content(found);
          known = openWhole(content, opener, closer);
          if (known.isPresent()) {
            remember(found, content.orElseThrow());
            return known.get();
          }
        }
        compiled = compileAlone(source, model, found, listener);
      }
    } catch (IOException e) {
      throw new ModelStoreException(
          "cannot use the model cache in %s: %s; another folder can be named by INFILL_CACHE"
              .formatted(root, reason(e)),
          e);
    }
    // Only now, without the lock, as native libraries are unpacked under the same.
    return opener.apply(compiled);
  }

  /** A source as it is found, and the checksums of its files. */
  private record Found(SourceFiles files, String checksums) {}

  private Optional<String> content(Found found) throws IOException {
    return index.content(
        found.files().location(), entry -> entry.files().equals(found.checksums()));
  }

  private static <T> T read(WeightsSource source, Reading<T> reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw new InvalidInputException(
          "model", "cannot read the model %s: %s".formatted(source.name(), reason(e)), e);
    }
  }

  /** Reads something of a source. */
  @FunctionalInterface
  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> Optional<T> openWhole(
      Optional<String> content, Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException {
    try {
      return open(content, opener, closer);
    } catch (DamagedModelException e) {
      // Another process may be replacing it. The store looks again under the lock.
      return Optional.empty();
    }
  }

  private <T> Optional<T> open(
      Optional<String> content, Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException, DamagedModelException {
    if (content.isEmpty() || !Files.isDirectory(folder(content.get()))) {
      return Optional.empty();
    }
    return Optional.of(new CompiledFolder(folder(content.get())).open(opener, closer));
  }

  private Path folder(String content) {
    return models.resolve(content.substring(0, KEY_DIGITS) + "-" + compiler.version());
  }

  /** The caller holds the lock. */
  private void put(Found found, String content) throws IOException {
    index.put(
        found.files().location(),
        new SourceIndex.Entry(found.files().state(), found.checksums(), content));
  }

  /** Notes the state of a source, so that the next start knows it. */
  private void remember(Found found, String content) {
    try (ProcessLock lock = lock()) {
      put(found, content);
    } catch (IOException e) {
      // Where the cache cannot be written, every start computes the checksums.
    }
  }

  private ProcessLock lock() throws IOException {
    return TemporaryFolder.lock(models, "the model cache in " + root);
  }

  private CompiledModel compileAlone(
      WeightsSource source, @Nullable ModelBundle opened, Found found, TransferListener listener)
      throws IOException {
    try (ProcessLock lock = lock()) {
      Optional<CompiledModel> whole = findOrDiscard(content(found), listener);
      return whole.isPresent() ? whole.get() : compile(source, opened, found, listener);
    }
  }

  private CompiledModel compile(
      WeightsSource source, @Nullable ModelBundle opened, Found found, TransferListener listener)
      throws IOException {
    String content;
    try (TemporaryFolder temporary = TemporaryFolder.in(models)) {
      Path scratch = Files.createDirectory(temporary.path().resolve("scratch"));
      Path compiled = Files.createDirectory(temporary.path().resolve("model"));
      try (ModelBundle model = opened == null ? source.open(scratch, listener) : opened) {
        content = new CompiledFolder(compiled).write(model, compiler, opener, listener);
      }
      DurableFolders.sync(compiled);
      // Another source may have had the same content.
      if (findOrDiscard(Optional.of(content), listener).isEmpty()) {
        DurableFolders.rename(compiled, folder(content));
      }
    }
    if (found.files().areUnchanged()) {
      put(found, content);
    }
    try {
      return new CompiledFolder(folder(content)).read();
    } catch (DamagedModelException e) {
      throw new IOException("the files that were just written are damaged: " + e.getMessage(), e);
    }
  }

  private Optional<CompiledModel> findOrDiscard(Optional<String> content, TransferListener listener)
      throws IOException {
    try {
      return open(content, model -> model, model -> {});
    } catch (DamagedModelException e) {
      listener.notice(
          "the compiled model in %s is damaged (%s): compiling it again"
              .formatted(root, e.getMessage()));
      try (TemporaryFolder temporary = TemporaryFolder.in(models)) {
        DurableFolders.rename(folder(content.orElseThrow()), temporary.path().resolve("damaged"));
      }
      return Optional.empty();
    }
  }

  private static String reason(IOException e) {
    String reason = FailureReason.of(e);
    return e instanceof FileSystemException failure ? failure.getFile() + ": " + reason : reason;
  }
}
