package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import dev.infill.web.cli.FakeModel;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sampler and its settings are chosen. */
class SettingsTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  @Test
  void everyControlHasANameAHintAndTheDefaultOfTheService() {
    Visit visit = PAGE.visit();
    assertThat(visit.setting("Sampler")).hasValue("dmala");
    assertThat(visit.setting("Vocabulary")).hasValue("words");
    assertThat(visit.setting("Chains")).hasValue("25");
    assertThat(visit.setting("Steps")).hasValue("50");
    assertThat(visit.setting("Top")).hasValue("5");
    assertThat(visit.setting("Seed")).hasValue("");
    assertThat(visit.setting("Step size α")).hasValue("0.4");
    assertThat(visit.setting("Adapt α toward")).hasValue("");
    assertThat(visit.setting("Energy")).hasValue("pseudo-log-likelihood");
    Locator controls = visit.page().locator(".control");
    assertThat(controls.count()).isGreaterThanOrEqualTo(16);
    for (Locator control : controls.all()) {
      assertThat(control.locator(".hint").textContent().strip())
          .as(control.locator("label").textContent())
          .isNotEmpty()
          .doesNotContain("\n");
    }
  }

  @Test
  void advancedOnesAreFoldedAndUselessOnesStepAside() {
    Visit visit = PAGE.visit();
    assertThat(visit.setting("Temperature")).not().isVisible();
    visit.page().getByText("Advanced", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(visit.setting("Temperature")).isVisible();
    assertThat(visit.setting("Step size α")).isVisible();
    visit.setting("Sampler").selectOption("gibbs");
    assertThat(visit.setting("Step size α")).not().isVisible();
    assertThat(visit.page().locator("#setting-sampler-hint")).containsText("One blank a step");
  }

  @Test
  void whatIsChosenIsSentAndNothingElse() throws IOException {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man");
    visit.setting("Chains").fill("7");
    visit.setting("Sampler").selectOption("dula");
    visit.setting("Seed").fill("11");
    JsonNode sent = sentBy(visit);
    assertThat(sent.get("text").textValue()).isEqualTo("the [MASK] man");
    assertThat(sent.get("settings"))
        .isEqualTo(
            new ObjectMapper()
                .readTree("{\"sampler\": \"dula\", \"chains\": 7, \"seed\": 11, \"allow\": {}}"));
    visit.awaitEnd();
    assertThat(visit.page().locator(".run-settings")).hasText("α 0.40 · 7 × 50 steps · seed 11");
    visit.button("Back to the defaults").click();
    assertThat(visit.setting("Chains")).hasValue("25");
    assertThat(visit.button("Back to the defaults")).not().isVisible();
  }

  private static JsonNode sentBy(Visit visit) throws IOException {
    Request request = visit.page().waitForRequest("**/api/v1/infill", () -> visit.run().click());
    return new ObjectMapper().readTree(request.postData());
  }

  @Test
  void aProblemStandsAtItsField() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man");
    visit.setting("Steps").fill("-3");
    visit.run().click();
    assertThat(visit.page().locator("#setting-steps-error")).containsText("-3");
    assertThat(visit.setting("Steps")).hasAttribute("aria-invalid", "true");
    assertThat(visit.setting("Steps")).isFocused();
    visit.setting("Steps").fill("5");
    assertThat(visit.page().locator("#setting-steps-error")).not().isVisible();
    visit.write("the old man");
    visit.run().click();
    assertThat(visit.page().locator("#text-error")).containsText("[MASK]");
    assertThat(visit.page().getByRole(AriaRole.ALERT)).not().isVisible();
    visit.expectComplaint("422");
  }
}
