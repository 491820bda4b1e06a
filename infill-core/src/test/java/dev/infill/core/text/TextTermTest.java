package dev.infill.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTermTest {
  @ParameterizedTest
  @CsvSource({
    "rain, the Rain fell, 1",
    "RAIN, rain, 1",
    "rain, '(rain)', 1",
    "rain, rain-coat, 1",
    "rain, training, 0",
    "rain, rains, 0",
    "rain, a train in the rain, 1",
    "a a, xa a a, 1",
    "rain, '\uD835\uDCB3rain', 0",
    "rain, 'e\u0301rain', 0",
    "rain, rain2, 0",
    "rain, rain_, 0",
    "rain, 'rain\u0301', 0",
    "new york, in New York ., 1",
    "new york, newyork, 0",
    "élan, ÉLAN, 1",
    "c++, I write C++ ., 1",
    "a.b, axb, 0"
  })
  void aKeywordIsAWholeWordInCapitalsOrNot(String word, String text, double value) {
    assertThat(values(TextTerm.keyword(word), text, "nothing")).containsExactly(value, 0.0);
  }

  @Test
  void aKeywordIsNotBlank() {
    assertThatThrownBy(() -> TextTerm.keyword(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a keyword is a word, not ' '");
  }

  @Test
  void aTermHasANameAndAFiniteWeight() {
    TextTerm length = TextTerm.of(String::length);
    assertThatThrownBy(() -> new WeightedTerm(" ", 1, length)).hasMessage("a term has a name");
    assertThatThrownBy(() -> new WeightedTerm("length", Double.NaN, length))
        .hasMessage("the weight of the term 'length' must be a finite number, not NaN");
    assertThat(values(length, "a", "abc")).containsExactly(1.0, 3.0);
  }

  private static List<Double> values(TextTerm term, String... texts) {
    return term.values(Stream.of(texts).map(text -> new FilledText(text, List.of())).toList());
  }
}
