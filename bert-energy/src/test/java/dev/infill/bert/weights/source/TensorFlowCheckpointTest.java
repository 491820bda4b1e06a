package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.bert.weights.format.LevelDbTable;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorFlowCheckpointTest {
  private static final String BIAS = "cls/predictions/output_bias";

  @TempDir Path folder = Path.of("");
  private final SyntheticCheckpoint checkpoint = new SyntheticCheckpoint(7);

  private ModelBundle open() throws IOException {
    return open("some model");
  }

  private ModelBundle open(String name) throws IOException {
    return TensorFlowCheckpoint.open(name, new CheckpointFolder(folder));
  }

  private void assertRefused(String file, String... parts) throws IOException {
    checkpoint.writeFolder(folder);
    assertRefusedAsWritten(file, parts);
  }

  private void assertRefusedAsWritten(String file, String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open().close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).startsWith("model some model: " + file + " "))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  @Test
  void readsEveryParameterAsItWasWritten() throws IOException {
    checkpoint.writeFolder(folder);
    try (ModelBundle weights = open()) {
      assertThat(weights.parameters().names()).isEqualTo(checkpoint.parameters.keySet());
      for (Map.Entry<String, SyntheticCheckpoint.Parameter> parameter :
          checkpoint.parameters.entrySet()) {
        assertThat(weights.parameters().shape(parameter.getKey()))
            .isEqualTo(parameter.getValue().shape());
        assertThat(weights.parameters().read(parameter.getKey()))
            .isEqualTo(parameter.getValue().values());
      }
    }
  }

  @Test
  void infersTheConfigurationFromTheShapes() throws IOException {
    checkpoint.writeFolder(folder);
    try (ModelBundle weights = open()) {
      assertThat(weights.configuration())
          .isEqualTo(new BertConfiguration(20, 128, 2, 2, 192, 16, 1e-12));
      assertThat(weights.tokenizer().pieces().tokens()).isEqualTo(SyntheticCheckpoint.VOCABULARY);
      assertThat(weights.name()).isEqualTo("some model");
    }
  }

  @Test
  void asksForKnownParametersOnly() throws IOException {
    checkpoint.writeFolder(folder);
    try (ModelBundle weights = open()) {
      assertThatThrownBy(() -> weights.parameters().read("bert/embeddings/none"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"doLowerCase\": false}', bert-uncased, false, false",
    "'{\"doLowerCase\": true}', bert-cased, true, true",
    "'{}', my-BERT-Uncased-model, true, true",
    "'', BERT-multi-Cased, false, false",
    "'', mine, false, true",
    "'', mine, true, false"
  })
  void knowsWhetherTheModelIsLowerCase(
      String options, String name, boolean capitals, boolean expected) throws IOException {
    checkpoint.options = options;
    if (capitals) {
      List<String> vocabulary = new ArrayList<>(checkpoint.vocabulary);
      vocabulary.set(8, "Cat");
      checkpoint.vocabulary = vocabulary;
    }
    checkpoint.writeFolder(folder);
    if (options.isEmpty()) {
      Files.delete(folder.resolve(CheckpointFolder.OPTIONS));
    }
    try (ModelBundle weights = open(name)) {
      assertThat(weights.tokenizer().pieces().lowerCase()).isEqualTo(expected);
    }
  }

  @Test
  void takesWindowsLineEnds() throws IOException {
    checkpoint.writeFolder(folder);
    Files.writeString(
        folder.resolve(CheckpointFolder.VOCABULARY), String.join("\r\n", checkpoint.vocabulary));
    try (ModelBundle weights = open()) {
      assertThat(weights.tokenizer().pieces().tokens()).isEqualTo(SyntheticCheckpoint.VOCABULARY);
    }
  }

  @Test
  void refusesAnIndexThatIsCutOffAnywhere() {
    byte[] index = checkpoint.index();
    for (int length = 0; length < index.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(index, 0, length);
      assertThatThrownBy(() -> LevelDbTable.read(cut))
          .as("cut to %d of %d bytes", length, index.length)
          .isInstanceOf(MalformedFileException.class);
    }
  }

  @Test
  void seesEveryChangedByteOfAnIndex() throws IOException {
    byte[] index = checkpoint.index();
    Map<String, ByteBuffer> original = LevelDbTable.read(ByteBuffer.wrap(index));
    List<Integer> unseen = new ArrayList<>();
    for (int at = 0; at < index.length; at++) {
      byte[] changed = index.clone();
      changed[at] ^= 0x41;
      try {
        Map<String, ByteBuffer> read = LevelDbTable.read(ByteBuffer.wrap(changed));
        assertThat(read).as("byte %d changed", at).isEqualTo(original);
        unseen.add(at);
      } catch (MalformedFileException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    // The footer's padding carries nothing.
    assertThat(unseen).allMatch(at -> at >= index.length - 48 && at < index.length - 8);
  }

  @Test
  void refusesAnIndexCutOffOnDisk() throws IOException {
    checkpoint.writeFolder(folder);
    byte[] index = checkpoint.index();
    for (int length : new int[] {0, 1, 47, 48, index.length / 2, index.length - 1}) {
      Files.write(folder.resolve(CheckpointFolder.INDEX), Arrays.copyOf(index, length));
      assertRefusedAsWritten(CheckpointFolder.INDEX, "cut off");
    }
  }

  @Test
  void refusesDataThatAreCutOff() throws IOException {
    byte[] data = checkpoint.data();
    checkpoint.writeFolder(folder);
    for (int length : new int[] {0, 1, data.length / 2, data.length - 1}) {
      Files.write(folder.resolve(CheckpointFolder.DATA), Arrays.copyOf(data, length));
      assertRefusedAsWritten(CheckpointFolder.DATA, "cut off", String.valueOf(length));
    }
  }

  @Test
  void seesAChangedByteInEveryParameter() throws IOException {
    byte[] data = checkpoint.data();
    checkpoint.writeFolder(folder);
    int end = 0;
    for (Map.Entry<String, SyntheticCheckpoint.Parameter> parameter :
        checkpoint.parameters.entrySet()) {
      int start = end;
      end += parameter.getValue().values().capacity() * Float.BYTES;
      for (int at : new int[] {start, (start + end) / 2, end - 1}) {
        byte[] changed = data.clone();
        changed[at] ^= 1;
        Files.write(folder.resolve(CheckpointFolder.DATA), changed);
        try (ModelBundle weights = open()) {
          assertThatThrownBy(() -> weights.parameters().read(parameter.getKey()))
              .isInstanceOf(InvalidInputException.class)
              .hasMessageContaining(CheckpointFolder.DATA)
              .hasMessageContaining("checksum of " + parameter.getKey() + " is wrong");
        }
      }
    }
  }

  @Test
  void seesDataCutOffWhileTheyAreRead() throws IOException {
    checkpoint.writeFolder(folder);
    byte[] data = checkpoint.data();
    try (ModelBundle weights = open()) {
      Files.write(folder.resolve(CheckpointFolder.DATA), Arrays.copyOf(data, data.length - 1));
      String last = checkpoint.parameters.lastKey();
      assertThatThrownBy(() -> weights.parameters().read(last))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("ends in the middle of " + last);
    }
  }

  @Test
  void refusesEachMissingParameter() throws IOException {
    for (String parameter : List.copyOf(checkpoint.parameters.keySet())) {
      if (parameter.startsWith("bert/pooler")) {
        continue;
      }
      SyntheticCheckpoint.Parameter removed = checkpoint.parameters.remove(parameter);
      assertThat(removed).isNotNull();
      assertRefused(CheckpointFolder.INDEX, "lacks " + parameter);
      checkpoint.parameters.put(parameter, removed);
    }
  }

  @Test
  void needsNoPooler() throws IOException {
    checkpoint.parameters.keySet().removeIf(parameter -> parameter.startsWith("bert/pooler"));
    checkpoint.writeFolder(folder);
    try (ModelBundle weights = open()) {
      assertThat(weights.parameters().names()).isEqualTo(checkpoint.parameters.keySet());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bert/encoder/layer_0/attention/self/query/adapter",
        "bert/embeddings/word_embeddings_2",
        "cls/predictions/decoder",
        "global_step"
      })
  void refusesUnknownParameters(String parameter) throws IOException {
    checkpoint.reshape(parameter, 3, 2);
    assertRefused(CheckpointFolder.INDEX, "holds " + parameter + ", which no BERT has");
  }

  @Test
  void refusesEachParameterOfAnotherShape() throws IOException {
    for (String parameter : List.copyOf(checkpoint.parameters.keySet())) {
      SyntheticCheckpoint.Parameter right = checkpoint.parameters.get(parameter);
      assertThat(right).isNotNull();
      checkpoint.reshape(parameter, 5, 7, 2);
      assertRefused(CheckpointFolder.INDEX, "holds " + parameter + " of shape [5, 7, 2]");
      checkpoint.parameters.put(parameter, right);
    }
  }

  @Test
  void refusesAGapInTheLayers() throws IOException {
    TreeMap<String, SyntheticCheckpoint.Parameter> moved = new TreeMap<>();
    checkpoint.parameters.forEach(
        (name, parameter) -> moved.put(name.replace("layer_1/", "layer_2/"), parameter));
    checkpoint.parameters.clear();
    checkpoint.parameters.putAll(moved);
    assertRefused(CheckpointFolder.INDEX, "lacks bert/encoder/layer_1/");
  }

  @Test
  void refusesAWidthThatNoNumberOfHeadsDivides() throws IOException {
    checkpoint.reshape("bert/embeddings/word_embeddings", 20, 100);
    assertRefused(CheckpointFolder.INDEX, "width 100, not a multiple of 64");
  }

  @Test
  void refusesOtherElementTypes() throws IOException {
    checkpoint.extraFields.put(BIAS, new byte[] {0x08, 9});
    assertRefused(CheckpointFolder.INDEX, BIAS + " of TensorFlow's type 9", "float32");
  }

  @Test
  void refusesPartitionedVariables() throws IOException {
    checkpoint.extraFields.put(BIAS, new byte[] {0x3a, 0});
    assertRefused(CheckpointFolder.INDEX, "partitioned");
  }

  @Test
  void refusesASizeThatTheShapeDoesNotHave() throws IOException {
    checkpoint.extraFields.put(BIAS, new byte[] {0x28, 76});
    assertRefused(CheckpointFolder.INDEX, BIAS + " of shape [20] in 76 bytes");
  }

  @Test
  void refusesAnOffsetBeyondTheData() throws IOException {
    checkpoint.extraFields.put(BIAS, new byte[] {0x20, -1, -1, -1, -1, -1, -1, -1, 0x7f});
    assertRefused(CheckpointFolder.DATA, "cut off", BIAS);
    checkpoint.extraFields.put(BIAS, new byte[] {0x20, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    assertRefused(CheckpointFolder.INDEX, BIAS, "which cannot be");
  }

  @Test
  void skipsFieldsThatItDoesNotKnow() throws IOException {
    checkpoint.extraFields.put(
        BIAS, new byte[] {0x48, 5, 0x51, 1, 2, 3, 4, 5, 6, 7, 8, 0x5a, 2, 1, 1, 0x65, 1, 2, 3, 4});
    checkpoint.writeFolder(folder);
    try (ModelBundle weights = open()) {
      assertThat(weights.parameters().read(BIAS).remaining()).isEqualTo(20);
    }
  }

  @Test
  void refusesSeveralDataFilesAndBigEndianOnes() throws IOException {
    checkpoint.header = new byte[] {0x08, 2};
    assertRefused(CheckpointFolder.INDEX, "2 data files");
    checkpoint.header = new byte[] {0x08, 1, 0x10, 1};
    assertRefused(CheckpointFolder.INDEX, "big-endian");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {CheckpointFolder.VOCABULARY, CheckpointFolder.INDEX, CheckpointFolder.DATA})
  void namesAFileThatIsMissing(String file) throws IOException {
    checkpoint.writeFolder(folder);
    Files.delete(folder.resolve(file));
    assertRefusedAsWritten(file, "is missing");
  }

  @Test
  void refusesAVocabularyOfAnotherSize() throws IOException {
    List<String> pieces = checkpoint.vocabulary;
    checkpoint.vocabulary = pieces.subList(0, 9);
    assertRefused(CheckpointFolder.VOCABULARY, "9 tokens for 20 word embeddings");
    checkpoint.vocabulary = Stream.concat(pieces.stream(), Stream.of("more")).toList();
    assertRefused(CheckpointFolder.VOCABULARY, "21 tokens for 20 word embeddings");
  }

  @Test
  void refusesAPieceThatStandsTwice() throws IOException {
    List<String> vocabulary = new ArrayList<>(checkpoint.vocabulary);
    vocabulary.set(9, "cat");
    checkpoint.vocabulary = vocabulary;
    assertRefused(CheckpointFolder.VOCABULARY, "'cat' twice");
  }

  @Test
  void refusesAVocabularyThatIsNotUtf8() throws IOException {
    checkpoint.writeFolder(folder);
    Files.write(
        folder.resolve(CheckpointFolder.VOCABULARY), "é\n".getBytes(StandardCharsets.ISO_8859_1));
    assertRefusedAsWritten(CheckpointFolder.VOCABULARY, "is not UTF-8");
  }

  @Test
  void refusesOptionsThatAreNotJson() throws IOException {
    checkpoint.options = "{doLower";
    assertRefused(CheckpointFolder.OPTIONS, "there is no JSON that can be read");
  }
}
