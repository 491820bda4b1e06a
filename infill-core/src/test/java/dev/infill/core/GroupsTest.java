package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class GroupsTest {
  @Property
  void everyMemberGetsItsOwnResult(@ForAll List<Integer> members) {
    List<Integer> keys = new ArrayList<>();

    List<String> results =
        Groups.map(
            members.size(),
            place -> Math.floorMod(members.get(place), 3),
            (key, places) -> {
              keys.add(key);
              assertThat(places).isSorted();
              return places.stream().map(place -> key + ":" + members.get(place)).toList();
            });

    assertThat(keys).doesNotHaveDuplicates();
    assertThat(results)
        .isEqualTo(
            members.stream().map(member -> Math.floorMod(member, 3) + ":" + member).toList());
  }

  @Test
  void aResultThatIsMissingIsSeen() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Groups.map(2, place -> 0, (key, places) -> List.of(1)));
  }
}
