package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.infill.core.lab.FakeModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The text or the settings change while results of the ones before are still there. */
@Tag("exhaustive")
class EarlierTextTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static Visit filled() {
    Visit visit = PAGE.visit();
    visit.write("the old man [MASK]");
    visit.word("old").click();
    visit.setting("Seed").fill("3");
    visit.runToEnd();
    assertThat(note(visit)).not().isVisible();
    return visit;
  }

  private static Locator note(Visit visit) {
    return visit.page().getByText("These results are of an earlier text");
  }

  @Test
  void aFillIsKeptInTheTextThatItIsOf() {
    Visit visit = filled();
    String kept = visit.fill(1, 1).textContent();
    visit.word("the").click();
    assertThat(visit.text()).isEqualTo("[MASK] [MASK] man [MASK]");
    assertThat(note(visit)).isVisible();
    visit.fill(1, 1).click();
    visit.button("Keep “" + kept + "”, resample the rest").click();
    visit.awaitEnd();
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK]");
    assertThat(visit.blank(1)).hasAccessibleName("blank 1, was “old”, keeps “" + kept + "”");
    assertThat(note(visit)).not().isVisible();
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate.locator(".filled")).containsText("the " + kept + " man ");
    }
    visit.button("Earlier text").click();
    assertThat(visit.text()).isEqualTo("[MASK] [MASK] man [MASK]");
    assertThat(note(visit)).isVisible();
  }

  @Test
  void aFillIsKeptWhereItsBlankIsGone() {
    Visit visit = filled();
    String kept = visit.fill(1, 1).textContent();
    visit.write("the ran");
    visit.fill(1, 1).click();
    visit.button("Keep “" + kept + "”, resample the rest").click();
    visit.awaitEnd();
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK]");
    assertThat(visit.blank(1)).hasAccessibleName("blank 1, was “old”, keeps “" + kept + "”");
  }

  @Test
  void resultsOfOtherSettingsAreSaidToBe() {
    Visit visit = filled();
    visit.setting("Chains").fill("7");
    assertThat(note(visit)).isVisible();
    visit.setting("Chains").fill("25");
    assertThat(note(visit)).not().isVisible();
    visit.compare().check();
    assertThat(note(visit)).isVisible();
    visit.button("Back to the defaults").click();
    assertThat(visit.compare()).not().isChecked();
    assertThat(note(visit)).isVisible();
    visit.setting("Seed").fill("3");
    assertThat(note(visit)).not().isVisible();
  }

  @Test
  void anAddressThatIsChangedBringsItsTextAndTheOneBeforeIsNotLost() {
    Visit visit = filled();
    visit
        .page()
        .evaluate("location.hash = '#text=the+___+ran&words=[%22old%22]&chains=7&compare=gwg'");
    assertThat(visit.setting("Chains")).hasValue("7");
    assertThat(visit.text()).isEqualTo("the ___ ran");
    assertThat(visit.blank(1)).hasAccessibleName("blank 1, was “old”");
    assertThat(visit.compare()).isChecked();
    assertThat(note(visit)).isVisible();
    visit.button("Earlier text").click();
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK]");
    visit.button("Earlier text").click();
    assertThat(visit.text()).isEqualTo("the ___ ran");
  }

  @Test
  void anExampleDoesNotTakeTheTextAway() {
    Visit visit = PAGE.visit();
    visit.write("the old [MASK]");
    visit.page().locator("#examples summary").focus();
    visit.page().keyboard().press("Enter");
    assertThat(visit.button("The capital")).isVisible();
    visit.page().keyboard().press("Escape");
    assertThat(visit.button("The capital")).not().isVisible();
    visit.page().keyboard().press("ArrowDown");
    assertThat(visit.text()).isEqualTo("the old [MASK]");
    visit.page().keyboard().press("Enter");
    for (int example = 1; example <= 5; example++) {
      visit.page().keyboard().press("Tab");
    }
    assertThat(visit.button("The capital")).isFocused();
    visit.page().keyboard().press("Enter");
    assertThat(visit.text()).isEqualTo("the capital of France is [MASK] .");
    assertThat(visit.page().locator("#examples summary")).isFocused();
    visit.button("Earlier text").click();
    assertThat(visit.text()).isEqualTo("the old [MASK]");
  }
}
