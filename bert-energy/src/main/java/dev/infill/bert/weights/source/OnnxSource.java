package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.ExternalData;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.OnnxFile;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.source.ModelFamily.Positions;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A model that was exported to ONNX: a file {@code *.onnx} with a tokenizer. The tokenizer is in
 * the same folder or, as on the Hugging Face hub, in the folder above a folder {@code onnx}.
 */
record OnnxSource(String name, Path file) implements WeightsSource {
  private static final String FAMILY = "ONNX graph";
  private static final String SUFFIX = ".onnx";
  private static final String SUBFOLDER = "onnx";
  private static final String USUAL_FILE = "model.onnx";

  /** Says whether a path is that of an ONNX file. */
  static boolean isFile(Path path) {
    return Objects.toString(path.getFileName(), "").endsWith(SUFFIX) && Files.isRegularFile(path);
  }

  /**
   * Finds the export in a folder: {@code model.onnx}, else the only file of its kind; in the folder
   * itself, else in its folder {@code onnx}.
   *
   * @throws InvalidInputException for field {@code model} if there are several others
   */
  static Optional<OnnxSource> in(Path folder) {
    for (Path place : List.of(folder, folder.resolve(SUBFOLDER))) {
      TreeSet<String> files = files(folder, place);
      if (files.contains(USUAL_FILE) || files.size() == 1) {
        String file = files.contains(USUAL_FILE) ? USUAL_FILE : files.first();
        return Optional.of(new OnnxSource(folder.toString(), place.resolve(file)));
      }
      if (!files.isEmpty()) {
        throw new InvalidInputException(
            "model",
            "model %s has no %s but several others: give the path of one of %s"
                .formatted(folder, USUAL_FILE, PrintableName.of(String.join(", ", files))));
      }
    }
    return Optional.empty();
  }

  private static TreeSet<String> files(Path folder, Path place) {
    TreeSet<String> names = new TreeSet<>();
    if (Files.isDirectory(place)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "*" + SUFFIX)) {
        files.forEach(file -> names.add(file.getFileName().toString()));
      } catch (IOException e) {
        throw new InvalidInputException("model", "cannot read the model " + folder, e);
      }
    }
    return names;
  }

  /** Returns the folder of the tokenizer and the configuration. */
  Path texts() {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Path above = folder.getParent();
    boolean hasTokenizer =
        Stream.of(HuggingFaceFolder.TOKENIZER, HuggingFaceFolder.VOCABULARY)
            .anyMatch(name -> Files.exists(folder.resolve(name)));
    return !hasTokenizer && above != null && folder.endsWith(SUBFOLDER) ? above : folder;
  }

  @Override
  public SourceFiles files() throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    List<Path> files = new ArrayList<>(List.of(file));
    externalFiles().forEach(data -> files.add(folder.resolve(data)));
    HuggingFaceFolder.TEXTS.forEach(name -> files.add(texts().resolve(name)));
    return SourceFiles.of(file.toRealPath().toString(), files);
  }

  private Iterable<String> externalFiles() throws IOException {
    ExternalData external = new ExternalData(file);
    try {
      OnnxFile.read(file, external);
    } catch (MalformedFileException e) {
      // The fault is reported when the file is opened, since no compiled model is found.
      return List.of();
    }
    return external.files();
  }

  @Override
  public ModelBundle open(Path scratch, TransferListener progress) throws IOException {
    Path texts = texts();
    ModelFileReading reading = new ModelFileReading(name);
    OptionalLong positions =
        reading.of(HuggingFaceFolder.CONFIGURATION, () -> configuredPositions(texts));
    OnnxExport export =
        reading.of(
            file.getFileName().toString(),
            () -> OnnxExport.of(OnnxFile.read(file, new ExternalData(file)), positions));
    return new ModelBundle(
        name,
        FAMILY,
        export.sizes(),
        Optional.of(export),
        HuggingFaceTokenizer.read(texts, export.sizes().vocabularySize(), true, reading),
        export.parameters());
  }

  /** Returns the most pieces of a text by the configuration, if there is one. */
  private static OptionalLong configuredPositions(Path folder) throws IOException {
    Path file = folder.resolve(HuggingFaceFolder.CONFIGURATION);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    JsonNode config = BoundedJson.object(file);
    JsonNode positions = config.path("max_position_embeddings");
    if (!positions.isIntegralNumber()) {
      return OptionalLong.empty();
    }
    boolean afterPadding =
        ModelFamilies.of(config.path("model_type").asText())
            .filter(family -> family.network().positions() == Positions.LEARNED_AFTER_PADDING)
            .isPresent();
    long first = afterPadding ? config.path("pad_token_id").asLong(1) + 1 : 0;
    if (!positions.canConvertToInt() || positions.longValue() - first < 3) {
      throw new MalformedFileException(
          "says that max_position_embeddings is " + PrintableName.of(positions.toString()));
    }
    return OptionalLong.of(positions.longValue() - first);
  }
}
