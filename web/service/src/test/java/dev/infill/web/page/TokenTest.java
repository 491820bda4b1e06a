package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.FakeModel;
import dev.infill.web.service.ServiceOptions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A service that answers only those who have its token. */
@Tag("exhaustive")
@Tag("gate")
class TokenTest {
  @RegisterExtension
  static final ServedPage PAGE =
      new ServedPage(
          () -> FakeModel.readingMasks(() -> {}),
          ServiceOptions.defaults().withTokens(List.of("a-secret-of-sixteen-letters")));

  @Test
  void thePageAsksForTheTokenAndThenWorks() {
    Visit visit = PAGE.visitUnready(ServedPage.SHORT_TEXT, ServedPage.window(1280, 800));
    assertThat(visit.page().locator("#token")).isFocused();
    assertThat(visit.run()).isDisabled();
    visit.page().keyboard().press("Escape");
    assertThat(visit.page().locator("#token-dialog")).not().isVisible();
    assertThat(visit.page().locator("#notice"))
        .containsText("This service answers only those who have its token.");
    visit.button("Give the token").click();
    assertThat(visit.page().locator("#token")).isFocused();
    visit.page().locator("#token").fill("wrong");
    visit.page().keyboard().press("Enter");
    assertThat(visit.page().locator("#token-error")).hasText("That token was refused.");
    assertThat(visit.page().locator("#token")).hasValue("");
    assertThat(visit.page().locator("#token")).isFocused();
    assertThat(kept(visit)).isNull();
    assertThat(Axe.violations(visit)).isEmpty();
    // What no header can carry is not even tried.
    visit.page().locator("#token").fill("ein Schlüssel");
    visit.page().keyboard().press("Enter");
    assertThat(visit.page().locator("#token-error")).containsText("ASCII");
    assertThat(visit.page().locator("#token-dialog")).isVisible();
    assertThat(kept(visit)).isNull();
    visit.page().locator("#token").fill(" a-secret-of-sixteen-letters ");
    visit.page().keyboard().press("Enter");
    assertThat(visit.run()).isEnabled();
    assertThat(visit.page().locator("#token-dialog")).not().isVisible();
    assertThat(visit.page().locator(".counts")).hasText("1 blank · 5 of at most 16 pieces");
    visit.runToEnd();
    assertThat(visit.candidates()).hasCount(5);
    visit.page().reload();
    assertThat(visit.run()).isEnabled();
    visit.expectComplaint("401");
  }

  private static Object kept(Visit visit) {
    return visit.page().evaluate("sessionStorage.getItem('infill.token')");
  }
}
