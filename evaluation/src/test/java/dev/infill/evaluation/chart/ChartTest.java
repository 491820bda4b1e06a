package dev.infill.evaluation.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
                    List.of(
                        Series.named("one", 10, 0, Series.Mark.BARS),
                        Series.named("two", 5, 0, Series.Mark.BARS)))));
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

  private static Panel panel(Series... series) {
    return new Panel("panel", Axis.linear("x"), Axis.linear("y"), List.of(series));
  }

  private static List<Element> elements(Document document, String tag) {
    NodeList nodes = document.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(k -> (Element) nodes.item(k)).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static Element text(Document document, String content) {
    return elements(document, "text").stream()
        .filter(text -> text.getTextContent().equals(content))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLegendShowsWhatIsDrawn() throws Exception {
    Series dots =
        new Series(
            "dots", List.of(new Series.Point(1, 1), new Series.Point(2, 2)), Series.Mark.POINTS);
    Document document = parse(Chart.svg("marks", List.of(panel(dots, line("line", 1, 2, 2, 1)))));

    double dotsAt = number(text(document, "dots"), "x");
    double lineAt = number(text(document, "line"), "x");
    List<Element> circles = elements(document, "circle");
    assertThat(circles).hasSize(3);
    assertThat(number(circles.get(2), "cx")).isBetween(dotsAt - 22, dotsAt);
    assertThat(elements(document, "line"))
        .filteredOn(line -> line.getAttribute("class").equals("line"))
        .singleElement()
        .satisfies(line -> assertThat(number(line, "x1")).isBetween(lineAt - 22, lineAt));
  }

  /** By a width of 6 a character, which is that of the font in the mean. */
  @Test
  void entriesOfALegendDoNotOverlapAndStayInTheDrawing() throws Exception {
    String[] names = {
      "metropolis non-reversible",
      "langevin non-reversible",
      "a",
      "persistent langevin non-reversible",
      "its terms that are not 0"
    };
    Document document =
        parse(
            Chart.svg(
                "long",
                List.of(
                    panel(Arrays.stream(names).map(n -> line(n, 1, 2)).toArray(Series[]::new)))));

    double width = number(document.getDocumentElement(), "width");
    double height = number(document.getDocumentElement(), "height");
    List<Element> texts = Arrays.stream(names).map(name -> text(document, name)).toList();
    for (int k = 0; k < names.length; k++) {
      double end = number(texts.get(k), "x") + 6 * names[k].length();
      assertThat(end).isLessThan(width);
      assertThat(number(texts.get(k), "y")).isLessThan(height);
      if (k + 1 < names.length && number(texts.get(k), "y") == number(texts.get(k + 1), "y")) {
        assertThat(number(texts.get(k + 1), "x") - 22).as(names[k]).isGreaterThan(end);
      }
    }
  }

  /** Names lead down to the left of their place: how far, follows from their slant. */
  @Test
  void namesLeadNeitherOutOfTheDrawingNorIntoThePanelBelow() throws Exception {
    String longest = "a very long name that is the first of all";
    Panel named =
        new Panel(
            "above",
            Axis.names(),
            Axis.linear("y"),
            List.of(
                Series.named(longest, 1, 0, Series.Mark.POINTS),
                Series.named("short", 2, 0, Series.Mark.BARS)));
    Panel below = panel(line("line", 1, 2));
    Document document = parse(Chart.svg("names", List.of(named, named, below)));

    Matcher place =
        Pattern.compile("translate\\((\\S+) (\\S+)\\) rotate\\(-(\\d+)\\)")
            .matcher(text(document, longest).getAttribute("transform"));
    assertThat(place.matches()).isTrue();
    double slant = Math.toRadians(Double.parseDouble(place.group(3)));
    double length = 6 * longest.length();
    assertThat(Double.parseDouble(place.group(1)) - length * Math.cos(slant)).isPositive();
    assertThat(Double.parseDouble(place.group(2)) + length * Math.sin(slant))
        .isLessThan(number(text(document, "panel"), "y") - 12);
  }

  @Test
  void aPlaneIsASquareOfOneScale() throws Exception {
    Panel plane =
        new Panel(
            "plane",
            Axis.linear("x"),
            Axis.linear("y"),
            List.of(
                new Series(
                    "corners",
                    List.of(new Series.Point(0, 0), new Series.Point(10, 30)),
                    Series.Mark.RINGS)),
            Optional.of(new Panel.Range(0, 90)));
    Document document = parse(Chart.svg("plane", List.of(plane)));

    Element frame = elements(document, "rect").get(1);
    assertThat(number(frame, "width")).isEqualTo(number(frame, "height"));
    List<Element> rings = elements(document, "circle");
    double across = number(rings.get(1), "cx") - number(rings.get(0), "cx");
    double up = number(rings.get(0), "cy") - number(rings.get(1), "cy");
    assertThat(up).isCloseTo(3 * across, within(0.3));
    // The rest of the range is there as well.
    assertThat(across * 90 / 10).isBetween(0.9 * number(frame, "width"), number(frame, "width"));
  }

  @Test
  void standardErrorsReachToBothSides() throws Exception {
    Series series =
        new Series(
            "figures",
            List.of(new Series.Point(1, 10, 5), new Series.Point(2, 20), new Series.Point(3, 4, 9)),
            Series.Mark.POINTS);
    for (Axis up : List.of(Axis.linear("y"), Axis.logarithmic("y"))) {
      Document document =
          parse(
              Chart.svg(
                  "errors", List.of(new Panel("panel", Axis.linear("x"), up, List.of(series)))));
      List<Element> circles = elements(document, "circle");
      Element frame = elements(document, "rect").get(1);
      List<Element> errors =
          elements(document, "line").stream()
              .filter(line -> line.getAttribute("class").equals("error"))
              .toList();
      assertThat(errors).hasSize(2);
      assertThat(number(errors.get(0), "x1")).isEqualTo(number(circles.get(0), "cx"));
      double point = number(circles.get(0), "cy");
      assertThat(number(errors.get(0), "y1")).isGreaterThan(point);
      assertThat(number(errors.get(0), "y2")).isLessThan(point);
      if (up.kind() == Axis.Kind.LINEAR) {
        assertThat(number(errors.get(0), "y1") - point)
            .isCloseTo(point - number(errors.get(0), "y2"), within(0.2));
      } else {
        // 4 − 9 is not on the axis.
        assertThat(number(errors.get(1), "y1")).isEqualTo(number(circles.get(2), "cy"));
      }
      for (Element error : errors) {
        assertThat(number(error, "y2")).isGreaterThanOrEqualTo(number(frame, "y"));
        assertThat(number(error, "y1"))
            .isLessThanOrEqualTo(number(frame, "y") + number(frame, "height"));
      }
    }
  }

  @Test
  void aBarStandsOnZeroHoweverLargeItsErrorIs() throws Exception {
    Panel panel =
        new Panel(
            "panel",
            Axis.names(),
            Axis.linear("y"),
            List.of(Series.named("one", 10, 40, Series.Mark.BARS)));
    Document document = parse(Chart.svg("bars", List.of(panel)));

    Element frame = elements(document, "rect").get(1);
    Element bar = elements(document, "rect").get(2);
    double foot = number(frame, "y") + number(frame, "height");
    double zero = Double.parseDouble(text(document, "0").getAttribute("y")) - 4;
    assertThat(zero).isEqualTo(foot);
    assertThat(number(bar, "y") + number(bar, "height")).isCloseTo(foot, within(0.11));
    assertThat(foot - number(bar, "y")).isCloseTo(0.96 * 260 * 10 / 50, within(0.11));
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
