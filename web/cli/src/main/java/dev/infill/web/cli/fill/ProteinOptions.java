package dev.infill.web.cli.fill;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.InputFile;
import dev.infill.web.protein.Fasta;
import dev.infill.web.protein.ProteinSequence;
import dev.infill.web.protein.Redesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that say which proteins are redesigned, where, and with what. */
final class ProteinOptions {
  @Parameters(
      paramLabel = "SEQUENCE",
      arity = "0..*",
      hideParamSyntax = true,
      description = "The wild type: the letters of its amino acids.")
  private List<String> sequences = List.of();

  @Option(
      names = "--fasta",
      paramLabel = "FILE|-",
      description =
          "Wild types from a FASTA file, or from standard input (-); each record is redesigned.")
  private @Nullable String fasta;

  @Option(
      names = "--redesign",
      paramLabel = "POSITIONS",
      description =
          "Positions to redesign, counted from 1 in the wild type, such as 10-14,20, or all.")
  private @Nullable String redesigned;

  @Option(
      names = "--fixed",
      paramLabel = "POSITIONS",
      description = "Positions among them that stay as they are. Default: none.")
  private @Nullable String fixed;

  @Option(
      names = "--allow",
      paramLabel = "[POSITIONS=]RESIDUES",
      description =
          "Allow only these residues at all positions, such as AVLI, or at some, such as"
              + " 12-14=AVLI. Repeatable. Default: the twenty amino acids.")
  private List<String> allowed = List.of();

  @Option(
      names = "--forbid",
      paramLabel = "[POSITIONS=]RESIDUES",
      description =
          "Forbid these residues at all positions, such as C, or at some, such as 20=G,P."
              + " Repeatable. Default: none.")
  private List<String> forbidden = List.of();

  /**
   * Returns what is asked for, in the order of the records.
   *
   * @param console whose standard input {@code -} stands for
   * @throws InvalidInputException if there is no wild type or more than one source of them, one is
   *     not a protein's, or it cannot be redesigned so
   */
  List<Redesign> redesigns(Console console) {
    if (sequences.size() > 1 || sequences.isEmpty() == (fasta == null)) {
      throw new InvalidInputException(
          "sequence", "give one sequence, or --fasta with a file of them (- for standard input)");
    }
    String positions = redesigned;
    if (positions == null) {
      throw new InvalidInputException(
          "redesign", "give --redesign with the positions to redesign, such as 10-14,20, or all");
    }
    Optional<String> staying = Optional.ofNullable(fixed);
    return wildTypes(console).stream()
        .map(wildType -> Redesign.of(wildType, positions, staying, allowed, forbidden))
        .toList();
  }

  private List<ProteinSequence> wildTypes(Console console) {
    String file = fasta;
    if (file == null) {
      return List.of(ProteinSequence.parse("", sequences.get(0)));
    }
    InputFile opened = InputFile.open("fasta", file, console);
    try {
      return Fasta.read(opened.name(), opened.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be read: %s".formatted(opened.name(), FailureReason.of(e)), e);
    }
  }
}
