package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.evaluation.bench.SizesBenchmark.Axis;
import dev.infill.evaluation.bench.SizesBenchmark.Point;
import dev.infill.evaluation.chart.LogScale;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SizesBenchmarkTest {
  private final TinyLanguageModel model = new TinyLanguageModel(512);

  @Test
  void oneSizeGrowsAndTheOthersStay() {
    List<Point> points = new ArrayList<>();

    new SizesBenchmark(model, SizesBenchmark.Grid.quick(), 1)
        .run(ProgressListener.NONE, points::add);

    assertThat(points)
        .extracting(
            point ->
                List.of(
                    point.axis(), point.chains(), point.steps(), point.blanks(), point.pieces()))
        .containsExactly(
            List.of(Axis.CHAINS, 2, 4, 2, 16),
            List.of(Axis.CHAINS, 4, 4, 2, 16),
            List.of(Axis.STEPS, 2, 4, 2, 16),
            List.of(Axis.STEPS, 2, 8, 2, 16),
            List.of(Axis.BLANKS, 2, 4, 1, 16),
            List.of(Axis.BLANKS, 2, 4, 2, 16),
            List.of(Axis.BLANKS, 2, 4, 4, 16),
            List.of(Axis.LENGTH, 2, 4, 2, 16),
            List.of(Axis.LENGTH, 2, 4, 2, 32));
    assertThat(points)
        .allSatisfy(
            point -> {
              assertThat(point.seconds()).isPositive();
              assertThat(point.passesRun()).isPositive().isLessThanOrEqualTo(point.passesAsked());
            });
  }

  @Test
  void theWholeGridGrowsAsFarAsItSays() {
    SizesBenchmark.Grid grid = SizesBenchmark.Grid.full();

    assertThat(grid.values(Axis.CHAINS)).startsWith(25).endsWith(200);
    assertThat(grid.values(Axis.STEPS)).startsWith(50).endsWith(500);
    assertThat(grid.values(Axis.BLANKS)).startsWith(1).endsWith(12);
    assertThat(grid.values(Axis.LENGTH)).startsWith(16).endsWith(256);
    for (Axis axis : Axis.values()) {
      assertThat(grid.values(axis)).isSorted();
    }
  }

  @ParameterizedTest
  @CsvSource({"16, 1", "16, 12", "32, 3", "256, 3", "256, 12"})
  void aPassageHasThePiecesAndBlanksThatAreAskedFor(int pieces, int blanks) {
    BlankedText text = BlankedText.parse(Passage.text(model, pieces, blanks));

    assertThat(text.blanks()).hasSize(blanks);
    assertThat(model.tokenize(text).length()).isEqualTo(pieces);
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeAnythingRuns() {
    TinyLanguageModel small = new TinyLanguageModel(24);
    List<Point> points = new ArrayList<>();

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new SizesBenchmark(small, SizesBenchmark.Grid.quick(), 1)
                    .run(ProgressListener.NONE, points::add))
        .withMessageContaining("a text of 32 pieces does not fit the model")
        .withMessageContaining("at most 24");
    assertThat(points).isEmpty();
    assertThat(small.passes()).isZero();
    assertThat(Passage.text(small, 24, 3)).isEqualTo(Passage.text(model, 24, 3));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> Passage.text(model, 500, 3))
        .withMessageContaining("there is no text of 500 pieces with 3 blanks");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> Passage.text(model, 16, 15))
        .withMessageContaining("there is no text of 16 pieces with 15 blanks");
  }

  @Test
  void theTableHasALineForEachPoint() {
    assertThat(SizesTable.of(POINTS))
        .isEqualTo(
            """
            axis,value,chains,steps,blanks,pieces,seconds,passes_asked,passes_run
            chains,25,25,50,3,32,0.5000,300,100
            chains,200,200,50,3,32,4.0000,2400,800
            length,16,25,50,3,16,0.2500,300,100
            length,256,25,50,3,256,8.0000,300,100
            """);
  }

  @Test
  void thePlotStandsOnItsOwnAndShowsEveryPoint() throws Exception {
    String svg = SizesPlot.of(POINTS);

    assertThat(svg).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    assertThat(svg.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    // Two axes, two rows.
    assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(4);
    NodeList circles = document.getElementsByTagName("circle");
    assertThat(circles.getLength()).isEqualTo(8);
    // Eight times the chains cost eight times the seconds: the line runs along the dashed one.
    Element first = (Element) circles.item(0);
    Element second = (Element) circles.item(1);
    Element slope = (Element) document.getElementsByTagName("line").item(indexOfSlope(document));
    assertThat(number(first, "cx")).isLessThan(number(second, "cx"));
    assertThat(number(first, "cy")).isGreaterThan(number(second, "cy"));
    assertThat(number(slope, "x2")).isCloseTo(number(second, "cx"), within(0.11));
    assertThat(number(slope, "y2")).isCloseTo(number(second, "cy"), within(0.11));
    assertThat(first.getTextContent()).isEqualTo("25: 0.5");
  }

  private static int indexOfSlope(Document document) {
    NodeList lines = document.getElementsByTagName("line");
    for (int k = 0; k < lines.getLength(); k++) {
      if (((Element) lines.item(k)).getAttribute("class").equals("slope")) {
        return k;
      }
    }
    throw new AssertionError("no dashed line");
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  @Test
  void axesAreLogarithmic() {
    LogScale scale = LogScale.decades(new double[] {0.3, 42}, 100, 0);

    assertThat(scale.decades()).containsExactly(0.1, 1.0, 10.0, 100.0);
    assertThat(scale.at(0.1)).isCloseTo(100, within(1e-9));
    assertThat(scale.at(100)).isCloseTo(0, within(1e-9));
    assertThat(scale.at(Math.sqrt(10))).isCloseTo(50, within(1e-9));
    assertThat(LogScale.around(new double[] {7}, 0, 10).at(7)).isCloseTo(5, within(1e-9));
    assertThat(LogScale.decades(new double[] {10}, 0, 10).decades()).containsExactly(10.0, 100.0);
  }

  private static final List<Point> POINTS =
      List.of(
          new Point(Axis.CHAINS, 25, 50, 3, 32, 0.5, 300, 100),
          new Point(Axis.CHAINS, 200, 50, 3, 32, 4, 2400, 800),
          new Point(Axis.LENGTH, 25, 50, 3, 16, 0.25, 300, 100),
          new Point(Axis.LENGTH, 25, 50, 3, 256, 8, 300, 100));
}
