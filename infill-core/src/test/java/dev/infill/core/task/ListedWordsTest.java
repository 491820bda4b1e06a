package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.PredicateRestriction;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A blank of two pieces for which words are listed, between a free one and one of three. */
class ListedWordsTest {
  private static final TokenSet FREE = TokenSet.of(7, 8, 9);
  private static final List<List<Integer>> WORDS =
      List.of(List.of(1, 4), List.of(2, 4), List.of(2, 5), List.of(3, 6));
  private static final List<Integer> LENGTHS = List.of(1, 2, 3);
  private static final List<AllowedTokens.OfBlank> BLANKS =
      List.of(
          new AllowedTokens.OfBlank(FREE, FREE, List.of()),
          new AllowedTokens.OfBlank(FREE, FREE, WORDS),
          new AllowedTokens.OfBlank(
              FREE, FREE, List.of(List.of(1, 1, 1), List.of(1, 2, 3), List.of(7, 8))));
  private static final List<TokenSet> CANDIDATES =
      List.of(
          FREE,
          TokenSet.of(1, 2, 3),
          TokenSet.of(4, 5, 6),
          TokenSet.of(1),
          TokenSet.of(1, 2),
          TokenSet.of(1, 3));

  private static Restriction words(Optional<Restriction> besides) {
    return ListedWords.of(BLANKS, LENGTHS, CANDIDATES, besides).orElseThrow();
  }

  /** All states, known whole or in part. */
  private static List<State> states() {
    List<int[]> all = List.of(new int[CANDIDATES.size()]);
    for (int i = 0; i < CANDIDATES.size(); i++) {
      List<int[]> longer = new ArrayList<>();
      for (int[] indices : all) {
        for (int value = -1; value < CANDIDATES.get(i).size(); value++) {
          int[] next = indices.clone();
          next[i] = value;
          longer.add(next);
        }
      }
      all = longer;
    }
    return all.stream().map(State::of).toList();
  }

  private static boolean beside(State state) {
    return state.get(0) < 0 || state.get(1) < 0 || state.get(0) != state.get(1);
  }

  /** Says whether some words go with what is known. */
  private static boolean expected(State state) {
    return fits(state, 1, WORDS) && fits(state, 3, List.of(List.of(1, 1, 1), List.of(1, 2, 3)));
  }

  private static boolean fits(State state, int first, List<List<Integer>> words) {
    return words.stream()
        .anyMatch(
            word -> {
              boolean fits = true;
              for (int j = 0; j < word.size(); j++) {
                int known = state.get(first + j);
                fits &= known < 0 || CANDIDATES.get(first + j).id(known) == word.get(j).intValue();
              }
              return fits;
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void admitsWhatBecomesAWordOfEveryBlank(boolean within) {
    Restriction words =
        words(
            within
                ? Optional.of(new PredicateRestriction(ListedWordsTest::beside))
                : Optional.empty());
    for (State state : states()) {
      boolean fits = expected(state) && (!within || beside(state));
      assertThat(words.admits(state)).as("%s", state).isEqualTo(fits);
    }
  }

  /** Beside what is admitted already. */
  @Test
  void leavesTheValuesThatGoOnToAWord() {
    Restriction words = words(Optional.of(new PredicateRestriction(ListedWordsTest::beside)));
    for (State state : states()) {
      for (int i = 0; i < state.size(); i++) {
        if (words.admits(state.with(i, -1))) {
          for (int value = 0; value < CANDIDATES.get(i).size(); value++) {
            assertThat(words.values(state, i).test(value))
                .as("%s, %d at %d", state, value, i)
                .isEqualTo(words.admits(state.with(i, value)));
          }
        }
      }
    }
  }

  @Test
  void isTheOtherOneWhereNoWordsAreListed() {
    Optional<Restriction> other = Optional.of(new PredicateRestriction(ListedWordsTest::beside));
    List<Integer> single = List.of(1);
    List<AllowedTokens.OfBlank> free = BLANKS.subList(0, 1);
    List<TokenSet> candidates = CANDIDATES.subList(0, 1);

    assertThat(ListedWords.of(free, single, candidates, other)).isEqualTo(other);
    assertThat(ListedWords.of(free, single, candidates, Optional.empty())).isEmpty();
    assertThat(words(Optional.empty()).refusal()).hasMessageContaining("allowed words");
    assertThat(words(other).refusal()).hasMessage(other.orElseThrow().refusal().getMessage());
  }
}
