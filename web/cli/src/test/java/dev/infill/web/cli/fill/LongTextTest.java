package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.web.cli.console.AnnotatedText;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LongTextTest {
  private static final String WORDS = "one two three four five six seven eight nine ten ";

  @Test
  void aShortTextStaysAsItIs() {
    AnnotatedText text = new AnnotatedText(WORDS.repeat(4), List.of());

    assertThat(LongText.of(text, 80)).isEqualTo(text);
    assertThat(LongText.of(WORDS.repeat(4), 80)).isEqualTo(WORDS.repeat(4));
  }

  @Test
  void ofALongOneWhatStandsAroundItsBlanksIsShown() {
    String text = WORDS.repeat(9) + "a ___ b [MASK:2] c " + WORDS.repeat(9) + "___.";

    assertThat(LongText.of(text, 80))
        .isEqualTo(
            "… nine ten one two three four five six seven eight nine ten a ___ b [MASK:2] c one two"
                + " three four five six seven eight nine ten one two three … eight nine ten one two"
                + " three four five six seven eight nine ten ___.");
    assertThat(LongText.of(WORDS.repeat(20), 80))
        .startsWith("one two")
        .endsWith(" …")
        .hasSizeLessThan(80);
  }

  @Property(seed = "1", tries = 300)
  void spansHoldWhatTheyHeld(
      @ForAll @IntRange(min = 0, max = 900) int first,
      @ForAll @IntRange(min = 0, max = 900) int second) {
    String text = "ein 😀 zwei\t".repeat(60) + "x".repeat(200) + " drei";
    int from = Math.min(first, second);
    AnnotatedText whole =
        new AnnotatedText(
            text,
            List.of(
                new AnnotatedText.Span(from / 2, from / 2 + 2, "a"),
                new AnnotatedText.Span(
                    Math.max(first, second) / 2 + 2, Math.max(first, second) / 2 + 5, "b")));

    AnnotatedText shown = LongText.of(whole, 40);

    assertThat(shown.spans())
        .extracting(span -> shown.text().substring(span.start(), span.end()) + span.label())
        .isEqualTo(
            whole.spans().stream()
                .map(span -> text.substring(span.start(), span.end()) + span.label())
                .toList());
    assertThat(shown.text()).hasSizeLessThan(text.length());
  }
}
