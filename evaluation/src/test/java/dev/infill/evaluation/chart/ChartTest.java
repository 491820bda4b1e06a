package dev.infill.evaluation.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartTest {
  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static Series line(String name, double... xy) {
    List<Series.Point> points =
        IntStream.range(0, xy.length / 2)
            .mapToObj(k -> new Series.Point(xy[2 * k], xy[2 * k + 1]))
            .toList();
    return new Series(name, points, Series.Mark.LINE);
  }

  @Test
  void whatAnAxisCannotShowIsLeftOut() throws Exception {
    String svg =
        Chart.svg(
            "a < b & c",
            List.of(
                new Panel(
                    "panel",
                    Axis.logarithmic("x"),
                    Axis.linear("y"),
                    List.of(
                        line("one", 1, 2, 10, Double.NaN, 100, 4, 0, 3, 1000, -8),
                        line("two", 1, 1)))));
    Document document = parse(svg);
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("a < b & c");
    NodeList lines = document.getElementsByTagName("polyline");
    assertThat(lines.getLength()).isEqualTo(2);
    String[] points = ((Element) lines.item(0)).getAttribute("points").strip().split(" ", -1);
    assertThat(points).hasSize(3);
    // Logarithms: 1, 100 and 1000 are at 0, 2/3 and 1 of the way.
    double[] xs =
        Arrays.stream(points).mapToDouble(p -> Double.parseDouble(p.split(",", -1)[0])).toArray();
    assertThat((xs[1] - xs[0]) / (xs[2] - xs[0])).isCloseTo(2.0 / 3, within(0.01));
    double[] ys =
        Arrays.stream(points).mapToDouble(p -> Double.parseDouble(p.split(",", -1)[1])).toArray();
    assertThat(ys[1]).as("up is up").isLessThan(ys[0]);
    assertThat(ys[2]).isGreaterThan(ys[0]);
  }

  @Test
  void barsStandSideBySideFromZero() throws Exception {
    String svg =
        Chart.svg(
            "bars",
            List.of(
                new Panel(
                    "panel",
                    Axis.names(),
                    Axis.linear("y"),
                    List.of(Series.bar("one", 10), Series.bar("two", 5)))));
    NodeList bars = parse(svg).getElementsByTagName("rect");
    // The ground, the frame, and the bars.
    assertThat(bars.getLength()).isEqualTo(4);
    Element one = (Element) bars.item(2);
    Element two = (Element) bars.item(3);
    assertThat(Double.parseDouble(two.getAttribute("height")))
        .isCloseTo(Double.parseDouble(one.getAttribute("height")) / 2, within(0.2));
    assertThat(Double.parseDouble(two.getAttribute("x")))
        .isGreaterThan(Double.parseDouble(one.getAttribute("x")));
  }

  @Test
  void aPanelWithoutAFigureSaysSo() throws Exception {
    String svg =
        Chart.svg(
            "none",
            List.of(
                new Panel(
                    "panel",
                    Axis.linear("x"),
                    Axis.logarithmic("y"),
                    List.of(line("one", 1, Double.NaN)))));
    assertThat(parse(svg).getDocumentElement().getTextContent()).contains("no figure is defined");
    assertThatThrownBy(() -> Chart.svg("none", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Panel("none", Axis.linear("x"), Axis.linear("y"), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ticksAreRound() {
    assertThat(new LinearScale(0, 1, 0, 100).ticks())
        .containsExactly(0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0);
    assertThat(new LinearScale(-7, 23, 0, 100).ticks())
        .containsExactly(-5.0, 0.0, 5.0, 10.0, 15.0, 20.0);
    assertThat(new LogScale(0.5, 3000, 0, 100).ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0);
    assertThat(new LogScale(1.5, 30, 0, 100).ticks()).containsExactly(2.0, 5.0, 10.0, 20.0);
    assertThat(LinearScale.around(new double[] {4, 4}, 0, 100).at(4)).isEqualTo(50);
  }
}
