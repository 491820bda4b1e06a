package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.infill.bert.RecordingListener;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelStoreTest {
  @TempDir Path folder = Path.of("");
  private Path root = Path.of("");
  private Path model = Path.of("");
  private final SmallGraphs graphs = new SmallGraphs("1");
  private final RecordingListener listener = new RecordingListener();

  @BeforeEach
  void writeModel() throws IOException {
    root = folder.resolve("cache");
    model = new SyntheticCheckpoint(11).writeFolder(folder.resolve("model"));
  }

  private WeightsSource source() {
    return new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(model.toString());
  }

  private CompiledModel open() {
    return new ModelStore(root, graphs).open(source(), listener);
  }

  /** Every file of the cache but the lock, by its path, with a hash of its content. */
  private Map<String, Integer> cached() throws IOException {
    Map<String, Integer> files = new HashMap<>();
    if (Files.isDirectory(root)) {
      try (Stream<Path> paths = Files.walk(root)) {
        for (Path path : paths.filter(Files::isRegularFile).toList()) {
          files.put(root.relativize(path).toString(), Arrays.hashCode(Files.readAllBytes(path)));
        }
      }
      files.remove(Path.of("v1", ".lock").toString());
    }
    return files;
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(cached()).isEmpty();
    try (Stream<Path> paths = Files.list(root.resolve("v1"))) {
      assertThat(paths.map(path -> path.getFileName().toString())).containsExactly(".lock");
    }
  }

  @Test
  void holdsWhatTheSourceHeld() throws Exception {
    CompiledModel compiled = open();
    assertThat(compiled.manifest().configuration())
        .isEqualTo(new BertConfiguration(20, 128, 2, 2, 192, 16, 1e-12));
    assertThat(compiled.manifest().source()).isEqualTo(model.toString());
    assertThat(compiled.vocabulary().token(compiled.tokenizer().pieces().mask()))
        .isEqualTo("[MASK]");
    assertThat(compiled.folder()).startsWith(root);
    assertThat(compiled.manifest().graphs())
        .containsExactlyInAnyOrder("forward.onnx", "gradient.onnx");
    assertThat(compiled.graph("gradient.onnx").orElseThrow()).hasContent("gradient weights.bin");
    byte[] bytes =
        Files.readAllBytes(compiled.folder().resolve(compiled.manifest().weights().fileName()));
    assertThat(compiled.manifest().sha256())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    try (ModelBundle weights = source().open(folder, (stage, done, total) -> {})) {
      assertThat(compiled.vocabulary().size()).isEqualTo(20);
      assertThat(compiled.tokenizer().pieces()).isEqualTo(weights.tokenizer().pieces());
      assertThat(compiled.tokenizer().json()).isEqualTo(weights.tokenizer().json());
      assertThat(compiled.manifest().weights().entries().keySet())
          .isEqualTo(weights.parameters().names());
      for (Map.Entry<String, WeightsFile.Entry> entry :
          compiled.manifest().weights().entries().entrySet()) {
        WeightsFile.Entry place = entry.getValue();
        assertThat(place.shape()).isEqualTo(weights.parameters().shape(entry.getKey()));
        assertThat(place.offset() % 4096).isZero();
        FloatBuffer stored =
            ByteBuffer.wrap(bytes, (int) place.offset(), (int) place.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer();
        assertThat(stored).isEqualTo(weights.parameters().read(entry.getKey()));
      }
    }
  }

  @Test
  void compilesOnce() throws IOException {
    CompiledModel cold = open();
    assertThat(listener.done).isNotEmpty().isEqualTo(listener.total);
    Map<String, Integer> files = cached();
    CompiledModel warm = open();
    assertThat(warm.folder()).isEqualTo(cold.folder());
    assertThat(warm.manifest().sha256()).isEqualTo(cold.manifest().sha256());
    assertThat(warm.manifest().weights()).isEqualTo(cold.manifest().weights());
    assertThat(warm.manifest().configuration()).isEqualTo(cold.manifest().configuration());
    assertThat(graphs.compilations()).isEqualTo(1);
    assertThat(cached()).isEqualTo(files);
    assertThat(listener.notices).isEmpty();
  }

  @Test
  void opensACompiledModelWithoutWritingOrReadingTheSource() throws IOException {
    open();
    WeightsSource source = source();
    WeightsSource identityOnly =
        new WeightsSource() {
          @Override
          public String name() {
            return source.name();
          }

          @Override
          public SourceFiles files() throws IOException {
            return source.files();
          }

          @Override
          public ModelBundle open(Path scratch, TransferListener progress) {
            throw new AssertionError("opened");
          }
        };
    ModelStore readOnly =
        new ModelStore(
            root,
            graphs,
            file -> {
              throw new AssertionError("written");
            });
    assertThat(readOnly.open(identityOnly, listener).vocabulary().id("[MASK]")).isPresent();
  }

  @Test
  void sharesOneFolderAmongSourcesOfOneContent() throws IOException {
    CompiledModel first = open();
    model = new SyntheticCheckpoint(11).writeFolder(folder.resolve("copy"));
    assertThat(open().folder()).isEqualTo(first.folder());
    assertThat(open().folder()).isEqualTo(first.folder());
    assertThat(graphs.compilations()).isEqualTo(2);
    assertThat(listener.notices).isEmpty();
  }

  @Test
  void noticesThatTheSourceChanged() throws IOException {
    CompiledModel before = open();
    List<Path> files;
    try (Stream<Path> walked = Files.walk(model)) {
      files = walked.filter(Files::isRegularFile).toList();
    }
    Map<Path, FileTime> times = new HashMap<>();
    for (Path file : files) {
      times.put(file, Files.getLastModifiedTime(file));
    }
    new SyntheticCheckpoint(12).writeFolder(model);
    for (Path file : files) {
      Files.setLastModifiedTime(file, Objects.requireNonNull(times.get(file)));
    }
    CompiledModel after = open();
    assertThat(after.manifest().sha256()).isNotEqualTo(before.manifest().sha256());
    assertThat(after.folder()).isNotEqualTo(before.folder());
    assertThat(listener.notices).isEmpty();
  }

  /** As in a container that begins anew: the state is another one, the content is not. */
  @Test
  void aSourceOfTheSameContentIsNotCompiledAgain() throws IOException {
    CompiledModel before = open();
    Map<String, Integer> files = cached();
    Path copy = folder.resolve("copy");
    Files.move(model, copy);
    new SyntheticCheckpoint(11).writeFolder(model);
    assertThat(open().folder()).isEqualTo(before.folder());
    assertThat(graphs.compilations()).isEqualTo(1);
    assertThat(cached()).isNotEqualTo(files);
    Map<String, Integer> remembered = cached();
    assertThat(open().folder()).isEqualTo(before.folder());
    assertThat(cached()).isEqualTo(remembered);
  }

  @Test
  void keepsVersionsOfTheGraphsApart() {
    CompiledModel first = open();
    SmallGraphs other = new SmallGraphs("2");
    CompiledModel second = new ModelStore(root, other).open(source(), listener);
    assertThat(second.folder()).isNotEqualTo(first.folder());
    assertThat(second.manifest().sha256()).isEqualTo(first.manifest().sha256());
    assertThat(other.compilations()).isEqualTo(1);
    assertThat(open().folder()).isEqualTo(first.folder());
    assertThat(graphs.compilations()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "..\\x", "1_2"})
  void refusesVersionsThatAreNoPartOfAPath(String version) {
    assertThatThrownBy(() -> new ModelStore(root, new SmallGraphs(version)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Damages each file of a compiled model in turn, and sees each mended with one notice. */
  private void assertMends(UnaryOperator<byte[]> damage) throws IOException {
    CompiledModel compiled = open();
    Map<String, Integer> whole = cached();
    List<Path> files;
    try (Stream<Path> paths = Files.list(compiled.folder())) {
      files = paths.toList();
    }
    assertThat(files).hasSize(7);
    for (Path file : files) {
      byte[] damaged = damage.apply(Files.readAllBytes(file));
      Files.delete(file);
      if (damaged.length > 0) {
        Files.write(file, damaged);
      }
      listener.notices.clear();
      int before = graphs.compilations();
      assertThat(open().manifest().sha256()).isEqualTo(compiled.manifest().sha256());
      assertThat(listener.notices).as("after damage to %s", file).hasSize(1);
      String name = file.getFileName().toString();
      assertThat(listener.notices.get(0))
          .contains(root.toString(), "is damaged", "compiling it again")
          .contains(name.startsWith("manifest.") ? "manifest." : name)
          .doesNotContain("\n");
      assertThat(graphs.compilations()).isEqualTo(before + 1);
      assertThat(cached()).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void mendsAChangedByte(double where) throws IOException {
    assertMends(
        bytes -> {
          bytes[(int) (where * (bytes.length - 1))] ^= 4;
          return bytes;
        });
  }

  @Test
  void mendsAFileCutOff() throws IOException {
    assertMends(bytes -> Arrays.copyOf(bytes, bytes.length - 1));
  }

  @Test
  void mendsAFileGrown() throws IOException {
    assertMends(bytes -> Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void mendsAMissingFile() throws IOException {
    assertMends(bytes -> new byte[0]);
  }

  /** A model is opened before its weights are read through. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsOpenedOfDamagedWeightsIsNotReturned(boolean fails) throws IOException {
    Path weights = open().folder().resolve("weights.bin");
    byte[] damaged = Files.readAllBytes(weights);
    damaged[damaged.length - 1] ^= 4;
    Files.write(weights, damaged);
    List<CompiledModel> opened = new ArrayList<>();
    List<CompiledModel> closed = new ArrayList<>();
    CompiledModel last =
        new ModelStore(root, graphs)
            .open(
                source(),
                listener,
                found -> {
                  opened.add(found);
                  if (fails && opened.size() == 1) {
                    throw new IllegalStateException("cannot be opened");
                  }
                  return found;
                },
                closed::add);
    assertThat(opened).hasSize(2);
    assertThat(last).isSameAs(opened.get(1));
    assertThat(closed).isEqualTo(fails ? List.of() : opened.subList(0, 1));
    assertThat(listener.notices)
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("the checksum of weights.bin is wrong");
    assertThat(graphs.compilations()).isEqualTo(2);
  }

  @Test
  void whyAWholeModelCannotBeOpenedIsTold() {
    open();
    assertThatThrownBy(
            () ->
                new ModelStore(root, graphs)
                    .open(
                        source(),
                        listener,
                        found -> {
                          throw new IllegalStateException("cannot be opened");
                        },
                        closed -> {
                          throw new AssertionError("closed");
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot be opened");
    assertThat(graphs.compilations()).isEqualTo(1);
    assertThat(listener.notices).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"x\": null}"})
  void compilesAgainWhenItRemembersNothing(String content) throws IOException {
    CompiledModel compiled = open();
    Map<String, Integer> whole = cached();
    Files.writeString(root.resolve("v1/contents.json"), content);
    assertThat(open().folder()).isEqualTo(compiled.folder());
    assertThat(graphs.compilations()).isEqualTo(2);
    assertThat(cached()).isEqualTo(whole);
  }

  @Test
  void ignoresAMemoryThatIsNoHash() throws IOException {
    CompiledModel compiled = open();
    Path sources = root.resolve("v1/contents.json");
    Files.writeString(
        sources, Files.readString(sources).replaceAll("[0-9a-f]{64}", "../../elsewhere"));
    assertThat(open().folder()).isEqualTo(compiled.folder());
  }

  @Test
  void namesAFolderThatCannotBeWritten() throws IOException {
    Files.writeString(root, "a file where the cache should be");
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(this::open)
        .satisfies(e -> assertThat(e.getMessage()).contains(root.toString()).doesNotContain("\n"));
    root = root.resolve("below");
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(this::open)
        .satisfies(e -> assertThat(e.getMessage()).contains(root.toString()).doesNotContain("\n"));
  }

  @Test
  void namesAFolderOfAReadOnlyFileSystem() {
    root = Path.of("/proc/infill");
    assumeThat(root.getParent()).isDirectory();
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(this::open)
        .satisfies(e -> assertThat(e.getMessage()).contains("/proc/infill").doesNotContain("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weights.bin",
        "tokenizer.json",
        "pieces.json",
        "gradient.onnx",
        "manifest.json",
        "manifest.crc32c"
      })
  void leavesNothingWhenTheDiskIsFull(String file) throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    ModelStore store =
        new ModelStore(
            root,
            graphs,
            path ->
                path.endsWith(file)
                    ? FileChannel.open(full, StandardOpenOption.WRITE)
                    : FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(() -> store.open(source(), listener))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(root.toString(), "No space left on device")
                    .doesNotContain("\n"));
    assertNothingIsLeft();
    assertThat(open().vocabulary().id("[MASK]")).isPresent();
  }

  @Test
  void leavesNothingWhenTheGraphsFail() throws IOException {
    GraphCompiler failing =
        new SmallGraphs("1") {
          @Override
          public Map<String, byte[]> compile(ModelBundle model, WeightsFile weights) {
            throw new IllegalStateException("no graph");
          }
        };
    assertThatThrownBy(() -> new ModelStore(root, failing).open(source(), listener))
        .isInstanceOf(IllegalStateException.class);
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weights.bin",
        "tokenizer.json",
        "pieces.json",
        "manifest.json",
        "manifest.crc32c"
      })
  void refusesGraphsOfReservedNames(String name) throws IOException {
    GraphCompiler clashing =
        new SmallGraphs("1") {
          @Override
          public Map<String, byte[]> compile(ModelBundle model, WeightsFile weights) {
            return Map.of(name, new byte[1]);
          }
        };
    assertThatThrownBy(() -> new ModelStore(root, clashing).open(source(), listener))
        .isInstanceOf(IllegalArgumentException.class);
    assertNothingIsLeft();
  }

  @Test
  void leavesNothingWhenTheSourceIsDamaged() throws IOException {
    Path data = model.resolve("variables/variables.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(data);
    bytes[bytes.length - 1] ^= 1;
    Files.write(data, bytes);
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("checksum");
    assertNothingIsLeft();
  }

  @Test
  @Timeout(30)
  void aFileThatIsTooLargeIsRefusedBeforeItIsReadThrough() throws IOException {
    model = SyntheticFolder.bert().write(folder.resolve("with vocabulary"));
    // Most of it is on no disk.
    try (RandomAccessFile vocabulary =
        new RandomAccessFile(model.resolve("vocab.txt").toFile(), "rw")) {
      vocabulary.setLength(64L << 30);
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("vocab.txt has 68,719,476,736 bytes, more than the ");
    assertThat(cached()).isEmpty();
  }

  @Test
  void saysThatASourceHasGone() throws IOException {
    WeightsSource source = source();
    try (Stream<Path> paths = Files.walk(model)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new ModelStore(root, graphs).open(source, listener))
        .satisfies(e -> assertThat(e.getMessage()).contains(model.toString()));
  }

  @Test
  void leavesNothingWhenInterrupted() throws IOException {
    TransferListener interrupting =
        new RecordingListener() {
          @Override
          public void progress(Stage stage, long doneNow, long totalNow) {
            Thread.currentThread().interrupt();
          }
        };
    assertThatExceptionOfType(ModelStoreException.class)
        .isThrownBy(() -> new ModelStore(root, graphs).open(source(), interrupting))
        .satisfies(e -> assertThat(e.getMessage()).contains("interrupted"));
    assertThat(Thread.interrupted()).isTrue();
    assertNothingIsLeft();
    assertThat(open().vocabulary().id("[MASK]")).isPresent();
  }

  @Test
  void threadsCompileOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Path> task = () -> new ModelStore(root, graphs).open(source(), listener).folder();
      for (Future<Path> opened : threads.invokeAll(List.of(task, task, task, task))) {
        assertThat(opened.get()).isEqualTo(open().folder());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(graphs.compilations()).isEqualTo(1);
  }
}
