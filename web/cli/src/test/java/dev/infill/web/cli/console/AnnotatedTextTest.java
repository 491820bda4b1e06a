package dev.infill.web.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.web.cli.console.AnnotatedText.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnotatedTextTest {
  private static final Palette PLAIN = new Palette(false);

  @Test
  void labelsStandBelowTheirSpansAlsoAfterALineBreak() {
    AnnotatedText text =
        new AnnotatedText(
            "the old man walked home", List.of(new Span(4, 7, "71%"), new Span(19, 23, "9.0%")));

    assertThat(text.lines(18, PLAIN))
        .containsExactly("the old man walked", "    71%", "home", "9.0%");
  }

  @Test
  void labelsOfShortNeighboursMoveApart() {
    AnnotatedText text =
        new AnnotatedText("a b c", List.of(new Span(0, 1, "<0.1%"), new Span(2, 3, "100%")));

    assertThat(text.lines(80, PLAIN)).containsExactly("a b c", "<0.1% 100%");
  }

  @Test
  void closingPunctuationStaysWithTheWordBeforeIt() {
    AnnotatedText text = new AnnotatedText("he left her ) .", List.of(new Span(8, 11, "40%")));

    assertThat(text.lines(13, PLAIN)).containsExactly("he left", "her ) .", "40%");
  }

  @Test
  void labelsAtTheEndOfALineDoNotStickOut() {
    AnnotatedText text = new AnnotatedText("the old a", List.of(new Span(8, 9, "<0.1%")));

    assertThat(text.lines(9, PLAIN)).containsExactly("the old a", "    <0.1%");
  }

  @Test
  void wideAndCombiningCharactersCountAsTheColumnsTheyTake() {
    AnnotatedText text = new AnnotatedText("日本 e\u0301 x", List.of(new Span(6, 7, "5%")));

    assertThat(text.lines(80, PLAIN)).containsExactly("日本 e\u0301 x", " ".repeat(7) + "5%");
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    assertThat(new AnnotatedText("a\u001b[2Jb\tc", List.of()).lines(80, PLAIN))
        .containsExactly("a [2Jb c");
  }

  @Test
  void marksTheSpans() {
    AnnotatedText text = new AnnotatedText("a b", List.of(new Span(2, 3, "5%")));

    assertThat(text.lines(80, new Palette(true)))
        .containsExactly("a \u001b[1;36mb\u001b[0m", "\u001b[2m  5%\u001b[0m");
  }
}
