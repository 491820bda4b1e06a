package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sampler and its settings are chosen. */
@Tag("exhaustive")
class SettingsTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  @Test
  void everyControlHasANameAHintAndTheDefaultOfTheService() {
    Visit visit = PAGE.visit();
    assertThat(visit.setting("Sampler")).hasValue("gibbs-mh");
    assertThat(visit.setting("Vocabulary")).hasValue("words");
    assertThat(visit.setting("Chains")).hasValue("25");
    assertThat(visit.setting("Steps")).hasValue("");
    assertThat(visit.setting("Steps")).hasAttribute("placeholder", "until settled");
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
    openAdvanced(visit);
    assertThat(visit.setting("Temperature")).isVisible();
    visit.setting("Sampler").selectOption("dmala");
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
    assertThat(visit.page().locator(".run-settings"))
        .hasText("α 0.40 · 7 × 220 steps until settled · seed 11");
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
    assertThat(visit.page().locator("#notice")).not().isVisible();
    visit.expectComplaint("422");
  }

  @Test
  void whatCannotBeSentIsRefusedAtItsField() {
    Visit visit = PAGE.visit();
    visit.setting("Seed").fill("9007199254740993");
    visit.run().click();
    assertThat(visit.page().locator("#setting-seed-error")).containsText("9,007,199,254,740,991");
    assertThat(visit.setting("Seed")).isFocused();
    visit.setting("Seed").fill("");
    visit.setting("Seed").pressSequentially("1e");
    visit.run().click();
    assertThat(visit.page().locator("#setting-seed-error")).hasText("This is not a number.");
    assertThat(visit.requests()).noneMatch(address -> address.endsWith("/infill"));
    visit.setting("Seed").fill("9007199254740991");
    visit.setting("Chains").fill("");
    assertThat(visit.setting("Chains")).hasAttribute("placeholder", "25");
    visit.runToEnd();
    assertThat(visit.page().locator(".run-settings"))
        .hasText("25 × 50 steps until settled · seed 9007199254740991");
  }

  @Test
  void whatIsNeitherAWordNorAPhraseIsRefused() {
    Visit visit = PAGE.visit();
    visit.write("the [MASK:1-2] ran [MASK]");
    openAdvanced(visit);
    for (String written : List.of("1=old man; the", "1=old;the", "1=old two=man", "1=old 0=man")) {
      visit.setting("Allow only").fill(written);
      visit.run().click();
      assertThat(visit.page().locator("#setting-allow-error"))
          .containsText("1=weather,food 2=good");
    }
    assertThat(visit.requests()).noneMatch(address -> address.endsWith("/infill"));
    visit.setting("Allow only").fill("");
    visit.runToEnd();
    assertThat(visit.page().locator(".marginals .hint").first())
        .containsText("all lengths being equally likely");
  }

  @Test
  void wordsAreAllowedAndForbiddenByBlank() throws IOException {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    openAdvanced(visit);
    visit.setting("Allow only").fill("old,the");
    visit.run().click();
    assertThat(visit.page().locator("#setting-allow-error")).containsText("1=weather,food 2=good");
    visit.setting("Allow only").fill("1=old,the");
    visit.setting("Forbid").fill("2=zürich,ran 1=man all=the");
    JsonNode settings = sentBy(visit).get("settings");
    assertThat(settings.get("allow"))
        .isEqualTo(new ObjectMapper().readTree("{\"1\": [\"old\", \"the\"]}"));
    assertThat(settings.get("forbid"))
        .isEqualTo(
            new ObjectMapper()
                .readTree("{\"1\": [\"man\"], \"2\": [\"zürich\", \"ran\"], \"all\": [\"the\"]}"));
    visit.awaitEnd();
    for (Locator candidate : visit.candidates().all()) {
      assertThat(candidate.locator("button.fill").first()).hasText(Pattern.compile("old|the"));
      assertThat(candidate.locator("button.fill").nth(1))
          .not()
          .hasText(Pattern.compile("zürich|ran"));
    }
    visit.page().reload();
    visit.ready();
    assertThat(visit.setting("Allow only")).hasValue("1=old,the");
    assertThat(visit.setting("Allow only")).isVisible();
    assertThat(visit.setting("Forbid")).hasValue("1=man 2=zürich,ran all=the");
    visit.setting("Forbid").fill("3=old");
    visit.run().click();
    assertThat(visit.page().locator("#setting-forbid-error")).containsText("3");
    visit.expectComplaint("422");
  }

  @Test
  void keywordsCountBesideU() throws IOException {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] ran");
    openAdvanced(visit);
    visit.setting("Keywords").fill("man");
    visit.run().click();
    assertThat(visit.page().locator("#setting-keyword-error")).containsText("rain=3, New York=-2");
    visit.setting("Keywords").fill("old = 50, the man=-1.5");
    assertThat(sentBy(visit).at("/settings/keyword"))
        .isEqualTo(new ObjectMapper().readTree("{\"old\": 50, \"the man\": -1.5}"));
    visit.awaitEnd();
    assertThat(visit.candidates().first().locator("button.fill")).hasText("old");
    assertThat(visit.candidates().first().locator(".energy"))
        .hasText(Pattern.compile("U −[0-9.]+, with keywords [0-9.]+"));
    assertThat(visit.page().locator(".run-settings")).containsText("keywords old=50, the man=-1.5");
    visit.page().reload();
    visit.ready();
    assertThat(visit.setting("Keywords")).hasValue("old=50, the man=-1.5");
  }

  @Test
  void theChoicesOfThePaperAreMadeAtOnce() throws IOException {
    Visit visit = PAGE.visit();
    visit.setting("Seed").fill("11");
    visit.setting("Sampler").selectOption("dmala");
    openAdvanced(visit);
    visit.button("Choices of the paper").click();
    assertThat(visit.setting("Seed")).hasValue("11");
    JsonNode settings = sentBy(visit).get("settings");
    assertThat(settings.get("gradient").textValue()).isEqualTo("exact");
    assertThat(settings.get("balancing").textValue()).isEqualTo("sqrt");
    assertThat(settings.get("vocabulary").textValue()).isEqualTo("full");
    assertThat(settings.get("pool").textValue()).isEqualTo("last");
    assertThat(settings.get("burnIn").intValue()).isZero();
    visit.awaitEnd();
  }

  /** By sampler, what its controls beyond those of all samplers are, as far as they are new. */
  private static final Map<String, List<String>> OWN =
      Map.of(
          "dmala", List.of("Precondition", "Acceptance", "δ of acceptance"),
          "dula", List.of("Precondition", "Minibatch"),
          "gwg", List.of("Acceptance", "δ of acceptance"),
          "gibbs", List.of(),
          "gibbs-mh", List.of("Block", "Acceptance", "δ of acceptance"),
          "cdmala",
              List.of(
                  "Precondition",
                  "Intermediate",
                  "Uphill step α₀",
                  "Acceptance",
                  "δ of acceptance"),
          "cgwg", List.of("Intermediate", "Uphill step α₀", "Acceptance", "δ of acceptance"));

  @Test
  void aSamplerHasTheControlsOfItsOwnSettings() {
    Visit visit = PAGE.visit();
    openAdvanced(visit);
    List<String> all =
        OWN.values().stream()
            .flatMap(List::stream)
            .filter(label -> !label.equals("Balancing"))
            .distinct()
            .toList();
    OWN.forEach(
        (sampler, own) -> {
          visit.setting("Sampler").selectOption(sampler);
          assertThat(visit.page().locator("#setting-sampler-hint")).not().isEmpty();
          assertThat(visit.setting("Anneal from")).isVisible();
          own.forEach(label -> assertThat(visit.setting(label)).isVisible());
          all.stream()
              .filter(label -> !own.contains(label))
              .forEach(label -> assertThat(visit.setting(label)).not().isVisible());
        });
  }

  @Test
  void furtherSettingsAreThoseOfTheResult() throws IOException {
    Visit visit = PAGE.visit();
    visit.write("the [MASK] man [MASK]");
    openAdvanced(visit);
    visit.setting("Seed").fill("5");
    visit.setting("Sampler").selectOption("dmala");
    visit.setting("Acceptance").selectOption("non-reversible");
    visit.setting("δ of acceptance").fill("0.3");
    visit.setting("Precondition").selectOption("curvature");
    assertResult(
        visit,
        "{\"sampler\": \"dmala\", \"acceptance\": \"non-reversible\", \"delta\": 0.3,"
            + " \"precondition\": \"curvature\"}",
        "precondition curvature · acceptance non-reversible · δ of acceptance 0.3");
    visit.setting("Sampler").selectOption("dula");
    visit.setting("Anneal from").fill("3");
    visit.setting("Minibatch").fill("1");
    visit.run().click();
    // The energy of this model is one number.
    assertThat(visit.page().locator("#setting-minibatch-error")).containsText("no sum");
    visit.expectComplaint("422");
    visit.setting("Minibatch").fill("");
    assertResult(
        visit,
        "{\"acceptance\": \"reversible\", \"minibatch\": null, \"anneal\": 3}",
        "precondition curvature · anneal from 3");
    visit.setting("Sampler").selectOption("cgwg");
    visit.setting("Anneal from").fill("");
    visit.setting("Acceptance").selectOption("reversible");
    visit.setting("Intermediate").selectOption("active-coordinate");
    visit.setting("Uphill step α₀").fill("0.05");
    assertResult(
        visit,
        "{\"intermediate\": \"active-coordinate\", \"alpha0\": 0.05, \"anneal\": null}",
        "intermediate active-coordinate · uphill step α₀ 0.05 · δ of acceptance 0.3");
    visit.setting("Sampler").selectOption("gibbs-mh");
    visit.setting("Block").fill("2");
    assertResult(visit, "{\"block\": 2}", "block 2 · δ of acceptance 0.3");
    visit.setting("Diversity").fill("0.75");
    visit.run().click();
    assertThat(visit.page().locator("#setting-diversity-error")).containsText("needs select");
    visit.expectComplaint("422");
    visit.setting("Select").selectOption("diverse");
    assertResult(
        visit,
        "{\"select\": \"diverse\", \"diversity\": 0.75}",
        "block 2 · δ of acceptance 0.3 · select diverse · diversity 0.75");
    visit.page().reload();
    visit.ready();
    assertThat(visit.setting("Block")).hasValue("2");
    assertThat(visit.setting("Block")).isVisible();
  }

  private static void assertResult(Visit visit, String settings, String told) throws IOException {
    visit.runToEnd();
    assertThat(visit.page().locator(".run-settings")).containsText("seed 5 · " + told);
    JsonNode saved =
        new ObjectMapper().readTree(visit.saved("JSON").path().toFile()).get("settings");
    for (Map.Entry<String, JsonNode> member : new ObjectMapper().readTree(settings).properties()) {
      assertThat(saved.get(member.getKey())).as(member.getKey()).isEqualTo(member.getValue());
    }
  }

  private static void openAdvanced(Visit visit) {
    visit.page().getByText("Advanced", new Page.GetByTextOptions().setExact(true)).click();
  }
}
