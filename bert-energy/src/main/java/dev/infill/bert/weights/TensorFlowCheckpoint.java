package dev.infill.bert.weights;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.InvalidInputException;
import java.io.CharConversionException;
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
 * <p>Parameters are read one at a time, each checked against the checksum that the index holds.
 *
 * <p>Whether the model reads lower case only is taken from {@code doLowerCase} of {@code
 * assets/model.json}; failing that, from {@code uncased} or {@code cased} in the model's name;
 * failing that, from the vocabulary: a model with no capital letter in any piece reads lower case.
 */
final class TensorFlowCheckpoint implements BertWeights {
  private static final String SCOPE = "module/";
  private static final int CHUNK = 1 << 20;

  private final String name;
  private final ModelCard card;
  private final Map<String, BundleEntry> entries;
  private final BertConfiguration configuration;
  private final List<String> vocabulary;
  private final boolean lowerCase;
  private final FileChannel data;

  private TensorFlowCheckpoint(
      String name,
      ModelCard card,
      Map<String, BundleEntry> entries,
      BertConfiguration configuration,
      List<String> vocabulary,
      boolean lowerCase,
      FileChannel data) {
    this.name = name;
    this.card = card;
    this.entries = entries;
    this.configuration = configuration;
    this.vocabulary = vocabulary;
    this.lowerCase = lowerCase;
    this.data = data;
  }

  /**
   * Opens a checkpoint.
   *
   * @param name the model's name, for people
   * @param files its files
   * @param license its licence, as its source words it
   * @throws InvalidInputException for field {@code model} if a file is missing, damaged or not what
   *     it should be
   */
  static TensorFlowCheckpoint open(String name, CheckpointFiles files, Optional<String> license)
      throws IOException {
    for (String file : CheckpointFiles.REQUIRED) {
      if (!Files.isRegularFile(files.path(file))) {
        throw invalid(
            name,
            file,
            new MalformedFileException(
                "is missing: expected are " + String.join(", ", CheckpointFiles.REQUIRED)));
      }
    }
    Map<String, BundleEntry> entries = new TreeMap<>();
    BertConfiguration configuration;
    try {
      entries.putAll(index(files.path(CheckpointFiles.INDEX)));
      Map<String, List<Long>> shapes = new TreeMap<>();
      entries.forEach((parameter, entry) -> shapes.put(parameter, entry.shape()));
      configuration = ParameterLayout.configurationOf(shapes);
    } catch (MalformedFileException e) {
      throw invalid(name, CheckpointFiles.INDEX, e);
    }
    List<String> vocabulary;
    try {
      vocabulary =
          VocabularyFile.read(
              files.path(CheckpointFiles.VOCABULARY), configuration.vocabularySize());
    } catch (MalformedFileException e) {
      throw invalid(name, CheckpointFiles.VOCABULARY, e);
    }
    boolean lowerCase;
    try {
      lowerCase = lowerCase(name, files.path(CheckpointFiles.OPTIONS), vocabulary);
    } catch (MalformedFileException e) {
      throw invalid(name, CheckpointFiles.OPTIONS, e);
    }
    Path data = files.path(CheckpointFiles.DATA);
    try {
      checkLength(entries, Files.size(data));
    } catch (MalformedFileException e) {
      throw invalid(name, CheckpointFiles.DATA, e);
    }
    return new TensorFlowCheckpoint(
        name,
        new ModelCard(ModelFamily.BERT.toString(), license),
        entries,
        configuration,
        vocabulary,
        lowerCase,
        FileChannel.open(data));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ModelCard card() {
    return card;
  }

  @Override
  public BertConfiguration configuration() {
    return configuration;
  }

  @Override
  public List<String> vocabulary() {
    return vocabulary;
  }

  @Override
  public boolean lowerCase() {
    return lowerCase;
  }

  @Override
  public Set<String> parameters() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  @Override
  public List<Long> shape(String parameter) {
    return entry(parameter).shape();
  }

  @Override
  public FloatBuffer read(String parameter) throws IOException {
    BundleEntry entry = entry(parameter);
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(entry.size()));
    try {
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
    } catch (MalformedFileException e) {
      throw invalid(name, CheckpointFiles.DATA, e);
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

  private static InvalidInputException invalid(
      String name, String file, MalformedFileException cause) {
    return new InvalidInputException(
        "model", "model %s: %s %s".formatted(name, file, cause.getMessage()), cause);
  }

  private static Map<String, BundleEntry> index(Path file) throws IOException {
    Map<String, ByteBuffer> pairs = LevelDbTable.read(ByteBuffer.wrap(Files.readAllBytes(file)));
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
              .formatted(parameter, entry.type(), BundleEntry.FLOAT));
    }
    long bytes = Float.BYTES;
    for (long size : entry.shape()) {
      bytes = size == 0 || bytes > Integer.MAX_VALUE / size ? Long.MAX_VALUE : bytes * size;
    }
    if (entry.size() != bytes || entry.offset() < 0 || entry.shard() != 0) {
      throw new MalformedFileException(
          "holds %s of shape %s in %d bytes at %d of data file %d, which cannot be"
              .formatted(parameter, entry.shape(), entry.size(), entry.offset(), entry.shard()));
    }
  }

  private static void checkLength(Map<String, BundleEntry> entries, long length)
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
  }

  private static boolean lowerCase(String name, Path options, List<String> vocabulary)
      throws IOException {
    if (Files.exists(options)) {
      try {
        JsonNode lowerCase = new ObjectMapper().readTree(options.toFile()).path("doLowerCase");
        if (lowerCase.isBoolean()) {
          return lowerCase.booleanValue();
        }
      } catch (JsonProcessingException | CharConversionException e) {
        throw new MalformedFileException("is not JSON", e);
      }
    }
    return VocabularyFile.isLowerCase(name, vocabulary);
  }
}
