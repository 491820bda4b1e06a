package dev.infill.bert.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.BertWeights;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The files of one compiled model: weights, graphs, vocabulary, and a manifest with the size and
 * checksum of each and of itself.
 */
final class CompiledFolder {
  private static final String WEIGHTS = "weights.bin";
  private static final String VOCABULARY = "vocab.txt";
  private static final String MANIFEST = "manifest.json";

  /**
   * Parameters start on a page, as memory mapping wants; this is a multiple of common page sizes.
   */
  private static final int PAGE = 1 << 14;

  private static final int CHUNK = 1 << 20;

  private final JsonMapper mapper =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path folder;

  CompiledFolder(Path folder) {
    this.folder = folder;
  }

  /** A manifest and the CRC-32C of its canonical form. */
  private record SealedManifest(
      @JsonProperty("crc32c") String crc32c, @JsonProperty("manifest") Manifest manifest) {}

  /** What makes two models the same, whatever graphs are made of them. */
  private record Content(
      String weights,
      String vocabulary,
      boolean lowerCase,
      BertConfiguration configuration,
      Map<String, WeightsFile.Entry> parameters) {}

  /**
   * Writes a model into the folder, which exists and is empty.
   *
   * @return the SHA-256 of the model's content
   */
  String write(
      BertWeights weights, GraphCompiler compiler, FileOpener opener, ModelStoreListener listener)
      throws IOException {
    SortedMap<String, StoredFile> files = new TreeMap<>();
    WeightsFile layout = layout(weights);
    String weightsSha256;
    try (CheckedOutput output = new CheckedOutput(opener.create(folder.resolve(WEIGHTS)))) {
      writeWeights(weights, layout, output, listener);
      files.put(WEIGHTS, output.stored());
      weightsSha256 = output.finish();
    }
    String vocabulary = String.join("\n", weights.vocabulary()) + "\n";
    String vocabularySha256 =
        write(VOCABULARY, vocabulary.getBytes(StandardCharsets.UTF_8), opener, files);
    Map<String, byte[]> graphs = compiler.compile(weights.configuration(), layout);
    for (Map.Entry<String, byte[]> graph : graphs.entrySet()) {
      if (files.containsKey(graph.getKey()) || graph.getKey().equals(MANIFEST)) {
        throw new IllegalArgumentException("a graph cannot be named " + graph.getKey());
      }
      write(graph.getKey(), graph.getValue(), opener, files);
    }
    Content content =
        new Content(
            weightsSha256,
            vocabularySha256,
            weights.lowerCase(),
            weights.configuration(),
            layout.entries());
    String contentSha256 =
        HexFormat.of().formatHex(CheckedOutput.sha256().digest(mapper.writeValueAsBytes(content)));
    Manifest manifest =
        new Manifest(
            weights.name(),
            weightsSha256,
            contentSha256,
            compiler.version(),
            weights.lowerCase(),
            weights.configuration(),
            layout,
            List.copyOf(new TreeSet<>(graphs.keySet())),
            files);
    byte[] sealed =
        mapper
            .writerWithDefaultPrettyPrinter()
            .writeValueAsBytes(new SealedManifest(checksum(manifest), manifest));
    write(MANIFEST, sealed, opener, new TreeMap<>());
    return contentSha256;
  }

  /**
   * Checks every file and returns the model.
   *
   * @throws NoSuchFileException if there is no such folder
   * @throws DamagedModelException if a file is missing or is not as it was written
   */
  CompiledModel read() throws IOException, DamagedModelException {
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    Manifest manifest = manifest();
    for (Map.Entry<String, StoredFile> file : manifest.files().entrySet()) {
      check(file.getKey(), file.getValue());
    }
    Map<String, Path> graphs = new LinkedHashMap<>();
    manifest.graphs().forEach(graph -> graphs.put(graph, folder.resolve(graph)));
    String vocabulary = Files.readString(folder.resolve(VOCABULARY));
    return new CompiledModel(
        manifest.source(),
        manifest.sha256(),
        folder,
        manifest.configuration(),
        manifest.lowerCase(),
        new Vocabulary(List.of(vocabulary.split("\n"))),
        manifest.weights(),
        graphs);
  }

  private static WeightsFile layout(BertWeights weights) {
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    long offset = 0;
    for (String parameter : new TreeSet<>(weights.parameters())) {
      List<Long> shape = weights.shape(parameter);
      long length = shape.stream().reduce((long) Float.BYTES, Math::multiplyExact);
      entries.put(parameter, new WeightsFile.Entry(shape, offset, length));
      offset = (offset + length + PAGE - 1) / PAGE * PAGE;
    }
    return new WeightsFile(WEIGHTS, entries);
  }

  private static void writeWeights(
      BertWeights weights, WeightsFile layout, CheckedOutput output, ModelStoreListener listener)
      throws IOException {
    List<Map.Entry<String, WeightsFile.Entry>> entries =
        new ArrayList<>(layout.entries().entrySet());
    entries.sort(Comparator.comparingLong(entry -> entry.getValue().offset()));
    WeightsFile.Entry last = entries.get(entries.size() - 1).getValue();
    long total = last.offset() + last.length();
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, WeightsFile.Entry> entry : entries) {
      output.write(ByteBuffer.allocate((int) (entry.getValue().offset() - output.size())));
      FloatBuffer values = weights.read(entry.getKey());
      while (values.hasRemaining()) {
        int count = Math.min(values.remaining(), CHUNK / Float.BYTES);
        chunk.clear().asFloatBuffer().put(values.slice(values.position(), count));
        values.position(values.position() + count);
        output.write(chunk.limit(count * Float.BYTES));
        listener.progress(ModelStoreListener.Stage.WRITING, output.size(), total);
      }
    }
  }

  private String write(
      String name, byte[] content, FileOpener opener, SortedMap<String, StoredFile> files)
      throws IOException {
    try (CheckedOutput output = new CheckedOutput(opener.create(folder.resolve(name)))) {
      output.write(ByteBuffer.wrap(content));
      files.put(name, output.stored());
      return output.finish();
    }
  }

  private Manifest manifest() throws IOException, DamagedModelException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(folder.resolve(MANIFEST));
    } catch (NoSuchFileException e) {
      throw new DamagedModelException(MANIFEST + " is missing", e);
    }
    try {
      SealedManifest sealed = mapper.readValue(bytes, SealedManifest.class);
      if (sealed.manifest() != null && checksum(sealed.manifest()).equals(sealed.crc32c())) {
        return sealed.manifest();
      }
    } catch (JsonProcessingException e) {
      throw new DamagedModelException(MANIFEST + " cannot be read", e);
    }
    throw new DamagedModelException("the checksum of " + MANIFEST + " is wrong");
  }

  private String checksum(Manifest manifest) throws JsonProcessingException {
    CRC32C crc = new CRC32C();
    crc.update(mapper.writeValueAsBytes(manifest));
    return CheckedOutput.hex(crc);
  }

  private void check(String name, StoredFile expected) throws IOException, DamagedModelException {
    try (FileChannel channel = FileChannel.open(folder.resolve(name))) {
      if (channel.size() != expected.size()) {
        throw new DamagedModelException(
            "%s has %d bytes instead of %d".formatted(name, channel.size(), expected.size()));
      }
      // Reading is as fast as mapping, and a file that is mapped cannot be replaced on Windows.
      ByteBuffer chunk =
          ByteBuffer.allocateDirect((int) Math.min(CHUNK, Math.max(1, expected.size())));
      CRC32C crc = new CRC32C();
      while (channel.read(chunk.clear()) >= 0) {
        crc.update(chunk.flip());
      }
      if (!CheckedOutput.hex(crc).equals(expected.crc32c())) {
        throw new DamagedModelException("the checksum of " + name + " is wrong");
      }
    } catch (NoSuchFileException e) {
      throw new DamagedModelException(name + " is missing", e);
    }
  }
}
