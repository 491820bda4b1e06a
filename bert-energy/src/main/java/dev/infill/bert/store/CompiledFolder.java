package dev.infill.bert.store;

import ai.onnxruntime.platform.Fp16Conversions;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.store.CachedModel.NumberFormat;
import dev.infill.bert.store.CheckedOutput.Written;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The files of one compiled model: weights, graphs, vocabulary or tokenizer, a manifest with the
 * size and checksum of each, and the checksum of the manifest.
 */
final class CompiledFolder {
  private static final String WEIGHTS = "weights.bin";
  private static final String VOCABULARY = "vocab.txt";
  private static final String TOKENIZER = "tokenizer.json";
  private static final String MANIFEST = "manifest.json";
  private static final String SEAL = "manifest.crc32c";

  /**
   * Parameters start on a page, as memory mapping wants; this is a multiple of common page sizes.
   */
  private static final int PAGE = 1 << 14;

  private static final int CHUNK = 1 << 20;

  /** What is rounded to infinity in float16. */
  private static final float FLOAT16_OVERFLOW = 65520;

  private final Path folder;

  CompiledFolder(Path folder) {
    this.folder = folder;
  }

  /** Returns the file of weights, which need not be there. */
  Path weights() {
    return folder.resolve(WEIGHTS);
  }

  /**
   * Writes a model into the folder, which exists and is empty.
   *
   * @return the SHA-256 of the model's content
   */
  String write(
      BertWeights weights, GraphCompiler compiler, FileOpener opener, TransferListener listener)
      throws IOException {
    Map<String, StoredFile> files = new LinkedHashMap<>();
    WeightsFile source = layout(weights, NumberFormat.FLOAT32);
    WeightsFile layout = layout(weights, compiler.matrices());
    Written parameters;
    try (CheckedOutput output = new CheckedOutput(opener.create(folder.resolve(WEIGHTS)))) {
      writeWeights(weights, layout, output::write, listener);
      parameters = output.finish();
    }
    files.put(WEIGHTS, parameters.file());
    String sha256 = layout.equals(source) ? parameters.sha256() : sourceSha256(weights, source);
    String vocabularyFile = weights.pieces().tokenizer().isPresent() ? TOKENIZER : VOCABULARY;
    Written vocabulary = write(vocabularyFile, vocabulary(weights), opener);
    files.put(vocabularyFile, vocabulary.file());
    Map<String, byte[]> graphs = compiler.compile(weights, layout);
    for (Map.Entry<String, byte[]> graph : graphs.entrySet()) {
      if (Set.of(WEIGHTS, VOCABULARY, TOKENIZER, MANIFEST, SEAL).contains(graph.getKey())) {
        throw new IllegalArgumentException("a graph cannot be named " + graph.getKey());
      }
      files.put(graph.getKey(), write(graph.getKey(), graph.getValue(), opener).file());
    }
    Manifest manifest =
        new Manifest(
            weights.name(),
            Optional.of(weights.family()),
            sha256,
            compiler.version(),
            weights.pieces().lowerCase(),
            weights.pieces().tokenizer().map(tokenizer -> tokenizer.mask().content()),
            weights.configuration(),
            layout,
            List.copyOf(graphs.keySet()),
            files);
    Written sealed = write(MANIFEST, JsonTree.write(manifest.toTree()), opener);
    write(SEAL, sealed.file().crc32c().getBytes(StandardCharsets.US_ASCII), opener);
    return contentSha256(manifest, source, vocabulary.sha256(), weights.export());
  }

  private static byte[] vocabulary(BertWeights weights) {
    return weights
        .pieces()
        .tokenizer()
        .map(TokenizerFile::json)
        .orElseGet(
            () ->
                (String.join("\n", weights.pieces().vocabulary()) + "\n")
                    .getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the SHA-256 of a file of weights that is not written. */
  private static String sourceSha256(BertWeights weights, WeightsFile source) throws IOException {
    MessageDigest digest = Checksum.SHA256.digest();
    writeWeights(weights, source, digest::update, TransferListener.SILENT);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns what makes two models the same, whatever graphs are made of them. */
  private static String contentSha256(
      Manifest manifest, WeightsFile source, String vocabularySha256, Optional<OnnxExport> export)
      throws IOException {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("weights", manifest.sha256());
    content.put("vocabulary", vocabularySha256);
    content.put("lowerCase", manifest.lowerCase());
    manifest.maskToken().ifPresent(token -> content.put("maskToken", token));
    content.put("configuration", Manifest.toTree(manifest.configuration()));
    content.put("parameters", Manifest.toTree(source));
    export.ifPresent(network -> content.put("network", sha256(network)));
    return HexFormat.of().formatHex(Checksum.SHA256.digest().digest(JsonTree.write(content)));
  }

  private static String sha256(OnnxExport network) {
    MessageDigest digest = Checksum.SHA256.digest();
    network.addTo(digest);
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Checks every file and returns the model.
   *
   * @throws NoSuchFileException if there is no such folder
   * @throws DamagedModelException if a file is missing or is not as it was written
   */
  CompiledModel read() throws IOException, DamagedModelException {
    return open(model -> model, model -> {});
  }

  /**
   * Checks every file and opens the model. The weights, which are long, are read through while it
   * is being opened.
   *
   * @param opener opens the model, of whose weights no more is known than how long they are
   * @param closer closes what was opened of a model whose weights are damaged
   * @return what was opened
   * @throws NoSuchFileException if there is no such folder
   * @throws DamagedModelException if a file is missing or is not as it was written; whatever {@code
   *     opener} throws then
   */
  <T> T open(Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException, DamagedModelException {
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    Manifest manifest = manifest();
    Map<String, StoredFile> files = new LinkedHashMap<>(manifest.files());
    for (Map.Entry<String, StoredFile> file : files.entrySet()) {
      requireSize(file.getKey(), file.getValue().size());
    }
    Ahead<String> checksum = Ahead.start(this::checksumOfWeights);
    String expected = Objects.requireNonNull(files.remove(WEIGHTS)).crc32c();
    T opened;
    try {
      for (Map.Entry<String, StoredFile> file : files.entrySet()) {
        requireChecksum(file.getKey(), file.getValue().crc32c(), checksum(file.getKey()));
      }
      opened = opener.apply(model(manifest));
    } catch (DamagedModelException | IOException | RuntimeException e) {
      requireWeights(expected, checksum);
      throw e;
    }
    try {
      requireWeights(expected, checksum);
    } catch (DamagedModelException | IOException e) {
      closer.accept(opened);
      throw e;
    }
    return opened;
  }

  private CompiledModel model(Manifest manifest) throws IOException, DamagedModelException {
    Optional<TokenizerFile> tokenizer = tokenizer(manifest);
    return new CompiledModel(
        manifest,
        folder,
        tokenizer.isPresent() ? tokenizer.get().vocabulary() : vocabulary(),
        tokenizer);
  }

  private Vocabulary vocabulary() throws IOException {
    return new Vocabulary(List.of(Files.readString(folder.resolve(VOCABULARY)).split("\n")));
  }

  private Optional<TokenizerFile> tokenizer(Manifest manifest)
      throws IOException, DamagedModelException {
    if (manifest.maskToken().isEmpty()) {
      return Optional.empty();
    }
    byte[] json = Files.readAllBytes(folder.resolve(TOKENIZER));
    try {
      return Optional.of(
          TokenizerFile.parse(
              json, manifest.maskToken(), manifest.configuration().vocabularySize()));
    } catch (IOException e) {
      // An earlier version of Infill took it; compiled again, the model is refused.
      throw new DamagedModelException(TOKENIZER + " " + e.getMessage(), e);
    }
  }

  private static WeightsFile layout(BertWeights weights, NumberFormat matrices) {
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    for (String parameter : new TreeSet<>(weights.parameters().names())) {
      List<Long> shape = weights.parameters().shape(parameter);
      boolean float16 = matrices == NumberFormat.FLOAT16 && shape.size() > 1;
      add(entries, parameter, shape, float16 ? Short.BYTES : Float.BYTES);
    }
    return new WeightsFile(WEIGHTS, entries);
  }

  /** Adds an entry after the last one, on a page of its own. */
  private static void add(
      Map<String, WeightsFile.Entry> entries, String name, List<Long> shape, int bytes) {
    long end =
        entries.values().stream()
            .mapToLong(entry -> entry.offset() + entry.length())
            .max()
            .orElse(0);
    long length = shape.stream().reduce((long) bytes, Math::multiplyExact);
    entries.put(name, new WeightsFile.Entry(shape, (end + PAGE - 1) / PAGE * PAGE, length));
  }

  /** What bytes are written to, in order. */
  @FunctionalInterface
  private interface Sink {
    void write(ByteBuffer bytes) throws IOException;
  }

  private static void writeWeights(
      BertWeights weights, WeightsFile layout, Sink output, TransferListener listener)
      throws IOException {
    List<Map.Entry<String, WeightsFile.Entry>> entries =
        new ArrayList<>(layout.entries().entrySet());
    entries.sort(Comparator.comparingLong(entry -> entry.getValue().offset()));
    WeightsFile.Entry last = entries.get(entries.size() - 1).getValue();
    long total = last.offset() + last.length();
    long written = 0;
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, WeightsFile.Entry> entry : entries) {
      output.write(ByteBuffer.allocate((int) (entry.getValue().offset() - written)));
      written = entry.getValue().offset();
      FloatBuffer values = weights.parameters().read(entry.getKey());
      boolean float16 = entry.getValue().length() < (long) Float.BYTES * values.remaining();
      while (values.hasRemaining()) {
        chunk.clear();
        while (values.hasRemaining() && chunk.hasRemaining()) {
          float value = values.get();
          requireNumber(weights, entry.getKey(), value, float16);
          if (float16) {
            chunk.putShort(Fp16Conversions.floatToFp16(value));
          } else {
            chunk.putFloat(value);
          }
        }
        written += chunk.flip().remaining();
        output.write(chunk);
        listener.progress(TransferListener.Stage.WRITING, written, total);
      }
    }
  }

  /** Graphs of others hold −∞ where they mask: as a constant, which is a parameter like others. */
  private static void requireNumber(
      BertWeights weights, String parameter, float value, boolean float16) {
    boolean masks = weights.export().isPresent() && value < 0;
    if (Float.isNaN(value) || (Float.isInfinite(value) && !masks)) {
      throw new InvalidInputException(
          "model",
          "model %s: its weights are damaged: %s holds %s, where there should be finite numbers"
              .formatted(weights.name(), PrintableName.of(parameter), value));
    }
    if (float16 && !masks && Math.abs(value) >= FLOAT16_OVERFLOW) {
      throw new InvalidInputException(
          "model",
          "model %s cannot be stored in float16: %s holds %s, more than its largest number, 65504;"
                  .formatted(weights.name(), PrintableName.of(parameter), value)
              + " take another precision");
    }
  }

  private Written write(String name, byte[] content, FileOpener opener) throws IOException {
    try (CheckedOutput output = new CheckedOutput(opener.create(folder.resolve(name)))) {
      output.write(ByteBuffer.wrap(content));
      return output.finish();
    }
  }

  /**
   * Reads what the folder says of itself, without checking its other files.
   *
   * @throws DamagedModelException if that is missing, or not as it was written
   */
  Manifest manifest() throws IOException, DamagedModelException {
    CRC32C crc = new CRC32C();
    byte[] manifest;
    String seal;
    try {
      manifest = Files.readAllBytes(folder.resolve(MANIFEST));
      seal = Files.readString(folder.resolve(SEAL), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new DamagedModelException(folder.relativize(Path.of(e.getFile())) + " is missing", e);
    }
    crc.update(manifest);
    if (!CheckedOutput.hex(crc).equals(seal)) {
      throw new DamagedModelException("the checksum of " + MANIFEST + " is wrong");
    }
    return Manifest.fromTree(JsonTree.read(manifest));
  }

  private void requireSize(String name, long expected) throws IOException, DamagedModelException {
    try {
      long size = Files.size(folder.resolve(name));
      if (size != expected) {
        throw new DamagedModelException(
            "%s has %d bytes instead of %d".formatted(name, size, expected));
      }
    } catch (NoSuchFileException e) {
      throw new DamagedModelException(name + " is missing", e);
    }
  }

  private static void requireWeights(String expected, Ahead<String> checksum)
      throws IOException, DamagedModelException {
    try {
      requireChecksum(WEIGHTS, expected, checksum.get());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void requireChecksum(String name, String expected, String checksum)
      throws DamagedModelException {
    if (!checksum.equals(expected)) {
      throw new DamagedModelException("the checksum of " + name + " is wrong");
    }
  }

  private String checksumOfWeights() {
    try {
      return checksum(WEIGHTS);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
  }

  private String checksum(String name) throws IOException {
    try (FileChannel channel = FileChannel.open(folder.resolve(name))) {
      // Reading is as fast as mapping, and a file that is mapped cannot be replaced on Windows.
      ByteBuffer chunk =
          ByteBuffer.allocateDirect((int) Math.min(CHUNK, Math.max(1, channel.size())));
      CRC32C crc = new CRC32C();
      while (channel.read(chunk.clear()) >= 0) {
        crc.update(chunk.flip());
      }
      return CheckedOutput.hex(crc);
    }
  }
}
