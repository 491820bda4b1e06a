package dev.infill.bert.weights;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An unpacked model: a folder with {@code assets/vocab.txt} and {@code variables/}.
 *
 * @param folder the folder
 */
record CheckpointFolder(Path folder) implements WeightsSource {
  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public Identity identity() throws IOException {
    List<String> states = new ArrayList<>();
    for (String file :
        List.of(
            CheckpointFiles.VOCABULARY,
            CheckpointFiles.OPTIONS,
            CheckpointFiles.INDEX,
            CheckpointFiles.DATA)) {
      Path path = folder.resolve(file);
      states.add(Files.exists(path) ? FileState.of(path) : "absent");
    }
    return new Identity(folder.toRealPath().toString(), String.join(", ", states));
  }

  @Override
  public BertWeights open(Path scratch, TransferListener progress) throws IOException {
    return TensorFlowCheckpoint.open(
        name(),
        new CheckpointFiles(folder),
        new ModelFileReading(name())
            .of(StatedLicense.README, () -> StatedLicense.ofReadme(folder)));
  }
}
