package dev.infill.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class TokenSetTest {
  @Property(seed = "6", tries = 300)
  void isTheSetOfItsIdsInAscendingOrder(@ForAll @NotEmpty List<@IntRange(max = 40) Integer> given) {
    TokenSet set = TokenSet.of(given.stream().mapToInt(Integer::intValue).toArray());
    List<Integer> ascending = List.copyOf(new TreeSet<>(given));

    assertThat(set.ids().boxed().toList()).isEqualTo(ascending);
    assertThat(set.size()).isEqualTo(ascending.size());
    for (int id = 0; id <= 41; id++) {
      assertThat(set.indexOf(id)).isEqualTo(Math.max(-1, ascending.indexOf(id)));
    }
    for (int index = 0; index < set.size(); index++) {
      assertThat(set.id(index)).isEqualTo(ascending.get(index));
    }
    assertThat(TokenSet.of(ascending.stream().mapToInt(Integer::intValue).toArray()))
        .isEqualTo(set)
        .hasSameHashCodeAs(set);
  }

  @Test
  void copiesWhatItIsGiven() {
    int[] ids = {1, 2};
    TokenSet set = TokenSet.of(ids);
    ids[0] = 7;

    assertThat(set).isEqualTo(TokenSet.of(2, 1)).isNotEqualTo(TokenSet.of(2));
    assertThat(TokenSet.all(3)).isEqualTo(TokenSet.of(0, 1, 2));
  }

  @Test
  void rejectsEmptyAndNegative() {
    assertThatThrownBy(TokenSet::of).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TokenSet.of(3, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
