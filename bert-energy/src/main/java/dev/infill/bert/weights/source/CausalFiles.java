package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.LogitsExport;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.ExternalData;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxFile;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A causal language model that was exported to ONNX: the graph, and in its folder the tokenizer and
 * a {@code config.json}.
 *
 * @param file the ONNX file
 * @param export what the graph is
 * @param folder that of the tokenizer
 * @param maxPositions the most pieces of a text, as the configuration says
 * @param begin the piece that texts begin with; empty if the configuration names none
 */
public record CausalFiles(
    Path file, LogitsExport export, Path folder, int maxPositions, OptionalInt begin) {
  /** GPT-2 calls its positions otherwise. */
  private static final String[] POSITIONS = {"max_position_embeddings", "n_positions"};

  private static final String BEGIN = "bos_token_id";

  /**
   * Reads them.
   *
   * @param file the ONNX file
   * @throws InvalidInputException for field {@code model} if a file is missing, damaged, or not of
   *     a causal language model
   * @throws IOException if a file cannot be read
   */
  public static CausalFiles read(Path file) throws IOException {
    OnnxSource.requireFile(file);
    ModelFileReading reading = new ModelFileReading(file.toString());
    Path folder = new OnnxSource(file.toString(), file).texts();
    LogitsExport export =
        reading.of(
            file.getFileName().toString(),
            () ->
                LogitsExport.of(
                    OnnxFile.read(file, new ExternalData(file)),
                    LogitsExport.Task.TEXT_GENERATION));
    Path configuration = folder.resolve(HuggingFaceFolder.CONFIGURATION);
    return reading.of(
        HuggingFaceFolder.CONFIGURATION,
        () -> {
          if (!Files.exists(configuration)) {
            throw new MalformedFileException("is missing: it says how long texts can be");
          }
          JsonNode options = BoundedJson.object(configuration);
          int positions =
              Stream.of(POSITIONS)
                  .map(options::path)
                  .filter(CausalFiles::isCount)
                  .mapToInt(JsonNode::asInt)
                  .filter(number -> number > 1)
                  .findFirst()
                  .orElse(0);
          if (positions == 0) {
            throw new MalformedFileException(
                "does not tell how long texts can be (%s)"
                    .formatted(String.join(" or ", POSITIONS)));
          }
          JsonNode begin = options.path(BEGIN);
          return new CausalFiles(
              file,
              export,
              folder,
              positions,
              isCount(begin) ? OptionalInt.of(begin.asInt()) : OptionalInt.empty());
        });
  }

  private static boolean isCount(JsonNode number) {
    return number.isIntegralNumber() && number.canConvertToInt() && number.asInt() >= 0;
  }

  /**
   * Reads the tokenizer.
   *
   * @param size V, how many tokens it must have
   * @throws InvalidInputException for field {@code model} if there is none, it is damaged, or has
   *     another number of tokens
   * @throws IOException if it cannot be read
   */
  public TokenizerFile tokenizer(int size) throws IOException {
    Path tokenizer = folder.resolve(HuggingFaceFolder.TOKENIZER);
    return new ModelFileReading(file.toString())
        .of(
            HuggingFaceFolder.TOKENIZER,
            () -> {
              if (!Files.exists(tokenizer)) {
                throw new MalformedFileException("is missing: it holds the tokenizer");
              }
              return TokenizerFile.withoutMask(
                  BoundedJson.bytes(tokenizer, HuggingFacePieces.MOST_TOKENIZER_BYTES), size);
            });
  }
}
