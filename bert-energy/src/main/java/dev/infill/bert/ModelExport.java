package dev.infill.bert;

import ai.onnx.proto.OnnxMl;
import dev.infill.bert.graph.network.BertGraph;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.weights.ModelCard;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The conditionals of a compiled model as an ONNX model that other programs run: {@code model.onnx}
 * with what its inputs and outputs mean written into it, its weights, and its vocabulary or
 * tokenizer.
 *
 * @param model the model
 * @param conditionals the graph of its conditionals
 * @param maskId the token of a blank
 */
record ModelExport(CompiledModel model, Path conditionals, int maskId) {
  private static final Map<String, String> MEANINGS =
      Map.of(
          BertGraph.INPUT_IDS,
          "int64 [N, T]: the token ids of N sequences of T tokens each, with the special tokens at"
              + " both ends. All have the same length: there is no padding.",
          BertGraph.POSITIONS,
          "int64 [N, P]: the positions of each sequence, from 0, whose conditionals are asked for",
          BertGraph.LOGITS,
          "float [N, P, V]: the logits of all tokens at these positions",
          BertGraph.LOG_NORMALIZER,
          "float [N, P]: the log of the sum of exp of the logits; log f of a token, in nats, is its"
              + " logit less this");

  /**
   * Refuses a folder that cannot be made.
   *
   * @throws InvalidInputException for field {@code out} if there is something of that name
   */
  static void check(Path folder) {
    if (Files.exists(folder)) {
      throw new InvalidInputException("out", folder + " is there; name a folder that is not");
    }
  }

  /**
   * Writes the files into a new folder, which is there whole or not at all.
   *
   * @param folder its name
   * @throws InvalidInputException for field {@code out} if there is something of that name
   * @throws UncheckedIOException if it cannot be written; the message is one line
   */
  void write(Path folder) {
    check(folder);
    // What a killed process left has the same name, and is replaced.
    Path unfinished =
        folder.toAbsolutePath().resolveSibling("." + folder.getFileName() + ".unfinished");
    try {
      delete(unfinished);
      DurableFolders.create(unfinished);
      try {
        fill(unfinished);
        DurableFolders.rename(unfinished, folder);
      } finally {
        delete(unfinished);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written: %s".formatted(folder, FailureReason.of(e)), e);
    }
  }

  private void fill(Path folder) throws IOException {
    write(folder.resolve("model.onnx"), documented()::writeTo);
    for (String file : model.manifest().files().keySet()) {
      if (!model.manifest().graphs().contains(file)) {
        write(folder.resolve(file), out -> Files.copy(model.folder().resolve(file), out));
      }
    }
  }

  /** Writes the bytes of a file. */
  @FunctionalInterface
  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a new file, with the rights of new files, onto the disk. */
  private static void write(Path file, Content content) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel)) {
      content.writeTo(out);
      channel.force(true);
    }
  }

  /** Deletes a folder with the files in it, if it is there. */
  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private OnnxMl.ModelProto documented() throws IOException {
    OnnxMl.ModelProto.Builder documented =
        OnnxMl.ModelProto.parseFrom(Files.readAllBytes(conditionals)).toBuilder();
    documented.getGraphBuilder().getInputBuilderList().forEach(ModelExport::document);
    documented.getGraphBuilder().getOutputBuilderList().forEach(ModelExport::document);
    Map<String, String> properties = new TreeMap<>();
    properties.put("mask_id", Integer.toString(maskId));
    properties.put(
        "max_positions", Integer.toString(model.manifest().configuration().maxPositions()));
    properties.put("lower_case", Boolean.toString(model.manifest().lowerCase()));
    Optional<ModelCard> card = model.manifest().card();
    card.ifPresent(own -> properties.put("family", own.family()));
    card.flatMap(ModelCard::license).ifPresent(license -> properties.put("license", license));
    properties.forEach(
        (key, value) -> documented.addMetadataPropsBuilder().setKey(key).setValue(value));
    return documented.build();
  }

  private static void document(OnnxMl.ValueInfoProto.Builder value) {
    String meaning = MEANINGS.get(value.getName());
    if (meaning == null) {
      throw new IllegalStateException("nothing says what " + value.getName() + " means");
    }
    value.setDocString(meaning);
  }
}
