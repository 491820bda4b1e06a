package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextReading;
import dev.infill.core.task.TextWindow;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWindowTest {
  /** The model reads 14 words beside [CLS] and [SEP]. */
  private final TinyLanguageModel model = new TinyLanguageModel();

  private final Infiller infiller = new Infiller(model);

  private static SampleSettings settings() {
    return SampleSettings.defaults().withSeed(3).with(Settings.STEPS, 30);
  }

  @ParameterizedTest
  @CsvSource({
    // As many words on both sides, and more on one where the other has no more.
    "20, 20, 6, 6",
    "2, 30, 2, 11",
    "30, 0, 13, 0",
    "0, 30, 0, 13",
    "5, 8, 5, 8"
  })
  void asMuchIsReadAroundTheBlanksAsFits(int before, int behind, int readBefore, int readBehind) {
    String text = "cat ".repeat(before) + "___" + " dog".repeat(behind);
    TextReading reading = infiller.prepare(BlankedText.parse(text), settings()).reading();

    if (before == readBefore && behind == readBehind) {
      assertThat(reading.window()).isEmpty();
      assertThat(reading.pieces()).isEqualTo(before + behind + 3);
    } else {
      CharSpan window = reading.window().orElseThrow();
      assertThat(text.substring(window.start(), window.end()).strip())
          .isEqualTo("cat ".repeat(readBefore) + "___" + " dog".repeat(readBehind));
      assertThat(reading.pieces()).isEqualTo(readBefore + readBehind + 3);
    }
  }

  @Test
  void figuresAreThoseOfThePartAndTheTextIsWhole() {
    String before = "Cat,  ran ".repeat(9);
    String part = " the cat ___ on [MASK:2] mat sat";
    String behind = " dog\tran".repeat(9);
    String text = before + "on on on on" + part + behind;
    SampleResult whole = infiller.sample(text, settings());
    CharSpan window = whole.reading().window().orElseThrow();
    String read = text.substring(window.start(), window.end());
    SampleResult alone = infiller.sample(read, settings());

    assertThat(window.start()).isPositive();
    assertThat(read).contains("cat ___ on [MASK:2] mat");
    assertThat(alone.reading().window()).isEmpty();
    assertThat(whole.reading().pieces()).isEqualTo(alone.reading().pieces()).isBetween(14, 16);
    assertThat(whole.text()).isEqualTo(text);
    assertThat(whole.candidates())
        .extracting(Candidate::text, Candidate::energy)
        .isEqualTo(
            alone.candidates().stream()
                .map(
                    candidate ->
                        tuple(
                            text.substring(0, window.start())
                                + candidate.text()
                                + text.substring(window.end()),
                            candidate.energy()))
                .toList());
    assertThat(whole.candidates())
        .allSatisfy(
            candidate ->
                assertThat(candidate.fills())
                    .allSatisfy(
                        fill ->
                            assertThat(candidate.text().substring(fill.start(), fill.end()))
                                .isEqualTo(fill.token().replaceFirst("^##", ""))));
  }

  @Test
  void aScoreSaysWhichPartItIsOf() {
    String before = "Cat,  ran ".repeat(9);
    String behind = " dog\tran".repeat(9);
    List<String> fills = List.of("sat", "the cat");
    Score whole =
        new Scorer(model).scoreFills(before + "the cat ___ on ___:1-2 mat sat" + behind, fills);
    CharSpan window = whole.window().orElseThrow();
    String read = whole.text().substring(window.start(), window.end());
    Score alone =
        new Scorer(model)
            .scoreFills(read.replace("cat sat on the cat mat", "cat ___ on ___:1-2 mat"), fills);

    assertThat(whole.text()).isEqualTo(before + "the cat sat on the cat mat sat" + behind);
    assertThat(read).contains("cat sat on the cat mat").hasSizeLessThan(whole.text().length());
    assertThat(alone.window()).isEmpty();
    assertThat(alone.text()).isEqualTo(read);
    assertThat(alone.energy()).isEqualTo(whole.energy());
    assertThat(alone.twoWay()).isEqualTo(whole.twoWay());
  }

  @Test
  void aTextWithoutSpacesIsCutAtItsSigns() {
    String text = "国".repeat(50) + "___" + "都".repeat(50);
    TextWindow window = TextWindow.of(signs(), BlankedText.parse(text));

    assertThat(window.longest().text()).isEqualTo("国".repeat(6) + "___" + "都".repeat(6));
    assertThat(window.tokenized().length()).isEqualTo(15);
  }

  @Test
  void blanksTooFarApartAreRefusedWithTheirDistance() {
    assertThatThrownBy(() -> infiller.sample("the ___" + " cat".repeat(13) + " ___ ."))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "from the first of the 2 blanks to the last there are 15 word pieces, and the model"
                + " reads at most 14 at once: fill those that are far from each other in texts of"
                + " their own");
    assertThat(infiller.sample("the ___" + " cat".repeat(12) + " ___ .").reading().pieces())
        .isEqualTo(16);
    assertThatThrownBy(() -> infiller.sample("___:2-16 cat"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "the blank, with what is written right beside it, takes 16 word pieces, and the model"
                + " reads at most 14 at once: write it shorter");
  }

  /** Reads every sign as a word, as BERT does. */
  private MaskedLanguageModel signs() {
    return (MaskedLanguageModel)
        Proxy.newProxyInstance(
            MaskedLanguageModel.class.getClassLoader(),
            new Class<?>[] {MaskedLanguageModel.class},
            (proxy, method, arguments) ->
                method.getName().equals("tokenize")
                    ? model.tokenize(spaced((BlankedText) arguments[0]))
                    : method.invoke(model, arguments));
  }

  private static BlankedText spaced(BlankedText text) {
    return BlankedText.parse(text.text().replaceAll("(\\p{IsHan})", " $1 "));
  }
}
