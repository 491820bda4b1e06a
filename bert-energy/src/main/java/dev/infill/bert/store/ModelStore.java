package dev.infill.bert.store;

import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.format.FileState;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Models compiled once into a folder and used by every later process.
 *
 * <p>A compiled model is found by the content of its weights and the version of its graphs; that of
 * a source is known while the operating system says that no file of it changed, else by the
 * checksums of its files. It appears in one step, when all of it is on the disk; it is checked
 * whenever it is opened, and compiled again if it is damaged. Several processes and threads may
 * share a folder: one compiles, the others wait for it. Opening a compiled model writes nothing.
 * Immutable and thread-safe.
 */
public final class ModelStore {
  /** Part of the path: what another format wrote is neither read nor touched. */
  static final String FORMAT = "v1";

  /** The name of the file that leads from sources to their contents. */
  static final String INDEX = "sources.json";

  /** How much of a content's SHA-256 the name of its folder begins with. */
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
   * @param opener opens the model, of whose weights no more may be known than how long they are;
   *     their checksum is computed meanwhile
   * @param closer closes what was opened of weights that turned out to be damaged
   * @return what was opened, of weights that are not damaged
   * @throws InvalidInputException as above
   * @throws ModelStoreException as above
   */
  public <T> T open(
      WeightsSource source,
      TransferListener listener,
      Function<CompiledModel, T> opener,
      Consumer<T> closer) {
    WeightsSource.Identity identity = read(source, source::identity);
    CompiledModel compiled;
    try {
      Optional<String> content = index.content(identity);
      Optional<T> known = openWhole(content, opener, closer);
      if (known.isPresent()) {
        return known.get();
      }
      // Opened before they are read through: what is no model may have any size.
      try (Weights weights = read(source, () -> Weights.of(source, root, listener))) {
        String files = read(source, () -> FileState.contents(identity.files()));
        if (content.isEmpty()) {
          content = index.contentOf(identity.location(), files);
          known = openWhole(content, opener, closer);
          if (known.isPresent()) {
            remember(identity, files, content.orElseThrow());
            return known.get();
          }
        }
        compiled = compileAlone(weights, new Found(identity, files), listener);
      }
    } catch (IOException e) {
      throw new ModelStoreException(
          "cannot use the model cache in %s: %s; another folder can be named by INFILL_CACHE"
              .formatted(root, reason(e)),
          e);
    }
    // Not under the lock of compiling: native libraries are unpacked under the same.
    return opener.apply(compiled);
  }

  /** Reads something of a source. */
  @FunctionalInterface
  private interface Reader<T> {
    T read() throws IOException;
  }

  /** A source as it is found, and the checksums of its files. */
  private record Found(WeightsSource.Identity identity, String files) {
    boolean isUnchanged() throws IOException {
      return FileState.of(identity.files()).equals(identity.state());
    }
  }

  private static <T> T read(WeightsSource source, Reader<T> reader) {
    try {
      return reader.read();
    } catch (IOException e) {
      throw new InvalidInputException(
          "model", "cannot read the model %s: %s".formatted(source.name(), reason(e)), e);
    }
  }

  private <T> Optional<T> openWhole(
      Optional<String> content, Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException {
    try {
      return content.isPresent() ? open(content.get(), opener, closer) : Optional.empty();
    } catch (DamagedModelException e) {
      // Another process may be replacing it: what counts is what is found under the lock.
      return Optional.empty();
    }
  }

  private <T> Optional<T> open(
      String content, Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException, DamagedModelException {
    try {
      return Optional.of(new CompiledFolder(folder(content)).open(opener, closer));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private Path folder(String content) {
    return models.resolve(content.substring(0, KEY_DIGITS) + "-" + compiler.version());
  }

  /** Has the next start know the state as well, where the cache can be written. */
  private void remember(WeightsSource.Identity identity, String files, String content) {
    try (ProcessLock lock = lock()) {
      index.put(identity, files, content);
    } catch (IOException e) {
      // The checksums are computed again.
    }
  }

  private ProcessLock lock() throws IOException {
    return TemporaryFolder.lock(models, "the model cache in " + root);
  }

  /** Weights that are opened before others wait for them, or, if they are packed, in a folder. */
  private interface Weights extends Closeable {
    static Weights of(WeightsSource source, Path root, TransferListener listener)
        throws IOException {
      if (source.isPacked()) {
        return scratch -> source.open(scratch, listener);
      }
      BertWeights weights = source.open(root, listener);
      return new Weights() {
        @Override
        public BertWeights open(Path scratch) {
          return weights;
        }

        @Override
        public void close() throws IOException {
          weights.close();
        }
      };
    }

    BertWeights open(Path scratch) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  private CompiledModel compileAlone(Weights weights, Found found, TransferListener listener)
      throws IOException {
    try (ProcessLock lock = lock()) {
      Optional<String> content = index.contentOf(found.identity().location(), found.files());
      Optional<CompiledModel> whole =
          content.isPresent() ? findOrDiscard(content.get(), listener) : Optional.empty();
      return whole.isPresent() ? whole.get() : compile(weights, found, listener);
    }
  }

  private CompiledModel compile(Weights source, Found found, TransferListener listener)
      throws IOException {
    String content;
    try (TemporaryFolder temporary = TemporaryFolder.in(models)) {
      Path scratch = Files.createDirectory(temporary.path().resolve("scratch"));
      Path compiled = Files.createDirectory(temporary.path().resolve("model"));
      // Closed a second time, weights stay closed.
      try (BertWeights weights = source.open(scratch)) {
        content = new CompiledFolder(compiled).write(weights, compiler, opener, listener);
      }
      DurableFolders.sync(compiled);
      // Another source may have had the same content.
      if (findOrDiscard(content, listener).isEmpty()) {
        DurableFolders.rename(compiled, folder(content));
      }
    }
    if (found.isUnchanged()) {
      index.put(found.identity(), found.files(), content);
    }
    try {
      return new CompiledFolder(folder(content)).read();
    } catch (DamagedModelException e) {
      throw new IOException("what was just written reads differently: " + e.getMessage(), e);
    }
  }

  private Optional<CompiledModel> findOrDiscard(String content, TransferListener listener)
      throws IOException {
    try {
      return open(content, model -> model, model -> {});
    } catch (DamagedModelException e) {
      listener.notice(
          "the compiled model in %s is damaged (%s): compiling it again"
              .formatted(root, e.getMessage()));
      try (TemporaryFolder temporary = TemporaryFolder.in(models)) {
        DurableFolders.rename(folder(content), temporary.path().resolve("damaged"));
      }
      return Optional.empty();
    }
  }

  private static String reason(IOException e) {
    String reason = FailureReason.of(e);
    return e instanceof FileSystemException failure ? failure.getFile() + ": " + reason : reason;
  }
}
