package dev.infill.evaluation.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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

  /** The standard error of two figures is half their distance. */
  @Test
  void panelsOfSeveralRunsAreAveraged() {
    Series bars = new Series("bars", List.of(Series.Point.inRow(0, 4, 0)), Series.Mark.BARS);
    Series others = new Series("bars", List.of(Series.Point.inRow(0, 6, 0)), Series.Mark.BARS);
    Panel mean =
        Panel.mean(
            List.of(
                panel(line("one", 1, 5, 2, 7), line("path", 1, 1, 0, 0), bars),
                panel(line("one", 3, 9, 6, 7), line("path", 0, 0, 1, 5), others)));
    assertThat(mean.series().get(0))
        .isEqualTo(
            new Series(
                "one",
                List.of(new Series.Point(2, 7, 2), new Series.Point(4, 7)),
                Series.Mark.LINE));
    // What goes to and fro is a single run's.
    assertThat(mean.series().get(1)).isEqualTo(line("path", 1, 1, 0, 0));
    assertThat(mean.series().get(2).points()).containsExactly(Series.Point.inRow(0, 5, 1));
  }

  @Test
  void panelsOfOtherSeriesAreNotAveraged() {
    Panel first = panel(line("one", 1, 5));
    for (Panel other :
        List.of(
            panel(line("other", 1, 7)),
            panel(line("one", 1, 7, 2, 8)),
            panel(line("one", 1, 7), line("two", 1, 7)))) {
      assertThat(Panel.mean(List.of(first, other))).isEqualTo(first);
    }
  }

  /** Each run of ink is a rectangle, and none goes on in the next line. */
  @Test
  void imagesLieBelowThePanels() throws Exception {
    int[] image = {0, 1, 1, 1, 0, 0, 0, 0, 1};
    String svg =
        Chart.svg(
            "title",
            List.of(
                new Panel("panel", Axis.linear("x"), Axis.linear("y"), List.of(line("one", 1, 1)))),
            List.of(
                new ImageRow("a & b", 3, List.of(image, new int[9])),
                new ImageRow("many", 3, Collections.nCopies(100, image))));
    assertThat(svg)
        .contains(
            ">a &amp; b</text>\n<path class=\"mark\" transform=\"translate(10 ",
            " scale(18.7)\" d=\"M1 0h2v1h-2zM0 1h1v1h-1zM2 2h1v1h-1z\"/>",
            " scale(18.7)\" d=\"\"/>");
    Element drawing = parse(svg).getDocumentElement();
    double width = Double.parseDouble(drawing.getAttribute("width"));
    double height = Double.parseDouble(drawing.getAttribute("height"));
    NodeList frames = drawing.getElementsByTagName("rect");
    // The ground, the panel, two images, and as many of the hundred as there is room for.
    assertThat(frames.getLength()).isBetween(5, 20);
    for (int k = 1; k < frames.getLength(); k++) {
      Element frame = (Element) frames.item(k);
      assertThat(number(frame, "x") + number(frame, "width")).isLessThan(width);
      assertThat(number(frame, "y") + number(frame, "height")).isLessThan(height);
    }
    assertThatThrownBy(() -> new ImageRow("none", 0, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** What would be thinner than a line is left out. */
  @Test
  void lettersAreStretchedOverTheirIntervals() {
    Series letters =
        new Series(
            "letters",
            List.of(
                new Series.Point(0, 1).up(0, 1).saying("A", "a < b"),
                new Series.Point(0, 3).up(1, 3).saying("C", ""),
                new Series.Point(1, 0.001).up(0, 0.001).saying("D", "")),
            Series.Mark.LETTERS);
    String svg =
        Chart.svg(
            "title",
            List.of(
                new Panel(
                    "panel",
                    Axis.names(List.of("first", "second")),
                    Axis.linear("y").showing(0, 4),
                    List.of(letters))));
    assertThat(svg)
        .contains(">first</text>", ">second</text>", "<title>a &lt; b</title>A</text>")
        .doesNotContain(">D</text>");
    double[] scales =
        Pattern.compile("class=\"letter [^>]* scale\\(1 ([\\d.]+)\\)")
            .matcher(svg)
            .results()
            .mapToDouble(letter -> Double.parseDouble(letter.group(1)))
            .toArray();
    assertThat(scales).hasSize(2);
    assertThat(scales[1] / scales[0]).isCloseTo(2, within(0.001));
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

  /** One figure that ran away leaves room for the others. */
  @Test
  void whatIsBelowTheEndOfAnAxisIsDrawnThere() throws Exception {
    Series series = line("one", 1, -100, 2, -150, 3, -1.6e8);
    Document document =
        parse(
            Chart.svg(
                "title",
                List.of(
                    new Panel(
                        "panel",
                        Axis.linear("x"),
                        Axis.linear("y").atLeast(-200),
                        List.of(series)))));
    double[] ys =
        Arrays.stream(
                elements(document, "polyline").get(0).getAttribute("points").strip().split(" ", -1))
            .mapToDouble(point -> Double.parseDouble(point.split(",", -1)[1]))
            .toArray();
    assertThat(ys[2] - ys[1]).isCloseTo(ys[1] - ys[0], within(0.2));
  }

  @Test
  void largeNumbersOfAnAxisAreNotRoundedToOthers() {
    Panel panel =
        new Panel(
            "panel",
            Axis.linear("x"),
            Axis.linear("y"),
            List.of(line("one", 1, 0, 2, -1.6e8, 3, 2e-5)));
    assertThat(Chart.svg("title", List.of(panel)))
        .contains(">−1.5e+08<", ">−1e+08<", ">−5e+07<")
        .doesNotContain(">−2e+08<");
  }

  /** Two figures of each of two names. */
  private static Panel named(Series.Mark mark, double... figures) {
    return new Panel(
        "named",
        Axis.linear("x").showing(0, 0),
        Axis.names(List.of("one", "two")),
        List.of(
            new Series("a", row(figures[0], figures[1]), mark),
            new Series("b", row(figures[2], figures[3]), mark)));
  }

  private static List<Series.Point> row(double one, double two) {
    return List.of(Series.Point.inRow(0, one, 1), Series.Point.inRow(1, two, 0));
  }

  @Test
  void barsBeginAtZeroBelowTheirNames() throws Exception {
    Document document = parse(Chart.svg("bars", List.of(named(Series.Mark.BARS, 10, 5, 20, 0))));

    List<Element> bars = marked(document, "rect", "mark");
    // Two series of two, and their legend.
    assertThat(bars).hasSize(6);
    double zero = number(bars.get(0), "x");
    assertThat(bars.subList(0, 4)).allSatisfy(bar -> assertThat(number(bar, "x")).isEqualTo(zero));
    double width = number(bars.get(0), "width");
    assertThat(number(bars.get(1), "width")).isCloseTo(width / 2, within(0.2));
    assertThat(number(bars.get(2), "width")).isCloseTo(width * 2, within(0.2));
    assertThat(number(bars.get(3), "width")).isZero();
    assertThat(
            List.of(
                number(text(document, "one"), "y"),
                number(bars.get(0), "y"),
                number(bars.get(2), "y"),
                number(text(document, "two"), "y"),
                number(bars.get(1), "y"),
                number(bars.get(3), "y")))
        .isSorted();
    assertThat(number(marked(document, "line", "error").get(0), "x2"))
        .isCloseTo(zero + width * 1.1, within(0.2));
  }

  @Test
  void pointsStandInTheirRows() throws Exception {
    Document document = parse(Chart.svg("rows", List.of(named(Series.Mark.POINTS, 1, 2, 3, 4))));

    List<Element> circles = marked(document, "circle", "mark");
    assertThat(circles).hasSize(3);
    assertThat(number(circles.get(0), "cy"))
        .isBetween(number(text(document, "one"), "y"), number(text(document, "two"), "y"));
    assertThat(number(circles.get(1), "cy")).isGreaterThan(number(text(document, "two"), "y"));
  }

  private static List<Element> marked(Document document, String tag, String style) {
    return elements(document, tag).stream()
        .filter(element -> List.of(element.getAttribute("class").split(" ", -1)).contains(style))
        .toList();
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
    assertThat(marked(document, "path", "line"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(
                        Double.parseDouble(line.getAttribute("d").substring(1).split(" ", -1)[0]))
                    .isBetween(lineAt - 22, lineAt));
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

  @Test
  void axesOfOneRangeAreOfOneScale() throws Exception {
    Panel plane =
        new Panel(
            "plane",
            Axis.linear("x").showing(0, 90),
            Axis.linear("y").showing(0, 90),
            List.of(
                new Series(
                    "corners",
                    List.of(new Series.Point(0, 0), new Series.Point(10, 30)),
                    Series.Mark.RINGS)));
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
      List<Element> errors = marked(document, "line", "error");
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
  void aLabelIsWrittenWhereNothingIsInItsWay() throws Exception {
    Series.Point free = new Series.Point(0, 0).saying("alone", "");
    List<Series.Point> crowd =
        IntStream.range(0, 60)
            .mapToObj(k -> new Series.Point(10 + 0.02 * k, 10).saying("crowded " + k, "told " + k))
            .toList();
    Document document =
        parse(
            Chart.svg(
                "labels",
                List.of(
                    panel(
                        new Series("free", List.of(free), Series.Mark.POINTS),
                        new Series("crowd", crowd, Series.Mark.POINTS),
                        line("end", 20, 20)))));

    List<Element> labels = marked(document, "text", "label");
    assertThat(labels)
        .extracting(Element::getTextContent)
        .contains("alone", "crowded 0")
        .doesNotContain("crowded 30")
        .doesNotHaveDuplicates();
    for (Element a : labels) {
      for (Element b : labels) {
        double apart = number(b, "x") - number(a, "x");
        if (a != b && Math.abs(number(a, "y") - number(b, "y")) < 13) {
          assertThat(Math.abs(apart))
              .isGreaterThan(6 * (apart > 0 ? a : b).getTextContent().length());
        }
      }
    }
    // Those who point at a mark are told of it whether it has a label or not.
    assertThat(document.getDocumentElement().getTextContent()).contains("told 30");
  }

  @Test
  void aBandGoesThereAndBack() throws Exception {
    Series band =
        new Series(
            "band",
            List.of(new Series.Point(0, 5).up(4, 9), new Series.Point(2, 6).up(6, 7)),
            Series.Mark.BAND);
    Document document = parse(Chart.svg("band", List.of(panel(band))));

    String[] points =
        elements(document, "polygon").get(0).getAttribute("points").strip().split("[ ,]", -1);
    double[] numbers = Arrays.stream(points).mapToDouble(Double::parseDouble).toArray();
    assertThat(numbers).hasSize(8);
    assertThat(new double[] {numbers[0], numbers[2]})
        .containsExactly(numbers[6], numbers[4])
        .isSorted();
    assertThat(numbers[1]).as("low").isGreaterThan(numbers[7]);
  }

  @Test
  void insideAPageItIsNamedByTheTitleThere() throws Exception {
    Document document = parse(Chart.inline(panel(line("a < b", 1, 2, 2, 3)), "plot"));

    Element root = document.getDocumentElement();
    assertThat(root.getAttribute("role")).isEqualTo("img");
    assertThat(root.getAttribute("aria-labelledby")).isEqualTo("plot-title plot-description");
    assertThat(elements(document, "desc").get(0).getTextContent())
        .contains("a < b: from 2 at 1 to 3 at 2.");
    assertThat(elements(document, "style")).isEmpty();
    assertThat(elements(document, "text"))
        .extracting(Element::getTextContent)
        .doesNotContain("panel", "a < b");
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

  private static Scale scale(Axis.Kind kind, double from, double to) {
    return new Scale(kind, from, to, 0, 100);
  }

  @Test
  void ticksAreRound() {
    assertThat(scale(Axis.Kind.LINEAR, 0, 1).ticks())
        .containsExactly(0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0);
    assertThat(scale(Axis.Kind.LINEAR, -7, 23).ticks())
        .containsExactly(-5.0, 0.0, 5.0, 10.0, 15.0, 20.0);
    assertThat(scale(Axis.Kind.LOGARITHMIC, 0.5, 3000).ticks())
        .containsExactly(1.0, 10.0, 100.0, 1000.0);
    assertThat(scale(Axis.Kind.LOGARITHMIC, 1.5, 30).ticks()).containsExactly(2.0, 5.0, 10.0, 20.0);
    assertThat(scale(Axis.Kind.SYMMETRIC_LOGARITHMIC, -6, 12).ticks())
        .containsExactly(-5.0, -2.0, -1.0, 0.0, 1.0, 2.0, 5.0, 10.0);
    assertThat(Scale.of(Axis.linear(""), new double[] {4, 4}, 0, 100).at(4)).isEqualTo(50);
    assertThat(Scale.of(Axis.logarithmic(""), new double[] {4}, 0, 100).at(4))
        .isCloseTo(50, within(1e-9));
    assertThat(Scale.of(Axis.linear("").showing(0, 8), new double[] {4}, 0, 100).at(4))
        .isEqualTo(50);
  }

  @Test
  void aSymmetricLogarithmPassesThroughZero() {
    Scale scale = scale(Axis.Kind.SYMMETRIC_LOGARITHMIC, -15, 15);
    assertThat(scale.at(0)).isCloseTo(50, within(1e-9));
    // log 4 is half of log 16.
    assertThat(scale.at(3)).isCloseTo(75, within(1e-9));
    assertThat(scale.at(-3)).isCloseTo(25, within(1e-9));
  }
}
