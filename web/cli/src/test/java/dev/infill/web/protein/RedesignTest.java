package dev.infill.web.protein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.BlankConstraint;
import java.util.Arrays;
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
        Positions.parse("redesign", positions),
        fixed.isEmpty() ? Optional.empty() : Optional.of(Positions.parse("fixed", fixed)),
        rules("allow", allowed),
        rules("forbid", forbidden));
  }

  private static List<ResidueRule> rules(String field, String written) {
    return written.isEmpty()
        ? List.of()
        : Arrays.stream(written.split(" ", -1)).map(one -> ResidueRule.parse(field, one)).toList();
  }

  @Test
  void positionsCountFromOneAndFixedOnesStay() {
    Redesign redesign = of("2-4, 10,3", "3", "", "");

    assertThat(redesign.positions()).containsExactly(2, 4, 10);
    assertThat(redesign.text()).isEqualTo("M[MASK]T[MASK]YIAKQ[MASK]");
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
    assertThat(redesign.constraints())
        .isEqualTo(
            Map.of(
                1, BlankConstraint.allow("L"),
                2, BlankConstraint.allow("L", "U"),
                3, BlankConstraint.allow("L", "U")));
    assertThat(of("2-4", "", "LV", "").constraints())
        .isEqualTo(Map.of(BlankConstraint.EVERY_BLANK, BlankConstraint.allow("L", "V")));
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
    assertThatThrownBy(() -> Positions.parse("redesign", written))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("expected positions, counted from 1, such as 10-14,20, or all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1=", "J", "2=A=C", "12", "1=3", "*"})
  void residuesThatAreNoneAreRefused(String written) {
    assertThatThrownBy(() -> ResidueRule.parse("allow", written))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("expected amino acids, such as C or C,W");
  }

  @Test
  void mutationsAreWrittenAsUsual() {
    assertThat(Mutation.between("MKTAYIAKQR", "MKTGYIAKQW"))
        .containsExactly(new Mutation('A', 4, 'G'), new Mutation('R', 10, 'W'))
        .extracting(Mutation::toString)
        .containsExactly("A4G", "R10W");
    assertThat(Mutation.between("MK", "MK")).isEmpty();
    assertThatThrownBy(() -> Mutation.between("MK", "M"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
