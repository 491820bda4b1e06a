package dev.infill.evaluation.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.statistics.Mean;
import dev.infill.evaluation.statistics.SignTest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
  private static final Table TABLE =
      new Table(
          "Every type",
          List.of(
              Column.text("sampler"),
              Column.integer("steps"),
              Column.setting("α", 6).filedAs("alpha"),
              Column.number("U", 2),
              Column.fixed("score", 3),
              Column.estimate("n = 2", 2, 1).below("Self"),
              Column.difference("Δ", 2, 2),
              Column.mean("bias")),
          List.of(
              Row.of(
                  "a|b, \"c\"",
                  12_345,
                  0.25,
                  -1234.567,
                  -0.00001,
                  new Estimate(12.345, Optional.of(new Interval(10, 14.96))),
                  new Estimate(1.5, Optional.empty()),
                  new Mean(1.23456, 0.0123)),
              Row.of(
                  "plain", 1L, 2.0, Double.NaN, Double.NEGATIVE_INFINITY, 86.84, Double.NaN, 0.5)));

  @Test
  void peopleReadRoundedFigures() {
    assertThat(TABLE.markdown())
        .isEqualTo(
            """
            | sampler | steps | α | U | score | Self n = 2 | Δ | bias |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            | a\\|b, "c" | 12,345 | 0.25 | −1,234.57 | 0.000 | 12.35 [10.0, 15.0] | +1.50 – | 1.235 ± 0.012 |
            | plain | 1 | 2 | – | −∞ | 86.84 | – | 0.500 |
            """);
  }

  @Test
  void filesHaveAllDigitsAndNothingForWhatIsUndefined() {
    assertThat(TABLE.csv())
        .isEqualTo(
            """
            sampler,steps,alpha,U,score,n = 2,n = 2.low,n = 2.high,Δ,Δ.low,Δ.high,bias,bias.error
            "a|b, ""c""\",12345,0.25,-1234.567,0.000,12.345,10.0,14.96,1.5,,,1.23456,0.0123
            plain,1,2.0,,-inf,86.84,,,,,,0.5,
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void jsonHasObjectsForFiguresWithErrorsAndNullForWhatIsUndefined() {
    assertThat(TABLE.json().lines())
        .containsExactly(
            "{\"sampler\":\"a|b, \\\"c\\\"\",\"steps\":12345,\"alpha\":0.25,\"U\":-1234.567,"
                + "\"score\":0.000,"
                + "\"n = 2\":{\"estimate\":12.345,\"low\":10.0,\"high\":14.96},"
                + "\"Δ\":{\"estimate\":1.5},\"bias\":{\"mean\":1.23456,\"error\":0.0123}}",
            "{\"sampler\":\"plain\",\"steps\":1,\"alpha\":2.0,\"U\":null,"
                + "\"score\":null,\"n = 2\":{\"estimate\":86.84},\"Δ\":{\"estimate\":null},"
                + "\"bias\":{\"mean\":0.5}}");
  }

  @Test
  void textStandsInColumns() {
    Table table =
        Table.of(
            "",
            List.of(Column.text("name"), Column.number("figure of it", 1), Column.text("word")),
            List.of("a", "longer"),
            name -> List.of(name, 10.0 * name.length(), "w"));
    assertThat(table.text(80))
        .isEqualTo(
            """
            name    figure  word
                     of it
            ------  ------  ----
            a         10.0  w
            longer    60.0  w
            """);
  }

  @Test
  void figuresOfSeveralTurnsAreTheirMedianAndEnds() {
    Table table =
        Table.of(
            "",
            List.of(Column.text("turns"), Column.spread("seconds")),
            List.of(List.of(0.5, 0.25, 1234.5, 2.0), List.of(3.0, Double.NaN), List.of()),
            turns -> List.of(turns.size(), turns));

    assertThat(table.rows().stream().map(row -> table.shown(row).get(1).text()))
        .containsExactly("1.25 (0.250–1,235)", "–", "–");
    assertThat(table.json().lines().findFirst())
        .hasValue("{\"turns\":\"4\",\"seconds\":{\"median\":1.25,\"least\":0.25,\"most\":1234.5}}");
  }

  @Test
  void aSignTestIsShownAsCountsAndP() {
    Table table =
        Table.of(
            "",
            List.of(Column.signTest("sign test")),
            List.of(new SignTest(1, 5), new SignTest(0, 30), new SignTest(0, 0)),
            List::of);

    assertThat(table.rows().stream().map(row -> table.shown(row).get(0).text()))
        .containsExactly("1 : 5, p 0.22", "0 : 30, p < 0.0001", "–");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 200})
  void textThatIsTooWideGoesOnBelow(int width) {
    String text = TABLE.text(width);
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    String[] parts = text.split("\n\n", -1);
    assertThat(parts).allSatisfy(part -> assertThat(part).startsWith("sampler").contains("plain "));
    assertThat(parts.length == 1).isEqualTo(width == 200);
  }

  @Test
  void aCellOfAnotherTypeIsRefused() {
    List<Column> columns = List.of(Column.text("name"), Column.number("figure", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Table("t", columns, List.of(Row.of("a", "b"))))
        .withMessage("no number: b");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Table("t", columns, List.of(Row.of("a"))))
        .withMessage("t: 1 cells in 2 columns");
  }

  @Test
  void aDocumentIsMarkdownAndText() {
    Document document =
        new Document()
            .heading(1, "A title")
            .paragraph("Words, <b>bold</b> & more &amp; *so*.")
            .items(List.of("one", "two"))
            .items(List.of())
            .table(new Table("It", List.of(Column.text("name")), List.of(Row.of("x"))));
    assertThat(document.markdown())
        .isEqualTo(
            """
            # A title

            Words, &lt;b>bold&lt;/b> & more &amp;amp; \\*so\\*.

            - one
            - two

            **It**

            | name |
            | --- |
            | x |
            """);
    assertThat(document.text(20))
        .isEqualTo(
            """
            A title
            =======

            Words, <b>bold</b> &
            more &amp; *so*.

            - one
            - two

            It

            name
            ----
            x
            """);
  }
}
