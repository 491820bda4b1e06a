package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.ClassPathModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import opennlp.tools.models.ModelType;
import opennlp.tools.postag.POSModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartOfSpeechTaggerTest {
  private static final List<String> WORDS =
      List.of("the", "old", "man", "walked", "down", "the", "long", "street", ".");

  @Test
  void wordsAreTaggedWithUniversalDependencies() {
    assertThat(PartOfSpeechTagger.ofClassPath().tag(WORDS))
        .containsExactly(
            Set.of(PartOfSpeech.DET),
            Set.of(PartOfSpeech.ADJ),
            Set.of(PartOfSpeech.NOUN),
            Set.of(PartOfSpeech.VERB),
            Set.of(PartOfSpeech.ADP),
            Set.of(PartOfSpeech.DET),
            Set.of(PartOfSpeech.ADJ),
            Set.of(PartOfSpeech.NOUN),
            Set.of(PartOfSpeech.PUNCT));
  }

  @Test
  void aContractionHasAllOfItsParts() {
    assertThat(PartOfSpeechTagger.ofClassPath().tag(List.of("i", "can't", "walk")).get(1))
        .containsExactlyInAnyOrder(PartOfSpeech.AUX, PartOfSpeech.PART);
  }

  @Test
  void onlyWordsOfTheChosenPartsAreMasked() {
    MaskingSettings settings =
        MaskingSettings.paper()
            .withAmount(new MaskingAmount.All())
            .withMaskable(
                PartOfSpeechTagger.ofClassPath()
                    .maskable(Set.of(PartOfSpeech.NOUN, PartOfSpeech.ADJ)));

    assertThat(new Masking(settings).draw(WORDS, new SplittableRandom(1)))
        .contains(List.of(1, 2, 6, 7));
  }

  @Test
  void withoutAModelOnTheClassPathTheArtifactIsNamed() {
    assertThatThrownBy(() -> PartOfSpeechTagger.of(Optional.empty()))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("pos"))
        .hasMessageContaining("org.apache.opennlp:opennlp-models-pos-en:1.3.0")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aModelCanBeAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("pos.bin");
    ClassPathModels.english(ModelType.POS_GENERIC, POSModel.class).orElseThrow().serialize(file);

    assertThat(PartOfSpeechTagger.open(file).tag(WORDS))
        .isEqualTo(PartOfSpeechTagger.ofClassPath().tag(WORDS));
  }

  @Test
  void aFileThatIsNoModelIsTheUsersError(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("pos.bin"), "no model");

    assertThatThrownBy(() -> PartOfSpeechTagger.open(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(file + " is not a model of OpenNLP's part-of-speech tagger");
    assertThatThrownBy(() -> PartOfSpeechTagger.open(folder.resolve("none")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> PartOfSpeechTagger.open(Path.of("/dev/zero")))
        .hasMessage("/dev/zero is no regular file: no pipe or device is read");
  }

  @Test
  void atLeastOnePartIsNeeded() {
    PartOfSpeechTagger tagger = PartOfSpeechTagger.ofClassPath();
    assertThatThrownBy(() -> tagger.maskable(Set.of())).isInstanceOf(InvalidInputException.class);
  }
}
