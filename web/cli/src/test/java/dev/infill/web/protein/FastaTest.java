package dev.infill.web.protein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastaTest {
  private static List<ProteinSequence> read(String file) throws IOException {
    return Fasta.read(
        "wild.fasta", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void recordsAreReadOverLinesOfAnyLengthAndKind() throws IOException {
    assertThat(read("\uFEFF>sp|P1|ONE first of two\r\nMKTa\r\n\r\nyi ak\r\n>\nXBZUO"))
        .containsExactly(
            new ProteinSequence("sp|P1|ONE first of two", "MKTAYIAK"),
            new ProteinSequence("2", "XBZUO"))
        .extracting(ProteinSequence::name)
        .containsExactly("sp|P1|ONE", "2");
  }

  /** Prodigal, TransDecoder, GeneMark and EMBOSS write one for the stop codon. */
  @Test
  void anAsteriskAtTheEndIsTheEnd() throws IOException {
    assertThat(read(">one\nMKT\nAY*\n>two\nMKTAY\n*\n>three\nMKTAY\n"))
        .extracting(ProteinSequence::residues)
        .containsOnly("MKTAY")
        .hasSize(3);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    List<ProteinSequence> records =
        List.of(
            new ProteinSequence("one of 60", "A".repeat(60)),
            new ProteinSequence("two of 61", "ACDEFGHIKLMNPQRSTVWY".repeat(3) + "C"),
            new ProteinSequence("3", "M"));

    String file = Fasta.written(records);

    assertThat(read(file)).isEqualTo(records);
    assertThat(file.lines())
        .hasSize(7)
        .allSatisfy(line -> assertThat(line.length()).isBetween(1, 60));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MKT\n>one\nMKT; wild.fasta is not FASTA: line 1 comes before the first record",
        "\n\n; wild.fasta has no record",
        ">one\nMKT\n>two\n>three\nM; record two has no residues",
        ">one\nMKT\nM-T; not an amino acid at position 5 of record one: '-'",
        ">one\nMKTJ; not an amino acid at position 4 of record one: 'J'",
        ">one\nMK*T; not an amino acid at position 3 of record one: '*'",
        ">one\nMKT**; not an amino acid at position 4 of record one: '*'",
        ">one\n*; not an amino acid at position 1 of record one: '*'",
        ">one\nM\uD83E\uDDECT; not an amino acid at position 2 of record one: '\uD83E\uDDEC'"
      })
  void whatIsNoFileOfProteinsIsRefused(String row) {
    String[] of = row.split("; ", 2);
    assertThatThrownBy(() -> read(of[0]))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(of[1])
        .hasMessageNotContaining("\n");
  }

  @Test
  void aRecordThatFillsMemoryIsRefused() {
    String line = "A".repeat(1 << 16) + "\n";
    assertThatThrownBy(() -> read(">one\n" + line.repeat(17)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("wild.fasta:18: a record has more than 1,048,576 letters");
  }
}
