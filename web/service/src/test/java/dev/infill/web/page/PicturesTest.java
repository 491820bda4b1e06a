package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pictures of one run, and of two runs side by side. */
@Tag("exhaustive")
class PicturesTest {
  private static final String TEXT = "the [MASK] man [MASK] , the [MASK]";

  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static Visit visit() {
    Visit visit = PAGE.visit();
    visit.write(TEXT);
    visit.setting("Seed").fill("3");
    visit.setting("Steps").fill("50");
    return visit;
  }

  private static Locator picture(Visit visit, String title) {
    return visit
        .page()
        .getByRole(AriaRole.FIGURE)
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    visit
                        .page()
                        .getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(title))));
  }

  @Test
  void energyAndRatesOfEveryStepAreDrawnAndWritten() {
    Visit visit = visit();
    visit.runToEnd();
    for (String title : List.of("U of every chain", "Accepting and moving chains")) {
      Locator picture = picture(visit, title);
      assertThat(picture.getByRole(AriaRole.IMG))
          .hasAccessibleName(Pattern.compile(title + "\\. .+\\."));
      picture.getByText("Figures").click();
      Locator rows = picture.locator("tbody tr");
      assertThat(rows).hasCount(50);
      assertThat(rows.last().locator("th")).hasText("50");
    }
    assertThat(picture(visit, "U of every chain").locator("path.chain")).hasCount(25);
    for (Locator line : picture(visit, "U of every chain").locator("path.line").all()) {
      assertThat(line).hasAttribute("d", Pattern.compile("M[^ML]+(L[^ML]+){49}"));
    }
    assertThat(picture(visit, "U of every chain").locator("path.mean")).hasCount(1);
    assertThat(picture(visit, "U of every chain").locator("rect.burn-in")).hasCount(1);
    List<String> last =
        picture(visit, "U of every chain")
            .locator("tbody tr")
            .last()
            .locator("td")
            .allTextContents();
    List<Double> figures =
        last.stream().map(text -> Double.valueOf(text.replace('−', '-'))).toList();
    assertThat(figures).isSorted();
  }

  /** Blanks in turn change more or less often, each at its step: the lines are means of a sweep. */
  @ParameterizedTest
  @CsvSource({"gibbs-mh, 3", "gibbs, 3", "gwg, 1", "dmala, 1"})
  void ratesOfBlanksInTurnAreMeansOfASweep(String sampler, int sweep) {
    Visit visit = visit();
    visit.setting("Sampler").selectOption(sampler);
    visit.runToEnd();
    Locator picture = picture(visit, "Accepting and moving chains");
    picture.getByText("Figures").click();
    assertThat(picture.locator("tbody tr")).hasCount(50);
    List<String> moved = picture.locator("tbody td:last-child").allTextContents();
    List<Double> rates =
        moved.stream().map(text -> Double.valueOf(text.replace(" %", "")) / 100).toList();
    // Points of a drawing whose y goes down from 10, for 1, to 162, for 0.
    List<Double> drawn =
        Pattern.compile("[ML][\\d.]+ ([\\d.]+)")
            .matcher(picture.locator("path.moved").getAttribute("d"))
            .results()
            .map(match -> (162 - Double.parseDouble(match.group(1))) / 152)
            .toList();
    assertThat(drawn).hasSize(51 - sweep);
    for (int point = 0; point < drawn.size(); point++) {
      double mean =
          rates.subList(point, point + sweep).stream().mapToDouble(rate -> rate).sum() / sweep;
      assertThat(drawn.get(point)).isCloseTo(mean, within(0.002 + 0.005));
    }
    Locator note = picture.getByText("mean of 3 steps: a sweep of the blanks");
    if (sweep == 1) {
      assertThat(note).hasCount(0);
    } else {
      assertThat(note).isVisible();
    }
  }

  @Test
  void diversityIsThatOfTheShownFillings() {
    Visit visit = visit();
    visit.runToEnd();
    Object figures =
        visit
            .page()
            .evaluate(
                """
                async () => {
                  const sentences = [...document.querySelectorAll(".filled")].map((one) => one.textContent);
                  const response = await fetch("api/v1/metrics", {
                    method: "POST",
                    headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({ sentences }),
                  });
                  const metrics = await response.json();
                  return {
                    "self-BLEU": metrics.selfBleu.toFixed(1),
                    "unique 2-grams": `${metrics.unique.self["2"].toFixed(1)} %`,
                    "unique 3-grams": `${metrics.unique.self["3"].toFixed(1)} %`,
                  };
                }
                """);
    Map<?, ?> expected = (Map<?, ?>) figures;
    assertThat(expected).hasSize(3);
    expected.forEach(
        (label, value) -> assertThat(diversity(visit, label.toString())).hasText(value.toString()));
    assertThat(diversity(visit, "different fillings")).hasText(Pattern.compile("\\d+"));
  }

  private static Locator diversity(Visit visit, String label) {
    return visit
        .page()
        .locator(".diversity dl div")
        .filter(new Locator.FilterOptions().setHasText(label))
        .locator("dd");
  }

  @Test
  void aSamplerThatNeverEvaluatesUSaysSo() {
    Visit visit = visit();
    visit.setting("Sampler").selectOption("gibbs");
    visit.runToEnd();
    assertThat(picture(visit, "U of every chain").getByRole(AriaRole.IMG))
        .hasAccessibleName(Pattern.compile("never evaluates U"));
    assertThat(visit.candidates().first()).containsText("U −");
  }

  @Test
  void twoSamplersAreComparedOnTheSameTextAndSeed() {
    Visit visit = visit();
    visit.compare().check();
    visit.page().getByLabel("Sampler to compare with").selectOption("gwg");
    visit.runToEnd();
    Locator runs = visit.page().getByRole(AriaRole.ARTICLE);
    assertThat(runs).hasCount(2);
    assertThat(runs.nth(0)).containsText("seed 3");
    assertThat(runs.nth(1)).containsText("seed 3");
    assertThat(runs.nth(0).getByRole(AriaRole.HEADING).first()).hasText("gibbs-mh");
    assertThat(runs.nth(1).getByRole(AriaRole.HEADING).first()).hasText("gwg");
    assertThat(runs.nth(0).boundingBox().y).isEqualTo(runs.nth(1).boundingBox().y);
    // U has one scale in both pictures.
    Locator first = runs.nth(0).locator("svg").first().locator("text");
    Locator second = runs.nth(1).locator("svg").first().locator("text");
    assertThat(first.allTextContents()).isEqualTo(second.allTextContents());
    Locator table =
        visit.page().getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Side by side"));
    assertThat(table.locator("thead th")).hasText(new String[] {"gibbs-mh", "gwg"});
    assertThat(table.locator("tbody")).containsText("self-BLEU");
    List<String> compared = runs.nth(1).locator(".filled").allTextContents();

    visit.compare().uncheck();
    visit.setting("Sampler").selectOption("gwg");
    visit.runToEnd();
    assertThat(runs).hasCount(1);
    assertThat(runs.locator(".filled").allTextContents()).isEqualTo(compared);
  }

  @Test
  void withoutASeedBothGetTheSameDrawnOne() {
    Visit visit = visit();
    visit.setting("Seed").fill("");
    visit.compare().check();
    visit.runToEnd();
    List<String> settings = visit.page().locator(".run-settings").allTextContents();
    assertThat(settings).hasSize(2);
    assertThat(settings.get(0).replaceAll(".*seed ", ""))
        .matches("\\d+")
        .isEqualTo(settings.get(1).replaceAll(".*seed ", ""));
  }
}
