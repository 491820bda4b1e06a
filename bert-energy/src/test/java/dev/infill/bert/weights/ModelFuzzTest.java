package dev.infill.bert.weights;

import dev.infill.bert.hardening.Fuzzer;
import dev.infill.bert.weights.MutatedModelsTest.Form;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever stands in a file of a model, the model is read, or refused in one line. */
@Tag("exhaustive")
class ModelFuzzTest {
  private static void fuzz(String name, Form form, String file) throws Exception {
    Fuzzer.run(
        name,
        FuzzedModel.class,
        Map.of(FuzzedModel.FORM, form.name(), FuzzedModel.FILE_NAME, file));
  }

  @Tag("gate")
  @Test
  void safetensors() throws Exception {
    fuzz("safetensors", Form.SAFETENSORS, "model.safetensors");
  }

  @Test
  void configuration() throws Exception {
    fuzz("configuration", Form.SAFETENSORS, "config.json");
  }

  @Tag("gate")
  @Test
  void byteLevelTokenizer() throws Exception {
    fuzz("byteLevelTokenizer", Form.BYTE_LEVEL_TOKENIZER, "tokenizer.json");
  }

  @Test
  void unigramTokenizer() throws Exception {
    fuzz("unigramTokenizer", Form.UNIGRAM_TOKENIZER, "tokenizer.json");
  }

  @Test
  void onnx() throws Exception {
    fuzz("onnx", Form.ONNX, "model.onnx");
  }

  @Test
  void checkpointIndex() throws Exception {
    fuzz("checkpointIndex", Form.CHECKPOINT, "variables/variables.index");
  }

  @Test
  void vocabulary() throws Exception {
    fuzz("vocabulary", Form.CHECKPOINT, "assets/vocab.txt");
  }

  @Test
  void zip() throws Exception {
    fuzz("zip", Form.SMALL_ZIP, "");
  }
}
