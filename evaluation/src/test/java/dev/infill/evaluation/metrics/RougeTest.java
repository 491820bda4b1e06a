package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RougeTest {
  /** Counted by hand, as Lin (2004), Section 3, does it with "police kill the gunman". */
  @Test
  void figuresAreThoseOfTheDefinition() {
    Rouge first = Rouge.of("police kill the gunman", "police killed the gunman");
    Rouge second = Rouge.of("the gunman kill police", "police killed the gunman");

    // Three of four words; "the gunman"; "police the gunman".
    assertThat(first.rouge1()).isCloseTo(75, within(1e-9));
    assertThat(first.rouge2()).isCloseTo(100 / 3.0, within(1e-9));
    assertThat(first.rougeL()).isCloseTo(75, within(1e-9));
    // The same words and pair, in an order that has two in common: the paper's example.
    assertThat(second.rouge1()).isCloseTo(75, within(1e-9));
    assertThat(second.rouge2()).isCloseTo(100 / 3.0, within(1e-9));
    assertThat(second.rougeL()).isCloseTo(50, within(1e-9));
  }

  @Test
  void lengthsThatDifferCountOnBothSides() {
    // P = 2/2, R = 2/4, so that F1 = 2/3; one of one pair, one of three.
    Rouge rouge = Rouge.of("The cat!", "the cat, the dog");

    assertThat(rouge.rouge1()).isCloseTo(200 / 3.0, within(1e-9));
    assertThat(rouge.rouge2()).isCloseTo(50, within(1e-9));
    assertThat(rouge.rougeL()).isCloseTo(200 / 3.0, within(1e-9));
  }

  @Test
  void wordsCountAsOftenAsBothHaveThem() {
    // "the" three times, of which the reference has two: P = 2/3, R = 2/4.
    assertThat(Rouge.of("the the the", "the cat the dog").rouge1())
        .isCloseTo(100 * 4 / 7.0, within(1e-9));
  }

  @Test
  void nothingInCommonIsZero() {
    assertThat(Rouge.of("a b", "c d")).isEqualTo(new Rouge(0, 0, 0));
    assertThat(Rouge.of("", "c d")).isEqualTo(new Rouge(0, 0, 0));
    assertThat(Rouge.of("...", "!")).isEqualTo(new Rouge(0, 0, 0));
    assertThat(Rouge.of("one", "one").rouge2()).isZero();
  }

  /** Against all subsequences, by enumeration. */
  @Test
  void theLongestCommonSubsequenceIsTheLongest() {
    SplittableRandom random = new SplittableRandom(5);
    for (int k = 0; k < 200; k++) {
      List<String> own = words(random);
      List<String> other = words(random);
      int longest = 0;
      for (int kept = 0; kept < 1 << own.size(); kept++) {
        if (Integer.bitCount(kept) > longest && isSubsequence(kept, own, other)) {
          longest = Integer.bitCount(kept);
        }
      }

      assertThat(Rouge.of(String.join(" ", own), String.join(" ", other)).rougeL())
          .as("%s, %s", own, other)
          .isCloseTo(100 * 2.0 * longest / (own.size() + other.size()), within(1e-9));
    }
  }

  private static List<String> words(SplittableRandom random) {
    List<String> words = new ArrayList<>();
    int length = random.nextInt(1, 8);
    for (int k = 0; k < length; k++) {
      words.add(List.of("a", "b", "c").get(random.nextInt(3)));
    }
    return words;
  }

  private static boolean isSubsequence(int kept, List<String> own, List<String> other) {
    int at = 0;
    for (int k = 0; k < own.size(); k++) {
      if ((kept >> k & 1) == 1) {
        while (at < other.size() && !other.get(at).equals(own.get(k))) {
          at++;
        }
        if (at++ >= other.size()) {
          return false;
        }
      }
    }
    return true;
  }
}
