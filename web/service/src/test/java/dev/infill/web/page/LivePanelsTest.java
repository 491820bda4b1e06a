package dev.infill.web.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.infill.core.lab.FakeModel;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parts of the page by themselves, with a service that answers when the test says so. */
@Tag("exhaustive")
class LivePanelsTest {
  private static final String DIVERSITY =
      """
      async () => {
        const { DiversityPanel } = await import("/page/diversity-panel.js");
        window.asked = [];
        const service = {
          metrics: (sentences) => new Promise((resolve, reject) => {
            asked.push(sentences);
            window.answer = (selfBleu) => resolve({ selfBleu, unique: { self: { 2: 1, 3: 2 } } });
            window.refuse = (message, retryAfter) => reject({ message, retryAfter });
          }),
        };
        window.asking = (times) => new Promise((resolve, reject) => {
          const end = performance.now() + 60_000;
          const look = () => (asked.length >= times ? resolve() : performance.now() > end ? reject(`asked ${asked.length} times`) : setTimeout(look, 10));
          look();
        });
        window.panel = new DiversityPanel(service, () => {});
        document.getElementById("results").replaceChildren(panel.node);
        window.show = (...texts) => panel.draw({
          diagnostics: null,
          candidates: texts.map((text) => ({ text, fills: [{ blank: 1, token: text }] })),
        });
      }
      """;

  private static final String CANDIDATES =
      """
      async () => {
        const { CandidateList } = await import("/page/candidate-list.js");
        window.list = new CandidateList({ score: () => new Promise(() => {}) }, { pin() {} });
        document.getElementById("results").replaceChildren(list.node);
        window.show = (...tokens) => list.draw({
          running: true,
          request: { text: "[MASK]", settings: {} },
          settings: {},
          candidates: tokens.map((token, rank) => ({
            text: token,
            fills: [{ blank: 1, token, start: 0, end: token.length }],
            energy: -rank,
            chains: 1,
          })),
        });
        window.fill = (rank) => document.querySelectorAll("button.fill")[rank];
      }
      """;

  @RegisterExtension static final ServedPage PAGE = new ServedPage(FakeModel::new);

  private static Visit visit(String part) {
    Visit visit = PAGE.visit();
    visit.page().evaluate(part);
    return visit;
  }

  private static Locator selfBleu(Visit visit) {
    return visit.page().locator(".diversity dd").nth(1);
  }

  /**
   * Candidates that change faster than anyone measures are measured all the same, the last ones
   * last.
   */
  @Test
  void diversityIsMeasuredWhileTheCandidatesChange() {
    Visit visit = visit(DIVERSITY);
    Object asked =
        visit.page().evaluate("show('a', 'b'); show('a', 'c'); show('a', 'd'); asked.length");
    assertThat(asked).isEqualTo(1);
    visit.page().evaluate("answer(10)");
    assertThat(selfBleu(visit)).hasText("10.0");
    Locator figures = visit.page().locator(".diversity dl");
    assertThat(figures).hasAttribute("aria-busy", "true");
    assertThat(visit.page().evaluate("panel.figures.get('self-BLEU')")).isEqualTo("–");
    visit.page().evaluate("asking(2)");
    assertThat(visit.page().evaluate("asked[1]")).isEqualTo(List.of("a", "d"));
    visit.page().evaluate("answer(20)");
    assertThat(selfBleu(visit)).hasText("20.0");
    assertThat(figures).hasAttribute("aria-busy", "false");
    assertThat(visit.page().evaluate("panel.figures.get('self-BLEU')")).isEqualTo("20.0");
    assertThat(visit.page().evaluate("show('a', 'd'); asked.length")).isEqualTo(2);
  }

  @Test
  void diversityThatCannotBeMeasuredIsSaidToBe() {
    Visit visit = visit(DIVERSITY);
    visit.page().evaluate("show('a', 'b'); answer(10)");
    assertThat(selfBleu(visit)).hasText("10.0");
    visit.page().evaluate("show('a', 'c')");
    visit.page().evaluate("asking(2)");
    visit.page().evaluate("refuse('The queue is full.', 0)");
    visit.page().evaluate("asking(3)");
    assertThat(selfBleu(visit)).hasText("–");
    assertThat(visit.page().locator(".diversity")).containsText("Not measured. The queue is full.");
    visit.page().evaluate("refuse('The connection to the service was lost.', null)");
    assertThat(visit.page().locator(".diversity"))
        .containsText("Not measured. The connection to the service was lost.");
    visit.page().evaluate("show('a', 'e')");
    visit.page().evaluate("asking(4)");
    visit.page().evaluate("answer(30)");
    assertThat(selfBleu(visit)).hasText("30.0");
    assertThat(visit.page().locator(".diversity")).not().containsText("Not measured");
  }

  @Test
  void theListGoesOnWhenTheCardMovesFromOneFillToAnother() {
    Visit visit = visit(CANDIDATES);
    visit.page().evaluate("show('old', 'man'); fill(0).focus(); show('old', 'ran')");
    visit.page().evaluate("fill(1).focus()");
    assertThat(visit.card()).hasCount(1);
    assertThat(visit.card()).hasAccessibleName("Blank 1, “man”");
    visit.page().evaluate("show('the', 'ran')");
    assertThat(visit.page().locator("button.fill")).hasText(new String[] {"old", "man"});
    visit.run().focus();
    assertThat(visit.page().locator("button.fill")).hasText(new String[] {"the", "ran"});
    assertThat(visit.card()).hasCount(0);
  }

  @Test
  void aFillThatIsNotThereAnyMoreShowsNothing() {
    Visit visit = visit(CANDIDATES);
    visit.page().evaluate("show('old', 'man'); window.gone = fill(1); show('old', 'ran')");
    visit.page().evaluate("gone.click(); show('the', 'ran')");
    assertThat(visit.page().locator("button.fill")).hasText(new String[] {"the", "ran"});
    assertThat(visit.card()).hasCount(0);
  }

  @Test
  void theFocusStaysWithItsFilling() {
    Visit visit = visit(CANDIDATES);
    visit.page().evaluate("show('old', 'man', 'the'); fill(1).focus()");
    visit.page().keyboard().press("Escape");
    assertThat(visit.card()).hasCount(0);
    visit.page().evaluate("show('ran', 'man', 'old')");
    assertThat(visit.page().locator("button.fill").nth(1)).isFocused();
    visit.page().evaluate("show('man', 'ran')");
    assertThat(visit.page().locator("button.fill").nth(0)).isFocused();
    assertThat(visit.page().locator("button.fill").nth(0)).hasText("man");
    visit.page().evaluate("show('the')");
    assertThat(visit.page().locator("button.fill")).isFocused();
    assertThat(visit.card()).hasCount(0);
  }

  @Test
  void figuresOfAChartAreWrittenOnlyForThoseWhoLook() {
    Visit visit =
        visit(
            """
            async () => {
              const { LineChart } = await import("/page/line-chart.js");
              const chart = new LineChart({ title: "A chart", low: 0, high: 1 });
              document.getElementById("results").replaceChildren(chart.node);
              window.written = 0;
              window.draw = (last) => chart.draw({
                total: 2,
                burnIn: 0,
                lines: [{ kind: "mean", values: [0, last] }],
                summary: "Two steps.",
                columns: ["step", "value"],
                rows: () => {
                  written++;
                  return [[1, 0], [2, last]];
                },
              });
            }
            """);
    visit.page().evaluate("draw(0.5); draw(0.75)");
    assertThat(visit.page().evaluate("written")).isEqualTo(0);
    visit.page().getByText("Figures").click();
    assertThat(visit.page().locator("tbody td")).hasText(new String[] {"0", "0.75"});
    visit.page().evaluate("draw(1)");
    assertThat(visit.page().locator("tbody td")).hasText(new String[] {"0", "1"});
  }

  @Test
  void whatIsTakenAwayIsSafeAndALineEach() {
    Visit visit = PAGE.visit();
    Object exported =
        visit
            .page()
            .evaluate(
                """
                async () => {
                  const { toCsv, toText } = await import("/page/export.js");
                  const candidate = (text, token) => ({
                    text,
                    energy: -1.5,
                    probability: null,
                    probabilityStandardError: null,
                    probabilityBound: 0.5,
                    chains: 2,
                    fills: [{ blank: 1, token, start: 0, end: 1, logProbability: -0.5 }],
                  });
                  const result = { candidates: [candidate("=a\\n b", "="), candidate("two\\r\\nlines", "@b")] };
                  return [toCsv(result), toText(result)];
                }
                """);
    assertThat(exported)
        .isEqualTo(
            List.of(
                String.join(
                    "\r\n",
                    "rank,text,energy,probability,probabilityStandardError,probabilityBound,chains,fill1,logProbability1",
                    "1,\"'=a\n b\",-1.5,,,0.5,2,'=,-0.5",
                    "2,\"two\r\nlines\",-1.5,,,0.5,2,'@b,-0.5",
                    ""),
                "=a b\ntwo lines\n"));
  }

  /** Pieces of one blank are one fill: words as they are typed to be scored, log f added up. */
  @Test
  void aBlankOfSeveralPiecesIsOneColumn() {
    Visit visit = PAGE.visit();
    Object exported =
        visit
            .page()
            .evaluate(
                """
                async () => {
                  const { toCsv } = await import("/page/export.js");
                  const fill = (blank, token, logProbability) => ({ blank, token, logProbability });
                  const candidate = (fills) => ({
                    text: "a", energy: -3, normalizedEnergy: -1, probability: 0.5,
                    probabilityStandardError: 0.1, probabilityBound: 0.7, chains: 2, fills,
                  });
                  return toCsv({ candidates: [
                    candidate([fill(1, "un", -1), fill(1, "##real", -0.5), fill(2, "b", -2)]),
                    candidate([fill(1, "c", -1), fill(2, "d", null), fill(2, "e", -2)]),
                  ] });
                }
                """);
    assertThat(exported)
        .isEqualTo(
            String.join(
                "\r\n",
                "rank,text,energy,normalizedEnergy,probability,probabilityStandardError,"
                    + "probabilityBound,chains,"
                    + "fill1,logProbability1,fill2,logProbability2",
                "1,a,-3,-1,0.5,0.1,0.7,2,un ##real,-1.5,b,-2",
                "2,a,-3,-1,0.5,0.1,0.7,2,c,-1,d e,",
                ""));
  }
}
