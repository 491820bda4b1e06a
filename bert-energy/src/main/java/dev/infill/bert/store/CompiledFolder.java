package dev.infill.bert.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.store.CachedModel.NumberFormat;
import dev.infill.bert.store.CheckedOutput.Written;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.tokenizer.Pieces;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The files of one compiled model: weights, graphs, tokenizer, a manifest with the size and
 * checksum of each, and the checksum of the manifest.
 */
record CompiledFolder(Path folder) {
  private static final String WEIGHTS = "weights.bin";
  private static final String TOKENIZER = "tokenizer.json";
  private static final String PIECES = "pieces.json";
  private static final String MANIFEST = "manifest.json";
  private static final String SEAL = "manifest.crc32c";
  private static final int CHUNK = 1 << 20;

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
      ModelBundle model, GraphCompiler compiler, FileOpener opener, TransferListener listener)
      throws IOException {
    Map<String, StoredFile> files = new LinkedHashMap<>();
    ParameterWriter source = ParameterWriter.of(model, WEIGHTS, NumberFormat.FLOAT32);
    ParameterWriter stored = ParameterWriter.of(model, WEIGHTS, compiler.matrices());
    Written weights;
    try (CheckedOutput output = new CheckedOutput(opener.create(weights()))) {
      stored.write(output::write, listener);
      weights = output.finish();
    }
    files.put(WEIGHTS, weights.file());
    byte[] json = model.tokenizer().json().getBytes(StandardCharsets.UTF_8);
    Written tokenizer = write(TOKENIZER, json, opener);
    files.put(TOKENIZER, tokenizer.file());
    Written pieces = write(PIECES, JsonRecords.write(model.tokenizer().pieces()), opener);
    files.put(PIECES, pieces.file());
    for (Map.Entry<String, byte[]> graph : compiler.compile(model, stored.layout()).entrySet()) {
      if (!graph.getKey().endsWith(Manifest.GRAPH)) {
        throw new IllegalArgumentException("a graph cannot be named " + graph.getKey());
      }
      files.put(graph.getKey(), write(graph.getKey(), graph.getValue(), opener).file());
    }
    Manifest manifest =
        new Manifest(
            model.name(),
            model.family(),
            stored.equals(source) ? weights.sha256() : sha256(source),
            model.tokenizer().pieces().lowerCase(),
            model.configuration(),
            stored.layout(),
            files);
    Written sealed = write(MANIFEST, JsonRecords.write(manifest), opener);
    write(SEAL, sealed.file().crc32c().getBytes(StandardCharsets.US_ASCII), opener);
    return new Content(
            manifest.sha256(),
            tokenizer.sha256(),
            pieces.sha256(),
            manifest.configuration(),
            source.layout().entries(),
            model.export().map(CompiledFolder::sha256))
        .sha256();
  }

  private Written write(String name, byte[] content, FileOpener opener) throws IOException {
    try (CheckedOutput output = new CheckedOutput(opener.create(folder.resolve(name)))) {
      output.write(ByteBuffer.wrap(content));
      return output.finish();
    }
  }

  /** Returns the SHA-256 of a file of weights that is not written. */
  private static String sha256(ParameterWriter weights) throws IOException {
    MessageDigest digest = Checksum.SHA256.digest();
    weights.write(digest::update, TransferListener.SILENT);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String sha256(OnnxExport network) {
    MessageDigest digest = Checksum.SHA256.digest();
    network.addTo(digest);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The content of a model, which does not depend on its graphs. */
  private record Content(
      String weights,
      String tokenizer,
      String pieces,
      NetworkSizes configuration,
      Map<String, WeightsFile.Entry> parameters,
      Optional<String> network) {
    String sha256() throws IOException {
      return HexFormat.of().formatHex(Checksum.SHA256.digest().digest(JsonRecords.write(this)));
    }
  }

  /**
   * Checks every file and returns the model.
   *
   * @throws DamagedModelException if a file is missing or is not as it was written
   */
  CompiledModel read() throws IOException, DamagedModelException {
    return open(model -> model, model -> {});
  }

  /**
   * Checks every file and opens the model. The weights, which are long, are read through while it
   * is being opened.
   *
   * @param opener opens the model; only the length of its weights is checked before
   * @param closer closes the opened model if its weights turn out to be damaged
   * @return the opened model
   * @throws DamagedModelException if a file is missing or is not as it was written, also where
   *     {@code opener} throws
   */
  <T> T open(Function<CompiledModel, T> opener, Consumer<T> closer)
      throws IOException, DamagedModelException {
    Manifest manifest = manifest();
    for (Map.Entry<String, StoredFile> file : manifest.files().entrySet()) {
      requireSize(file.getKey(), file.getValue().size());
    }
    Ahead<String> checksum = Ahead.start(this::checksumOfWeights);
    T opened;
    try {
      for (Map.Entry<String, StoredFile> file : manifest.files().entrySet()) {
        if (!file.getKey().equals(WEIGHTS)) {
          requireChecksum(manifest, file.getKey(), checksum(file.getKey()));
        }
      }
      opened = opener.apply(model(manifest));
    } catch (DamagedModelException | IOException | RuntimeException e) {
      requireWeights(manifest, checksum);
      throw e;
    }
    try {
      requireWeights(manifest, checksum);
    } catch (DamagedModelException | IOException e) {
      closer.accept(opened);
      throw e;
    }
    return opened;
  }

  /**
   * Reads the manifest, without checking the other files.
   *
   * @throws DamagedModelException if that is missing, or not as it was written
   */
  Manifest manifest() throws IOException, DamagedModelException {
    try {
      byte[] manifest = Files.readAllBytes(folder.resolve(MANIFEST));
      CRC32C crc = new CRC32C();
      crc.update(manifest);
      String seal = Files.readString(folder.resolve(SEAL), StandardCharsets.ISO_8859_1);
      if (!CheckedOutput.hex(crc).equals(seal)) {
        throw new DamagedModelException("the checksum of " + MANIFEST + " is wrong");
      }
      return JsonRecords.read(manifest, Manifest.class);
    } catch (NoSuchFileException e) {
      throw new DamagedModelException(folder.relativize(Path.of(e.getFile())) + " is missing", e);
    } catch (JsonProcessingException e) {
      throw new DamagedModelException(MANIFEST + " is not of this version of Infill", e);
    }
  }

  private CompiledModel model(Manifest manifest) throws IOException {
    String json = Files.readString(folder.resolve(TOKENIZER));
    byte[] pieces = Files.readAllBytes(folder.resolve(PIECES));
    return new CompiledModel(
        manifest, folder, TokenizerFile.of(json, JsonRecords.read(pieces, Pieces.class)));
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

  private static void requireWeights(Manifest manifest, Ahead<String> checksum)
      throws IOException, DamagedModelException {
    try {
      requireChecksum(manifest, WEIGHTS, checksum.get());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void requireChecksum(Manifest manifest, String name, String checksum)
      throws DamagedModelException {
    StoredFile file = manifest.files().get(name);
    if (file == null || !file.crc32c().equals(checksum)) {
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
