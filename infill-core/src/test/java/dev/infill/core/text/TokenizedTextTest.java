package dev.infill.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizedTextTest {
  @Test
  void tellsPiecesAndBlanks() {
    TokenizedText text = new TokenizedText(new int[] {2, 9, 4, 4, 3}, new int[] {2, 3});

    assertThat(text.length()).isEqualTo(5);
    assertThat(text.blankCount()).isEqualTo(2);
    assertThat(text.piece(1)).isEqualTo(9);
    assertThat(text.blankPosition(1)).isEqualTo(3);
    TokenizedText other = text.withBlanksAt(List.of(1));
    assertThat(other.pieces()).containsExactly(2, 9, 4, 4, 3);
    assertThat(other.blanks()).containsExactly(1);
    assertThat(text.blanks()).containsExactly(2, 3);
  }

  @Test
  void sharesNoArray() {
    int[] pieces = {2, 4, 3};
    int[] blanks = {1};
    TokenizedText text = new TokenizedText(pieces, blanks);
    pieces[1] = 7;
    blanks[0] = 0;
    text.pieces()[1] = 7;
    text.blanks()[0] = 0;

    assertThat(text.piece(1)).isEqualTo(4);
    assertThat(text.blankPosition(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "3", "1,1", "2,1"})
  void rejectsBlanksThatAreNotAscendingPositions(String blanks) {
    List<Integer> positions =
        List.of(blanks.split(",", -1)).stream().map(Integer::valueOf).toList();

    assertThatThrownBy(() -> new TokenizedText(new int[3], new int[0]).withBlanksAt(positions))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
