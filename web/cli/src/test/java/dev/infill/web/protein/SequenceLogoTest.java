package dev.infill.web.protein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class SequenceLogoTest {
  private static final double LOG2_20 = 4.321928094887363;

  @Test
  void aStackIsAsHighAsWhatIsKnown() {
    assertThat(SequenceLogo.heights(Map.of("A", 1.0)).get("A")).isCloseTo(LOG2_20, within(1e-12));

    // H = 1.5 bits.
    SortedMap<String, Double> three = SequenceLogo.heights(Map.of("A", 0.5, "C", 0.25, "D", 0.25));
    assertThat(three.get("A")).isCloseTo((LOG2_20 - 1.5) / 2, within(1e-12));
    assertThat(three.get("C")).isCloseTo((LOG2_20 - 1.5) / 4, within(1e-12));
    assertThat(three.get("D")).isEqualTo(three.get("C"));

    Map<String, Double> uniform =
        ProteinSequence.AMINO_ACIDS
            .chars()
            .mapToObj(Character::toString)
            .collect(Collectors.toMap(letter -> letter, letter -> 0.05));
    assertThat(SequenceLogo.heights(uniform).values())
        .allSatisfy(height -> assertThat(height).isCloseTo(0, within(1e-12)));
    assertThat(SequenceLogo.heights(Map.of("A", 1.0, "C", 0.0)).get("C")).isZero();
  }

  @Test
  void lettersAreDrawnAsHighAsTheyAreTheLikeliestOnTop() throws Exception {
    SortedMap<Integer, SortedMap<String, Double>> marginals = new TreeMap<>();
    marginals.put(2, new TreeMap<>(Map.of("K", 0.75, "D", 0.25)));
    String svg = SequenceLogo.svg(ProteinSequence.parse("P1 a<b", "MKT"), marginals);

    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("Redesigned positions of record P1");
    assertThat(parsed.getElementsByTagName("title").item(1).getTextContent())
        .isEqualTo("K2, 3.51 bits: K 75.0%, D 25.0%");
    Map<String, double[]> drawn =
        Pattern.compile(
                "class=\"letter (\\w+)\" transform=\"translate\\([\\d.]+ ([\\d.]+)\\)"
                    + " scale\\(1 ([\\d.]+)\\)\".*</title>(\\w)<")
            .matcher(svg)
            .results()
            .collect(Collectors.toMap(letter -> letter.group(4), SequenceLogoTest::placed));
    assertThat(drawn).containsOnlyKeys("K", "D");
    double[] upper = Objects.requireNonNull(drawn.get("K"));
    double[] lower = Objects.requireNonNull(drawn.get("D"));
    // Three times as likely, three times as high.
    assertThat(upper[1] / lower[1]).isCloseTo(3, within(1e-3));
    // The upper stands on the lower, and the most that can be known takes the height of a panel
    // less its margins.
    double bits = LOG2_20 - (0.75 * Math.log(1 / 0.75) + 0.25 * Math.log(4)) / Math.log(2);
    assertThat(lower[0] - upper[0]).isCloseTo(230 * 0.92 / LOG2_20 * bits / 4, within(0.01));
    assertThat(lower[0] - upper[0]).isCloseTo(17.3 * lower[1], within(0.01));
  }

  private static double[] placed(MatchResult letter) {
    return new double[] {Double.parseDouble(letter.group(2)), Double.parseDouble(letter.group(3))};
  }

  @Test
  void manyPositionsTakeSeveralPanels() {
    SortedMap<Integer, SortedMap<String, Double>> marginals = new TreeMap<>();
    IntStream.rangeClosed(1, 90)
        .forEach(position -> marginals.put(position, new TreeMap<>(Map.of("A", 1.0))));
    String svg = SequenceLogo.svg(ProteinSequence.parse("", "A".repeat(90)), marginals);

    assertThat(svg.split(">bits<", -1)).hasSize(10);
    assertThat(svg.split("<text class=\"letter", -1)).hasSize(91);
  }
}
