package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import java.util.Locale;

/**
 * A protein, residue by residue.
 *
 * @param header what a FASTA file says of it, without the {@code >}; empty if it is from none
 * @param residues the letters of its amino acids, at least one, all of {@link #AMINO_ACIDS} or
 *     {@link #OTHER_RESIDUES}
 */
public record ProteinSequence(String header, String residues) {
  /** The letters of the twenty amino acids that the genetic code has. */
  public static final String AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

  /**
   * Asx, pyrrolysine, selenocysteine, any residue and Glx, which models of proteins know as well.
   */
  public static final String OTHER_RESIDUES = "BOUXZ";

  /**
   * Reads a sequence. White space in it is passed over, and small letters count as capital ones. A
   * {@code *} behind the last residue is the end of the sequence: programs that find genes write it
   * for the stop codon.
   *
   * @param header as above
   * @param written the letters
   * @throws InvalidInputException if there is no letter, or one is no amino acid's
   */
  public static ProteinSequence parse(String header, String written) {
    String residues =
        written
            .replaceAll("\\s+", "")
            .replaceFirst("(?<=[A-Za-z])\\*$", "")
            .toUpperCase(Locale.ROOT);
    ProteinSequence sequence = new ProteinSequence(header, residues);
    if (residues.isEmpty()) {
      throw new InvalidInputException("sequence", sequence.label() + " has no residues");
    }
    for (int at = 0; at < residues.length(); at++) {
      if (!isResidue(residues.charAt(at))) {
        throw new InvalidInputException(
            "sequence",
            "not an amino acid at position %d of %s: '%s'; the letters are %s, and %s"
                .formatted(
                    at + 1,
                    sequence.label(),
                    new String(Character.toChars(residues.codePointAt(at))),
                    AMINO_ACIDS,
                    OTHER_RESIDUES));
      }
    }
    return sequence;
  }

  static boolean isResidue(char letter) {
    return AMINO_ACIDS.indexOf(letter) >= 0 || OTHER_RESIDUES.indexOf(letter) >= 0;
  }

  /** Returns the first word of the header, which names it; empty if there is none. */
  public String name() {
    return header.strip().split("\\s", 2)[0];
  }

  /** Returns what messages call it. */
  public String label() {
    return name().isEmpty() ? "the sequence" : "record " + name();
  }

  /** Returns how many residues it has. */
  public int length() {
    return residues.length();
  }

  /**
   * Returns a residue.
   *
   * @param position which, from 1
   */
  public char at(int position) {
    return residues.charAt(position - 1);
  }

  /** Returns how a position is called, by its residue: {@code A10}. */
  String site(int position) {
    return "" + at(position) + position;
  }
}
