package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DisjointUnionTest {
  /** Two blanks of one or two pieces each. */
  private static final DisjointUnion UNION =
      new DisjointUnion(
          4,
          List.of(
              new int[] {0, 2}, new int[] {0, 2, 3}, new int[] {0, 1, 2}, new int[] {0, 1, 2, 3}));

  @Property
  void statesComeBackFromTheUnionAsTheyWere(
      @ForAll @IntRange(max = 3) int part, @ForAll @IntRange(max = 100) int value) {
    int size = List.of(2, 3, 3, 4).get(part);
    State state = State.of(IntStream.range(0, size).map(i -> value + i).toArray());

    State inUnion = UNION.inUnion(part, state);

    assertThat(inUnion.size()).isEqualTo(4);
    assertThat(UNION.part(inUnion)).isEqualTo(part);
    assertThat(UNION.inPart(inUnion)).isEqualTo(state);
  }

  @Test
  void slotsThatAPartHasNotAreAbsent() {
    assertThat(UNION.inUnion(1, State.of(7, 8, 9))).isEqualTo(State.of(7, -2, 8, 9));
  }

  /** What a memory of contexts knows them by must differ wherever the parts do. */
  @Test
  void contextsOfDifferentPartsAreDifferent() {
    State shortThenLong = UNION.inUnion(1, State.of(7, 8, 9)).with(3, -1);
    State longThenShort = UNION.inUnion(2, State.of(7, 9, 8)).with(1, -1);

    assertThat(shortThenLong).isNotEqualTo(longThenShort);
    assertThat(UNION.part(shortThenLong)).isEqualTo(1);
    assertThat(UNION.part(longThenShort)).isEqualTo(2);
  }

  @Test
  void oneSpaceIsAUnionOfItself() {
    DisjointUnion one = DisjointUnion.of(3);
    State state = State.of(5, 6, 7);

    assertThat(one.parts()).isEqualTo(1);
    assertThat(one.inPart(state)).isSameAs(state);
    assertThat(one.inUnion(0, state)).isSameAs(state);
  }

  @Test
  void termsAreThoseOfTheirParts() {
    List<ConditionalTerms> parts =
        IntStream.range(0, 4)
            .mapToObj(
                part ->
                    ConditionalTerms.of(
                        (states, coordinates) ->
                            IntStream.range(0, coordinates.length)
                                .mapToObj(
                                    k ->
                                        new Conditional(
                                            new double[] {
                                              -part, -coordinates[k], -states.get(k).size()
                                            }))
                                .toList()))
            .toList();
    ConditionalTerms terms = UNION.terms(parts);

    List<Conditional> answers =
        terms.at(
            List.of(
                UNION.inUnion(2, State.of(1, 2, 3)),
                UNION.inUnion(0, State.of(1, 2)),
                UNION.inUnion(2, State.of(4, 5, 6))),
            new int[] {2, 2, 1});

    assertThat(answers.stream().map(DisjointUnionTest::numbers))
        .containsExactly(
            List.of(-2.0, -2.0, -3.0), List.of(0.0, -1.0, -2.0), List.of(-2.0, -1.0, -3.0));
    assertThat(
            UNION.termsOf(2, terms).at(List.of(State.of(1, 2, 3)), new int[] {2}).stream()
                .map(DisjointUnionTest::numbers))
        .containsExactly(List.of(-2.0, -2.0, -3.0));
    assertThatThrownBy(() -> terms.at(List.of(UNION.inUnion(0, State.of(1, 2))), new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no slot 1");
  }

  private static List<Double> numbers(Conditional conditional) {
    return List.of(conditional.term(0), conditional.term(1), conditional.term(2));
  }

  @Test
  void whatIsNoUnionIsRefused() {
    assertThatThrownBy(() -> new DisjointUnion(2, List.of(new int[] {0}, new int[] {0})))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DisjointUnion(2, List.of(new int[] {1, 0})))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DisjointUnion(2, List.of(new int[] {0, 2})))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UNION.part(State.of(-2, 1, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UNION.terms(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
