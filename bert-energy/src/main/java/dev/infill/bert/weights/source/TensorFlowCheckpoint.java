package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.BundleEntry;
import dev.infill.bert.weights.format.LevelDbTable;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.MaskedCrc32c;
import dev.infill.bert.weights.format.ModelFile;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.format.VocabularyFile;
import dev.infill.bert.weights.tokenizer.ListedTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A BERT in a TensorFlow checkpoint of one data file, with its vocabulary beside it.
 *
 * <p>Parameters are read one at a time. Each is checked against its checksum in the index.
 *
 * <p>{@code doLowerCase} of {@code assets/model.json} says whether the model reads lower case only.
 * Without it, {@code uncased} or {@code cased} in the model's name says so; without either, the
 * vocabulary: a model whose pieces have no capital letter reads lower case.
 */
record TensorFlowCheckpoint(String name, Map<String, BundleEntry> entries, FileChannel data)
    implements Parameters {
  private static final String SCOPE = "module/";
  private static final int CHUNK = 1 << 20;

  /**
   * Opens a checkpoint.
   *
   * @throws dev.infill.core.InvalidInputException for field {@code model} if a file is missing,
   *     damaged or of another kind
   */
  static ModelBundle open(String name, CheckpointFolder files) throws IOException {
    ModelFileReading reading = new ModelFileReading(name);
    for (String file : CheckpointFolder.REQUIRED) {
      reading.of(file, () -> requireFile(files.path(file)));
    }
    Map<String, BundleEntry> entries =
        reading.of(CheckpointFolder.INDEX, () -> index(files.path(CheckpointFolder.INDEX)));
    Map<String, List<Long>> shapes = new TreeMap<>();
    entries.forEach((parameter, entry) -> shapes.put(parameter, entry.shape()));
    BertConfiguration configuration =
        reading.of(CheckpointFolder.INDEX, () -> ParameterLayout.configurationOf(shapes));
    List<String> pieces =
        reading.of(
            CheckpointFolder.VOCABULARY,
            () -> VocabularyFile.read(files.path(CheckpointFolder.VOCABULARY)));
    boolean lowerCase =
        reading.of(
            CheckpointFolder.OPTIONS,
            () -> lowerCase(name, files.path(CheckpointFolder.OPTIONS), pieces));
    TokenizerFile tokenizer =
        reading.of(
            CheckpointFolder.VOCABULARY,
            () -> ListedTokenizer.ofWordPieces(pieces, lowerCase, configuration.vocabularySize()));
    Path data = files.path(CheckpointFolder.DATA);
    reading.of(CheckpointFolder.DATA, () -> requireLength(entries, Files.size(data)));
    return new ModelBundle(
        name,
        ModelFamilies.BERT.name(),
        configuration,
        Optional.empty(),
        tokenizer,
        new TensorFlowCheckpoint(name, entries, FileChannel.open(data)));
  }

  private static Path requireFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new MalformedFileException(
          "is missing: expected are " + String.join(", ", CheckpointFolder.REQUIRED));
    }
    ModelFile.requireContent(file);
    return file;
  }

  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  @Override
  public List<Long> shape(String parameter) {
    return entry(parameter).shape();
  }

  @Override
  public FloatBuffer read(String parameter) throws IOException {
    BundleEntry entry = entry(parameter);
    return new ModelFileReading(name).of(CheckpointFolder.DATA, () -> read(parameter, entry));
  }

  private FloatBuffer read(String parameter, BundleEntry entry) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(entry.size()));
    while (bytes.hasRemaining()) {
      // A read into the heap passes through a native buffer of the same size, which stays.
      bytes.limit(Math.min(bytes.capacity(), bytes.position() + CHUNK));
      if (data.read(bytes, entry.offset() + bytes.position()) < 0) {
        throw new MalformedFileException("ends in the middle of " + parameter);
      }
      bytes.limit(bytes.capacity());
    }
    bytes.rewind();
    if (MaskedCrc32c.of(bytes) != entry.checksum()) {
      throw new MalformedFileException("is damaged: the checksum of " + parameter + " is wrong");
    }
    return bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().asReadOnlyBuffer();
  }

  @Override
  public void close() throws IOException {
    data.close();
  }

  private BundleEntry entry(String parameter) {
    BundleEntry entry = entries.get(parameter);
    if (entry == null) {
      throw new IllegalArgumentException("there is no parameter " + parameter);
    }
    return entry;
  }

  private static Map<String, BundleEntry> index(Path file) throws IOException {
    Map<String, ByteBuffer> pairs =
        LevelDbTable.read(ByteBuffer.wrap(ModelFile.bytes(file, Limits.CHECKPOINT_INDEX_BYTES)));
    ByteBuffer header = pairs.remove("");
    if (header == null) {
      throw new MalformedFileException("is no TensorFlow checkpoint index: it has no header");
    }
    int shards = BundleEntry.shards(header);
    if (shards != 1) {
      throw new MalformedFileException("is of " + shards + " data files; 1 is supported");
    }
    Map<String, BundleEntry> entries = new TreeMap<>();
    for (Map.Entry<String, ByteBuffer> pair : pairs.entrySet()) {
      String parameter = pair.getKey();
      if (parameter.startsWith(SCOPE)) {
        parameter = parameter.substring(SCOPE.length());
      }
      BundleEntry entry = BundleEntry.parse(pair.getValue());
      checkEntry(parameter, entry);
      entries.put(parameter, entry);
    }
    return entries;
  }

  private static void checkEntry(String parameter, BundleEntry entry)
      throws MalformedFileException {
    if (entry.type() != BundleEntry.FLOAT) {
      throw new MalformedFileException(
          "holds %s of TensorFlow's type %d; only float32 (%d) is supported"
              .formatted(PrintableName.of(parameter), entry.type(), BundleEntry.FLOAT));
    }
    long bytes = Float.BYTES;
    for (long size : entry.shape()) {
      bytes = size == 0 || bytes > Integer.MAX_VALUE / size ? Long.MAX_VALUE : bytes * size;
    }
    if (entry.size() != bytes || entry.offset() < 0 || entry.shard() != 0) {
      throw new MalformedFileException(
          "holds %s of shape %s in %d bytes at %d of data file %d, which cannot be"
              .formatted(
                  PrintableName.of(parameter),
                  entry.shape(),
                  entry.size(),
                  entry.offset(),
                  entry.shard()));
    }
  }

  private static long requireLength(Map<String, BundleEntry> entries, long length)
      throws MalformedFileException {
    for (Map.Entry<String, BundleEntry> entry : entries.entrySet()) {
      if (entry.getValue().offset() > length - entry.getValue().size()) {
        throw new MalformedFileException(
            "is cut off: it has %d bytes and should hold %s at %d to %d"
                .formatted(
                    length,
                    entry.getKey(),
                    entry.getValue().offset(),
                    entry.getValue().offset() + entry.getValue().size()));
      }
    }
    return length;
  }

  private static boolean lowerCase(String name, Path options, List<String> vocabulary)
      throws IOException {
    if (Files.exists(options)) {
      JsonNode lowerCase = BoundedJson.object(options).path("doLowerCase");
      if (lowerCase.isBoolean()) {
        return lowerCase.booleanValue();
      }
    }
    return VocabularyFile.isLowerCase(name, vocabulary);
  }
}
