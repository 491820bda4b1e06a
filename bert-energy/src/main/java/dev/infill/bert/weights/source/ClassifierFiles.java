package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.bert.weights.LogitsExport;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.Pieces;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.ExternalData;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxFile;
import dev.infill.bert.weights.format.OnnxGraph;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A classifier of texts that was exported to ONNX: the graph, the tokenizer in its folder, and what
 * the {@code config.json} there calls its labels.
 *
 * @param file the ONNX file
 * @param export what the graph is
 * @param maxPositions the most pieces of a text
 * @param pieces what texts are cut into
 * @param labels the names of the labels in order; empty if no configuration tells them
 */
public record ClassifierFiles(
    Path file, LogitsExport export, int maxPositions, Pieces pieces, List<String> labels) {
  private static final String NAMES = "id2label";

  /** Copies the list. */
  public ClassifierFiles {
    labels = List.copyOf(labels);
  }

  /**
   * Reads them.
   *
   * @param file the ONNX file
   * @throws InvalidInputException for field {@code model} if a file is missing, damaged, or not of
   *     a classifier
   * @throws IOException if a file cannot be read
   */
  public static ClassifierFiles read(Path file) throws IOException {
    OnnxSource.requireFile(file);
    ModelFileReading reading = new ModelFileReading(file.toString());
    Path texts = new OnnxSource(file.toString(), file).texts();
    OptionalLong positions =
        reading.of(HuggingFaceFolder.CONFIGURATION, () -> OnnxSource.configuredPositions(texts));
    String name = file.getFileName().toString();
    OnnxGraph graph = reading.of(name, () -> OnnxFile.read(file, new ExternalData(file)));
    LogitsExport export =
        reading.of(name, () -> LogitsExport.of(graph, LogitsExport.Task.TEXT_CLASSIFICATION));
    ExportSizes sizes = reading.of(name, () -> OnnxExport.sizes(graph, positions));
    return new ClassifierFiles(
        file,
        export,
        sizes.maxPositions(),
        HuggingFacePieces.read(texts, sizes.vocabularySize(), true, reading),
        reading.of(HuggingFaceFolder.CONFIGURATION, () -> labels(texts)));
  }

  private static List<String> labels(Path folder) throws IOException {
    Path config = folder.resolve(HuggingFaceFolder.CONFIGURATION);
    if (!Files.exists(config)) {
      return List.of();
    }
    JsonNode names = BoundedJson.object(config).path(NAMES);
    List<String> labels = new ArrayList<>();
    for (int id = 0; id < names.size(); id++) {
      JsonNode name = names.path(String.valueOf(id));
      if (!name.isTextual()) {
        throw new MalformedFileException("has no name of the label %d in %s".formatted(id, NAMES));
      }
      labels.add(PrintableName.of(name.asText()));
    }
    return labels;
  }
}
