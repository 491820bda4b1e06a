package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import dev.infill.core.lab.FakeModel;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the parts of the page stand, and what of them is seen. */
@Tag("exhaustive")
class LayoutTest {
  private static final String TEXT = "the [MASK] man [MASK] , the [MASK]";

  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static Visit filled(int width, int height) {
    Visit visit = PAGE.visit(ServedPage.SHORT_TEXT, ServedPage.window(width, height));
    visit.write(TEXT);
    visit.page().locator("#settings").evaluate("settings => { settings.open = true; }");
    visit.setting("Seed").fill("3");
    visit.runToEnd();
    return visit;
  }

  private static double bottom(BoundingBox box) {
    return box.y + box.height;
  }

  /** Advanced settings are many: they are scrolled through, and reached by keyboard. */
  @Test
  void theResultsStayWhenAdvancedIsOpened() {
    Visit visit = filled(1280, 800);
    Locator results = visit.page().locator("#results");
    Locator text = visit.page().locator(".writing");
    BoundingBox resultsBefore = results.boundingBox();
    BoundingBox textBefore = text.boundingBox();
    visit.page().locator("#advanced summary").click();
    assertThat(visit.setting("Temperature")).isInViewport();
    assertThat(results.boundingBox().y).isCloseTo(resultsBefore.y, within(80.0));
    assertThat(text.boundingBox().height).isCloseTo(textBefore.height, within(80.0));
    visit.setting("Forbid").focus();
    assertThat(visit.setting("Forbid")).isInViewport();
  }

  /** Underscores hang low. */
  @Test
  void theRingOfTheTextLeavesItsHint() {
    Visit visit = PAGE.visit();
    visit.button("Write").click();
    Locator text = visit.page().locator("#text");
    assertThat(text).isFocused();
    Locator hint = visit.page().locator("#writing-field .hint");
    Object ring =
        text.evaluate(
            "text => { const { outlineWidth, outlineOffset } = getComputedStyle(text); return parseFloat(outlineWidth) + parseFloat(outlineOffset); }");
    assertThat(((Number) ring).doubleValue()).isEqualTo(5);
    assertThat(bottom(hint.boundingBox())).isLessThan(text.boundingBox().y - 5);
  }

  /** Cards of fills at the lower edge stand above them; where neither side has room they scroll. */
  @ParameterizedTest
  @ValueSource(ints = {800, 500})
  void theCardOfAFillIsSeenWhole(int height) {
    Visit visit = filled(1280, height);
    for (String block : List.of("start", "center", "end")) {
      Locator fill = visit.fill(3, 1);
      fill.evaluate("(fill, block) => fill.scrollIntoView({ block })", block);
      fill.hover();
      assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
      BoundingBox card = visit.card().boundingBox();
      assertThat(card.y).as(block).isNotNegative();
      assertThat(bottom(card)).as(block).isLessThanOrEqualTo(height);
      BoundingBox box = fill.boundingBox();
      assertThat(bottom(card) <= box.y || card.y >= bottom(box)).as(block).isTrue();
      // The way from the fill into its card does not close it.
      visit.card().getByRole(AriaRole.LISTITEM).first().hover();
      assertThat(visit.card()).isVisible();
      visit.page().keyboard().press("Escape");
      assertThat(visit.card()).hasCount(0);
      visit.page().mouse().move(1, 1);
    }
  }

  @Test
  void picturesComeBeforeFiguresOnAPhone() {
    Visit visit = filled(360, 800);
    List<Double> tops =
        List.of(".candidates", ".pictures", ".behaviour").stream()
            .map(part -> visit.page().locator(part).boundingBox().y)
            .toList();
    assertThat(tops).isSorted();
    visit.page().setViewportSize(1280, 800);
    // All at once: the page may still be scrolling.
    Object beside =
        visit
            .page()
            .evaluate(
                """
                () => {
                  const box = (part) => document.querySelector(part).getBoundingClientRect();
                  const [list, words, pictures, figures] =
                      [".candidate-list", ".marginals", ".pictures", ".behaviour"].map(box);
                  return Math.abs(pictures.top - list.top) <= 1 && pictures.left > list.right
                      && words.top >= list.bottom
                      && figures.top >= words.bottom && figures.top <= words.bottom + 40;
                }""");
    assertThat(beside).isEqualTo(true);
  }

  /** A repeated fill is no mistake. */
  @Test
  void aRepeatedFillIsNotInTheColourOfErrors() {
    Visit visit = filled(1280, 800);
    Object colours =
        visit
            .page()
            .evaluate(
                """
                () => ["button.fill.repeated", ".hint", "#text-error"].map((part) => getComputedStyle(document.querySelector(part)).color)
                """);
    assertThat((List<?>) colours).hasSize(3);
    assertThat(((List<?>) colours).get(0))
        .isEqualTo(((List<?>) colours).get(1))
        .isNotEqualTo(((List<?>) colours).get(2));
  }

  /** A bar says how probable something is, not how probable beside the most probable one. */
  @Test
  void barsAreAsLongAsWhatTheyStandForIsProbable() {
    Visit visit = filled(1280, 800);
    visit.fill(1, 2).hover();
    Locator alternatives = visit.card().locator(".alternative");
    assertThat(alternatives).hasCount(5);
    assertThat(part(alternatives.first().locator(".bar"))).isCloseTo(12.0 / 78, within(1e-9));
    Locator other = alternatives.filter(new Locator.FilterOptions().setHasText("man"));
    assertThat(part(other.locator(".bar"))).isCloseTo(8.0 / 78, within(1e-9));
  }

  private static double part(Locator bar) {
    return Double.parseDouble((String) bar.evaluate("bar => bar.style.getPropertyValue('--part')"));
  }

  @Test
  void ofChainsAlongWhichUIsNotKnownThatIsSaid() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    visit.page().locator("#advanced summary").click();
    visit.setting("Sampler").selectOption("gibbs");
    visit.setting("Pool").selectOption("last");
    visit.runToEnd();
    Locator behaviour = visit.page().locator(".behaviour");
    assertThat(behaviour).containsText("U is not known along the chains");
    assertThat(behaviour).containsText("R-hat of Hamming distance");
    assertThat(behaviour).not().containsText("8 of every chain");
  }

  /** Figures that do not exist are not dashes, but a reason. */
  @ParameterizedTest
  @ValueSource(strings = {"the ___:1-2 man|different targets", "the [MASK] man|8 of every chain"})
  void whyConvergenceIsNotKnownIsSaid(String given) {
    String[] parts = given.split("\\|", -1);
    Visit visit = PAGE.visit();
    visit.write(parts[0]);
    visit.setting("Steps").fill("6");
    visit.runToEnd();
    Locator behaviour = visit.page().locator(".behaviour");
    assertThat(behaviour).containsText("not known");
    assertThat(behaviour).containsText(parts[1]);
    assertThat(behaviour).not().containsText("–");
  }
}
