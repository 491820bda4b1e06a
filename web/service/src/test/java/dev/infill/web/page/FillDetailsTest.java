package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.core.lab.FakeModel;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A fill is looked into, kept, or exchanged for another. */
@Tag("exhaustive")
@NullUnmarked
class FillDetailsTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private Visit visit;

  @BeforeEach
  void fill() {
    visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    visit.setting("Seed").fill("3");
    visit.runToEnd();
  }

  /** The fake model's probabilities are 12, 10, 9 … 6 of 78, by rank in its vocabulary. */
  @Test
  void theCardOfAFillHoldsLogFAndTheFiveBestAlternatives() {
    Locator fill = visit.fill(1, 2);
    assertThat(fill).hasText("zürich");
    fill.hover();
    assertThat(visit.card()).containsText("log f −1.87 · 15 % · rank 1");
    Locator alternatives = visit.card().getByRole(AriaRole.LISTITEM);
    assertThat(alternatives).hasCount(5);
    assertThat(alternatives.nth(0)).hasText(Pattern.compile("zürich\\s*15 %"));
    assertThat(alternatives.nth(1)).hasText(Pattern.compile("ran\\s*12 %"));
    assertThat(alternatives.nth(2)).hasText(Pattern.compile("man\\s*10 %"));
    assertThat(alternatives.nth(3)).hasText(Pattern.compile("old\\s*9.0 %"));
    assertThat(alternatives.nth(4)).hasText(Pattern.compile("the\\s*7\\.7 %"));
    // It stays while the pointer is on it, and goes when it leaves.
    alternatives.nth(2).hover();
    assertThat(visit.card()).isVisible();
    visit.page().mouse().move(1, 1);
    assertThat(visit.card()).hasCount(0);
  }

  /** A pin is of one piece, so nothing of a blank that may hold more is kept. */
  @Test
  void aBlankOfUnknownLengthShowsAlternativesOfEachPieceAndTakesNoPin() {
    visit.write("the ___:2-3 man [MASK]");
    visit.runToEnd();
    assertThat(visit.candidates().first()).containsText("U per piece −");
    Locator second = visit.fill(1, 2);
    second.hover();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("^Blank 1, "));
    assertThat(visit.card()).containsText("log f −");
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    assertThat(visit.button(Pattern.compile("^Keep"))).hasCount(0);
    assertThat(visit.card().locator("button:enabled")).hasCount(0);
    visit.page().mouse().move(1, 1);

    visit.candidates().first().locator("button.fill").last().hover();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("^Blank 2, "));
    assertThat(visit.button(Pattern.compile("^Keep"))).isVisible();
    visit.button(Pattern.compile("^Pin “ran”")).click();
    visit.awaitEnd();
    assertThat(visit.page().locator("#pins")).containsText("2 ran");
  }

  @Test
  void oneClickPinsAnAlternativeAndGoesOn() {
    visit.fill(1, 2).hover();
    visit.button(Pattern.compile("^Pin “ran”")).click();
    visit.awaitEnd();
    assertThat(visit.blank(2)).hasAccessibleName("blank 2, keeps “ran”");
    assertThat(visit.candidates().first()).containsText("man ran");
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate.locator("button.fill").nth(1)).hasText("ran");
      assertThat(candidate.locator("button.fill").nth(1)).hasClass("fill pinned");
    }
    assertThat(visit.candidates()).hasCount(5);
    visit.button("Do not keep “ran” in blank 2").click();
    visit.runToEnd();
    assertThat(visit.fill(1, 2)).hasText("zürich");
  }

  @Test
  void aFillIsKeptAndTheRestResampled() {
    String kept = visit.fill(3, 1).textContent();
    visit.fill(3, 1).click();
    visit.button("Keep “" + kept + "”, resample the rest").click();
    visit.awaitEnd();
    assertThat(visit.page().locator("#pins")).containsText("1 " + kept);
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate.locator("button.fill").first()).hasText(kept);
    }
    assertThat(visit.candidates().locator("button.fill:nth-of-type(2)").allTextContents())
        .doesNotHaveDuplicates();
  }

  @Test
  void theKeyboardAloneDoesTheSame() {
    visit.fill(1, 1).focus();
    assertThat(visit.card()).containsText("log f");
    visit.page().keyboard().press("Escape");
    assertThat(visit.card()).hasCount(0);
    assertThat(visit.fill(1, 1)).isFocused();
    visit.page().keyboard().press("Enter");
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    assertThat(visit.button(Pattern.compile("^Keep"))).isFocused();
    visit.page().keyboard().press("Escape");
    assertThat(visit.card()).hasCount(0);
    assertThat(visit.fill(1, 1)).isFocused();
    visit.page().keyboard().press("ArrowDown");
    assertThat(visit.button(Pattern.compile("^Keep"))).isFocused();
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    visit.page().keyboard().press("End");
    assertThat(visit.button(Pattern.compile("^Pin “the”"))).isFocused();
    visit.page().keyboard().press("Home");
    visit.page().keyboard().press("ArrowDown");
    visit.page().keyboard().press("ArrowDown");
    assertThat(visit.button(Pattern.compile("^Pin “ran”"))).isFocused();
    visit.page().keyboard().press("Enter");
    visit.awaitEnd();
    assertThat(visit.fill(1, 1)).hasText("ran");
    assertThat(visit.page().locator("#pins")).containsText("1 ran");
  }

  /** The cards that open on the way are no stops. */
  @Test
  void tabGoesFromFillToFill() {
    visit.fill(1, 1).focus();
    assertThat(visit.card().getByRole(AriaRole.LISTITEM)).hasCount(5);
    visit.page().keyboard().press("Tab");
    assertThat(visit.fill(1, 2)).isFocused();
    assertThat(visit.card()).hasAccessibleName(Pattern.compile("^Blank 2"));
    visit.page().keyboard().press("Tab");
    assertThat(visit.candidates().first().locator(".copy")).isFocused();
    assertThat(visit.card()).hasCount(0);
    visit.page().keyboard().press("Shift+Tab");
    visit.page().keyboard().press("ArrowDown");
    visit.page().keyboard().press("ArrowUp");
    assertThat(visit.fill(1, 2)).isFocused();
  }

  @Test
  void whatCannotBeAskedIsSaidInTheCard() {
    visit.page().route("**/api/v1/score", route -> route.abort());
    visit.fill(1, 1).hover();
    assertThat(visit.card()).containsText("The connection to the service was lost.");
    visit.expectComplaint("ERR_FAILED");
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK]");
  }
}
