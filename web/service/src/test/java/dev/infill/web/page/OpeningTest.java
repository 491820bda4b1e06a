package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import dev.infill.core.lab.FakeModel;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page is there before the model is. */
@Tag("exhaustive")
class OpeningTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static void refuse(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(503)
            .setHeaders(Map.of("Retry-After", "1"))
            .setContentType("application/problem+json")
            .setBody("{\"status\": 503, \"detail\": \"the model is still being opened\"}"));
  }

  @Test
  void whatNeedsTheModelWaitsForIt() {
    Visit visit = PAGE.visit();
    visit.page().route("**/api/v1/**", OpeningTest::refuse);
    visit.page().reload();
    Locator notice = visit.page().locator("#notice");
    assertThat(notice).containsText("The model is still being opened.");
    assertThat(visit.run()).isDisabled();
    assertThat(visit.button("History")).isDisabled();
    assertThat(visit.button("Copy link")).isDisabled();
    // It is said once, however often the page asks.
    notice.locator("p").evaluate("said => { said.dataset.first = 'yes'; }");
    Response again =
        visit.page().waitForResponse("**/api/v1/models", () -> visit.page().locator("h1").click());
    assertThat(again.status()).isEqualTo(503);
    visit.page().waitForResponse("**/api/v1/models", () -> visit.page().locator("h1").click());
    assertThat(notice.locator("p")).hasAttribute("data-first", "yes");

    visit.page().evaluate("location.hash = '#text=the+old+[MASK]+,+[MASK]&chains=7'");
    assertThat(visit.text()).isEqualTo("the old [MASK] , [MASK]");
    assertThat(visit.page().locator(".counts")).hasText("2 blanks · pieces not counted");
    visit.page().unroute("**/api/v1/**");
    visit.ready();
    visit.expectComplaint("503");
    assertThat(notice).not().isVisible();
    assertThat(visit.setting("Chains")).hasValue("7");
    assertThat(visit.page().locator(".counts")).hasText("2 blanks · 7 of at most 16 pieces");
    assertThat(visit.page().locator(".counts .wrong")).hasCount(0);
    assertThat(visit.button("History")).isEnabled();
    assertThat(visit.button("Copy link")).isEnabled();
  }

  @Test
  void thePiecesAreCountedAgainWhenTheModelIsThere() {
    Visit visit = PAGE.visit("", ServedPage.window(1280, 800));
    assertThat(visit.page().locator(".counts")).containsText("16 of at most 16 pieces");
    visit.page().route("**/api/v1/**", OpeningTest::refuse);
    visit.page().reload();
    // Why is said above the results, once.
    assertThat(visit.page().locator(".counts")).hasText("3 blanks · pieces not counted");
    assertThat(visit.page().locator("#piece-count"))
        .hasAttribute("title", "The model is still being opened.");
    assertThat(visit.page().getByText("still being opened")).hasCount(1);
    visit.page().unroute("**/api/v1/**");
    visit.ready();
    visit.expectComplaint("503");
    assertThat(visit.page().locator(".counts")).containsText("16 of at most 16 pieces");
  }
}
