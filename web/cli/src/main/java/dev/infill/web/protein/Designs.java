package dev.infill.web.protein;

import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.fill.Marginal;
import dev.infill.core.score.Score;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What came of a redesign.
 *
 * @param redesign what was asked for
 * @param wildType what the wild type's own residues at the positions that are redesigned come to
 * @param result the fillings of its text
 */
public record Designs(Redesign redesign, Score wildType, FillResult result) {
  /**
   * A sequence that was found.
   *
   * @param sequence all residues
   * @param twoWay M, in nats, which designs are ordered by
   * @param twoWayDifference M less that of the wild type, in nats
   * @param energy U, in nats
   * @param probability p of it, where it is known
   * @param probabilityStandardError its standard error
   * @param mutations what it has in place of the wild type's residues, as {@code A10G}
   */
  public record Design(
      String sequence,
      double twoWay,
      double twoWayDifference,
      double energy,
      OptionalDouble probability,
      OptionalDouble probabilityStandardError,
      List<String> mutations) {
    /** Copies the list. */
    public Design {
      mutations = List.copyOf(mutations);
    }
  }

  /**
   * Returns a design.
   *
   * @param filling a filling of the result
   */
  public Design design(Filling filling) {
    // Some models read residues with spaces between them.
    String sequence = filling.text().replace(" ", "");
    return new Design(
        sequence,
        filling.twoWay(),
        filling.twoWay() - wildType.twoWay().orElseThrow(),
        filling.energy(),
        filling.probability().estimate(),
        filling.probability().standardError(),
        mutations(redesign.wildType().residues(), sequence));
  }

  /** Returns what changes one sequence into another of its length, by position. */
  static List<String> mutations(String wildType, String design) {
    if (wildType.length() != design.length()) {
      throw new IllegalArgumentException(
          "%d residues and %d".formatted(wildType.length(), design.length()));
    }
    return IntStream.range(0, wildType.length())
        .filter(at -> wildType.charAt(at) != design.charAt(at))
        .mapToObj(at -> "" + wildType.charAt(at) + (at + 1) + design.charAt(at))
        .toList();
  }

  /** Returns all designs, in the order of the fillings. */
  public List<Design> all() {
    return result.fillings().stream().map(this::design).toList();
  }

  /**
   * Returns what can stand at each position that is redesigned, whatever stands at the others.
   *
   * @return by position the probability of each residue that was found; empty where none is known
   */
  public SortedMap<Integer, SortedMap<String, Double>> marginals() {
    List<Integer> positions = redesign.positions();
    SortedMap<Integer, SortedMap<String, Double>> marginals = new TreeMap<>();
    for (Marginal marginal : result.marginals()) {
      SortedMap<String, Double> residues = new TreeMap<>();
      marginal.words().forEach(word -> residues.put(word.text(), word.estimate()));
      marginals.put(positions.get(marginal.blank() - 1), residues);
    }
    return marginals;
  }

  /**
   * Returns the designs as sequences of their own, whose headers tell M, its difference from the
   * wild type's, p where it is known, and the mutations.
   */
  public List<ProteinSequence> sequences() {
    List<Design> designs = all();
    return IntStream.range(0, designs.size())
        .mapToObj(
            k -> new ProteinSequence(header(k + 1, designs.get(k)), designs.get(k).sequence()))
        .toList();
  }

  private String header(int number, Design design) {
    String name = redesign.wildType().name();
    String probability =
        design.probability().isPresent()
            ? String.format(Locale.ROOT, " p=%.4g", design.probability().getAsDouble())
            : "";
    return String.format(
        Locale.ROOT,
        "%sdesign%d M=%.4f difference=%.4f%s mutations=%s",
        name.isEmpty() ? "" : name + "_",
        number,
        design.twoWay(),
        design.twoWayDifference(),
        probability,
        design.mutations().isEmpty() ? "none" : String.join(",", design.mutations()));
  }
}
