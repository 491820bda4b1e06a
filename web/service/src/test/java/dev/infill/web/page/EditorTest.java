package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import dev.infill.core.lab.FakeModel;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A text is written, and its words are blanked and restored. */
@Tag("exhaustive")
class EditorTest {
  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  @Test
  void aClickBlanksAWordAndAnotherRestoresIt() {
    Visit visit = PAGE.visit();
    visit.write("the old man ran");
    visit.word("old").click();
    assertThat(visit.page().locator("#blank-count")).hasText("1 blank");
    assertThat(visit.text()).isEqualTo("the [MASK] man ran");
    visit.word("ran").click();
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK]");
    assertThat(visit.blank(2)).hasAccessibleName("blank 2, was “ran”");
    visit.blank(1).click();
    assertThat(visit.text()).isEqualTo("the old man [MASK]");
    visit.blank(1).click();
    assertThat(visit.text()).isEqualTo("the old man ran");
    assertThat(visit.page().locator("#blank-count")).hasText("0 blanks");
  }

  @Test
  void draggingOverSeveralWordsBlanksEach() {
    Visit visit = PAGE.visit();
    visit.write("the old man ran , the man");
    // A blank each, so that the sentence keeps its length.
    drag(visit, visit.word("old"), visit.word("ran"));
    assertThat(visit.text()).isEqualTo("the [MASK] [MASK] [MASK] , the man");
    visit.blank(2).click();
    assertThat(visit.text()).isEqualTo("the [MASK] man [MASK] , the man");
    visit.word("man").first().click();
    drag(visit, visit.blank(1), visit.blank(3));
    assertThat(visit.text()).isEqualTo("the old man ran , the man");
  }

  private static void drag(Visit visit, Locator first, Locator last) {
    BoundingBox from = first.boundingBox();
    BoundingBox to = last.boundingBox();
    visit.page().mouse().move(from.x + 3, from.y + from.height / 2);
    visit.page().mouse().down();
    visit.page().mouse().move(to.x + to.width / 2, to.y + to.height / 2);
    visit.page().mouse().up();
  }

  @Test
  void blanksMayBeTyped() {
    Visit visit = PAGE.visit();
    visit.write("the ___ man [MASK] , the old man");
    assertThat(visit.page().locator("#blank-count")).hasText("2 blanks");
    assertThat(visit.page().locator("#board .blank")).hasCount(2);
    visit.blank(1).click();
    assertThat(visit.page().locator("#editor-status")).containsText("was typed");
    assertThat(visit.text()).isEqualTo("the ___ man [MASK] , the old man");
  }

  @Test
  void blanksKeepTheirWordsWhileTheTextIsWrittenOn() {
    Visit visit = PAGE.visit();
    visit.write("the old man ran");
    visit.word("old").click();
    visit.word("ran").click();
    visit.write("and the [MASK] man [MASK]");
    visit.write("and the [MASK] man [MASK] , zürich");
    assertThat(visit.blank(1)).hasAccessibleName("blank 1, was “old”");
    visit.write("and the [MASK] big man [MASK] , zürich");
    visit.blank(2).click();
    visit.blank(1).click();
    assertThat(visit.text()).isEqualTo("and the old big man ran , zürich");
  }

  @Test
  void theKeyboardAloneBlanksAndRestores() {
    Visit visit = PAGE.visit();
    visit.write("the old man ran");
    visit.word("the").focus();
    visit.page().keyboard().press("ArrowRight");
    assertThat(visit.word("old")).isFocused();
    visit.page().keyboard().press(" ");
    assertThat(visit.text()).isEqualTo("the [MASK] man ran");
    assertThat(visit.blank(1)).isFocused();
    visit.page().keyboard().press("Enter");
    assertThat(visit.text()).isEqualTo("the old man ran");
    visit.page().keyboard().press("Shift+ArrowRight");
    visit.page().keyboard().press(" ");
    assertThat(visit.text()).isEqualTo("the [MASK] [MASK] ran");
    visit.page().keyboard().press("End");
    assertThat(visit.word("ran")).isFocused();
    assertThat(visit.page().locator("#board [tabindex='0']")).hasCount(1);
  }

  @Test
  void examplesAreTextsToStartFrom() {
    Visit visit = PAGE.visit("", ServedPage.window(1280, 800));
    assertThat(visit.text())
        .isEqualTo(
            "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .");
    assertThat(visit.blank(2)).hasAccessibleName("blank 2, was “had”");
    visit.page().locator("#examples summary").click();
    visit.button("By the river").click();
    assertThat(visit.text())
        .isEqualTo("the old [MASK] walked slowly down the [MASK] to the river .");
  }

  @Test
  void blanksAndPiecesAreCountedWhileOneWrites() {
    Visit visit = PAGE.visit();
    visit.button("Write").click();
    visit.page().locator("#text").fill("the old ___ ran");
    assertThat(visit.page().locator(".counts")).hasText("1 blank · 6 of at most 16 pieces");
    visit.page().locator("#text").pressSequentially(" , ___");
    assertThat(visit.page().locator(".counts")).hasText("2 blanks · 8 of at most 16 pieces");
  }

  /** A long text can be run all the same; what cannot be is wrong. */
  @Test
  void ofALongTextThePartAroundTheBlanksIsRead() {
    Visit visit = PAGE.visit();
    Locator pieces = visit.page().locator("#piece-count");
    visit.write("the old man ran , ".repeat(8) + "[MASK] ran");
    assertThat(pieces)
        .hasText(
            "16 of at most 16 pieces: too long a text for the model, which reads the part around the blanks");
    assertThat(pieces).not().hasClass("wrong");
    assertThat(pieces).hasAttribute("title", Pattern.compile("man ran , \\[MASK] ran \\[SEP]$"));
    visit.runToEnd();
    assertThat(visit.page().locator(".notes li"))
        .hasText(
            Pattern.compile(
                "The text is longer than the model reads: U and all figures are of \\d\\d of its 154 characters, those around the blanks\\."));

    visit.write("[MASK] " + "the old man ran , ".repeat(8) + "[MASK] ran");
    assertThat(pieces).containsText("fill those that are far from each other");
    assertThat(pieces).hasClass("wrong");
    visit.expectComplaint("422");
    visit.write("the old man ran , ".repeat(8));
    assertThat(pieces).hasText("The text has 42 pieces; at most 16 fit.");
    assertThat(pieces).hasClass("wrong");
    visit.expectComplaint("422");
  }

  /**
   * Whatever is typed over whatever, the text is what was typed; and blanking a span and restoring
   * its words gives the text back.
   */
  @Test
  void blankedTextsKeepTheirText() {
    Visit visit = PAGE.visit();
    Object failures =
        visit
            .page()
            .evaluate(
                """
                async () => {
                  const { BlankedText } = await import("/page/blanked-text.js");
                  let seed = 7;
                  const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
                  const parts = ["the ", "old", " ", "[MASK]", "___", "_", "man's", ", ", "zürich", "🙂", "[", "]", "\\n"];
                  const some = () => Array.from({ length: below(9) }, () => parts[below(parts.length)]).join("");
                  const failures = [];
                  for (let i = 0; i < 3000; i++) {
                    let text = new BlankedText(some());
                    const pieces = text.segments().map(({ start, end }) => text.text.slice(start, end)).join("");
                    if (pieces !== text.text) failures.push(["segments", text.text]);
                    const typed = some();
                    if (text.edited(typed).text !== typed) failures.push(["edited", text.text, typed]);
                    const start = below(text.text.length + 1);
                    const blanked = text.blank(start, start + below(6));
                    const made = blanked.blanks.filter(({ word }) => word !== null).length;
                    if (blanked !== text && made === 0) failures.push(["blank", text.text, start]);
                    if (blanked.blanks.length !== text.blanks.length + made) failures.push(["count", text.text, start]);
                    let restored = blanked;
                    for (let index = blanked.blanks.length - 1; index >= 0; index--) {
                      restored = restored.restore(index);
                    }
                    if (restored.text !== text.text) {
                      failures.push(["restore", text.text, blanked.text, restored.text]);
                    }
                  }
                  return failures.slice(0, 5);
                }
                """);
    assertThat((List<?>) failures).isEmpty();
  }
}
