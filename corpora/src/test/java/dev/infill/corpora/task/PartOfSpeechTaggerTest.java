package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.TextTerm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import opennlp.tools.models.DefaultClassPathModelProvider;
import opennlp.tools.models.ModelType;
import opennlp.tools.postag.POSModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** "run" is a noun and a verb; of two words both count. */
  @ParameterizedTest
  @CsvSource({
    "'the [old] man can run .', 1, ADJ, 1",
    "'the [old] man can run .', 1, NOUN, 0",
    "'the old man can [run] .', 1, VERB, 1",
    "'the old man went for a [run] .', 1, VERB, 0",
    "'the [old] man went for a [run].', 2, NOUN, 1",
    "'I saw [big old] trees there.', 1, ADJ, 1",
    "'I lived in [a house] then.', 1, NOUN, 0"
  })
  void aTermSaysWhetherABlankIsOfAPartOfSpeech(
      String marked, int blank, PartOfSpeech part, double value) {
    List<CharSpan> fills = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (String between : marked.split("[\\[\\]]", -1)) {
      fills.add(new CharSpan(text.length(), text.length() + between.length()));
      text.append(between);
    }
    fills = IntStream.range(0, fills.size()).filter(k -> k % 2 == 1).mapToObj(fills::get).toList();
    FilledText filled = new FilledText(text.toString(), fills);

    assertThat(PartOfSpeechTagger.ofClassPath().term(blank, Set.of(part)).values(List.of(filled)))
        .containsExactly(value);
  }

  @Test
  void aTermOfABlankThatTheTextHasNotIsRefused() {
    TextTerm third = PartOfSpeechTagger.ofClassPath().term(3, Set.of(PartOfSpeech.NOUN));
    FilledText one = new FilledText("a man", List.of(new CharSpan(2, 5)));

    assertThatThrownBy(() -> third.values(List.of(one)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("pos names blank 3, but the last blank of the text is blank 1");
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
    assertThatThrownBy(() -> PartOfSpeechTagger.of((language, type, model) -> null))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("pos"))
        .hasMessageContaining("org.apache.opennlp:opennlp-models-pos-en:1.3.0")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aModelCanBeAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("pos.bin");
    POSModel model =
        Objects.requireNonNull(
            new DefaultClassPathModelProvider().load("en", ModelType.POS_GENERIC, POSModel.class));
    model.serialize(file);

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
  }

  @Test
  void atLeastOnePartIsNeeded() {
    PartOfSpeechTagger tagger = PartOfSpeechTagger.ofClassPath();
    assertThatThrownBy(() -> tagger.maskable(Set.of())).isInstanceOf(InvalidInputException.class);
  }
}
