package dev.infill.web.cli.fill;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.protein.Designs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * The designs of one protein, with what {@code fill} would tell of its text.
 *
 * @param record the record's name; absent where the sequence is from no file
 * @param wildType the protein as it is
 * @param positions those that are redesigned, from 1; blank i is the i-th
 * @param designs in the order of {@code candidates}
 * @param profile by position the probability of each residue that was found; empty where none is
 *     known
 * @param result all else
 */
record DesignsJson(
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> record,
    WildTypeJson wildType,
    List<Integer> positions,
    List<Designs.Design> designs,
    SortedMap<Integer, SortedMap<String, Double>> profile,
    @JsonUnwrapped FillResultJson result) {
  /** The wild type, and M and U of its residues at the positions, in nats. */
  record WildTypeJson(String sequence, OptionalDouble twoWay, double energy) {}

  static DesignsJson of(Designs designs, Versions versions) {
    String name = designs.redesign().wildType().name();
    return new DesignsJson(
        name.isEmpty() ? Optional.empty() : Optional.of(name),
        new WildTypeJson(
            designs.redesign().wildType().residues(),
            designs.wildType().twoWay(),
            designs.wildType().energy()),
        designs.redesign().positions(),
        designs.all(),
        designs.marginals(),
        FillResultJson.of(designs.result(), versions));
  }
}
