package dev.infill.web.protein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.BlankConstraint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedesignTest {
  private static final ProteinSequence WILD_TYPE = ProteinSequence.parse("", "MKTAYIAKQR");

  private static Redesign of(String positions, String fixed, String allowed, String forbidden) {
    return Redesign.of(
        WILD_TYPE,
        positions,
        fixed.isEmpty() ? Optional.empty() : Optional.of(fixed),
        rules(allowed),
        rules(forbidden));
  }

  private static List<String> rules(String written) {
    return written.isEmpty() ? List.of() : List.of(written.split(" ", -1));
  }

  @Test
  void positionsCountFromOneAndFixedOnesStay() {
    Redesign redesign = of("2-4, 10,3", "3", "", "");

    assertThat(redesign.positions()).containsExactly(2, 4, 10);
    assertThat(redesign.text("")).isEqualTo("M[MASK]T[MASK]YIAKQ[MASK]");
    assertThat(redesign.text(" ")).isEqualTo("M [MASK] T [MASK] Y I A K Q [MASK]");
    assertThat(redesign.wildTypeFills()).containsExactly("K", "A", "R");
    assertThat(redesign.site(3)).isEqualTo("R10");
    assertThat(of("all", "", "", "").positions()).hasSize(10);
  }

  @Test
  void residuesAreTheTwentyLessWhatIsForbidden() {
    assertThat(of("2,4", "", "", "C,w 4=A").residues())
        .isEqualTo(Map.of(2, "ADEFGHIKLMNPQRSTVY", 4, "DEFGHIKLMNPQRSTVY"));
  }

  @Test
  void allowedResiduesAreAddedToEachOther() {
    Redesign redesign = of("2-4", "", "LV 3-4=U", "V");

    assertThat(redesign.residues()).isEqualTo(Map.of(2, "L", 3, "LU", 4, "LU"));
    assertThat(redesign.allowed())
        .isEqualTo(
            Map.of(
                1, List.of("L"),
                2, List.of("L", "U"),
                3, List.of("L", "U")));
    assertThat(of("2-4", "", "LV", "").allowed())
        .isEqualTo(Map.of(BlankConstraint.EVERY_BLANK, List.of("L", "V")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "9-11; ''; ''; ''; redesign; redesign names position 11, but the sequence has 10 residues",
        "2; 99; ''; ''; fixed; fixed names position 99",
        "2-3; 1-5; ''; ''; fixed; nothing is left to redesign in the sequence",
        "2-3; ''; 5=A; ''; allow; allow names no position of the sequence that is redesigned",
        "2-3; ''; ''; 12=A; forbid; forbid names position 12",
        "2-3; ''; 3=AV; VA; forbid; all residues that position 3 of the sequence could hold",
      })
  void whatCannotBeRedesignedIsRefused(
      String positions, String fixed, String allowed, String forbidden, String field, String why) {
    assertThatThrownBy(() -> of(positions, fixed, allowed, forbidden))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field))
        .hasMessageStartingWith(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "3-2", "1,,2", "-3", "1-", "x", "99999999"})
  void positionsThatAreNoneAreRefused(String written) {
    assertThatThrownBy(() -> of(written, "", "", ""))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("expected positions, counted from 1, such as 10-14,20, or all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1=", "J", "2=A=C", "12", "1=3", "*"})
  void residuesThatAreNoneAreRefused(String written) {
    assertThatThrownBy(
            () -> Redesign.of(WILD_TYPE, "all", Optional.empty(), List.of(written), List.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("expected amino acids, such as C or C,W");
  }

  @Test
  void mutationsAreWrittenAsUsual() {
    assertThat(Designs.mutations("MKTAYIAKQR", "MKTGYIAKQW")).containsExactly("A4G", "R10W");
    assertThat(Designs.mutations("MK", "MK")).isEmpty();
    assertThatThrownBy(() -> Designs.mutations("MK", "M"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
