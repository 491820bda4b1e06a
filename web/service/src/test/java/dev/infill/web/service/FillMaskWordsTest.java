package dev.infill.web.service;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.core.fill.Marginal;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.VocabularyChoice;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What fill-mask says of each blank, and of given words: of one piece, and of several. */
class FillMaskWordsTest {
  private static final String PATH = "/api/v1/fill-mask";

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final RunningService service = RunningService.of(model, ServiceOptions.defaults());

  @AfterEach
  void close() {
    service.close();
  }

  /**
   * The model's f at a place of a sequence whose blanks are [MASK], which no pass is counted for.
   */
  private double probability(List<String> pieces, int place, int token) {
    int[] ids = pieces.stream().mapToInt(TinyLanguageModel.TOKENS::indexOf).toArray();
    return Math.exp(model.logProbabilities(ids, place)[token]);
  }

  /** Without targets, as clients ask: all tokens of both blanks, from one pass. */
  @Test
  void eachOfSeveralBlanksIsAnsweredOnItsOwnInOnePass() {
    JsonNode answer =
        RunningService.json(
            service
                .post(
                    PATH, "{\"inputs\":\"The ___ sat on [MASK] .\",\"parameters\":{\"top_k\":17}}")
                .body());

    assertThat(model.passes()).isEqualTo(1);
    List<String> read = List.of("[CLS]", "the", "[MASK]", "sat", "on", "[MASK]", ".", "[SEP]");
    List<String> sequences =
        List.of("[CLS] The %s sat on [MASK] . [SEP]", "[CLS] The [MASK] sat on %s . [SEP]");
    assertThat(answer).hasSize(2);
    for (int blank = 0; blank < 2; blank++) {
      int place = blank == 0 ? 2 : 5;
      String sequence = sequences.get(blank);
      assertThat(scores(answer.get(blank))).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(answer.get(blank))
          .hasSize(17)
          .allSatisfy(
              word -> {
                String token = word.get("token_str").asText();
                assertThat(token).isEqualTo(TinyLanguageModel.TOKENS.get(ids(word).get(0)));
                assertThat(word.get("score").asDouble())
                    .isCloseTo(probability(read, place, ids(word).get(0)), within(1e-12));
                String filled =
                    token.startsWith("##")
                        ? sequence.replace(" %s", token.substring(2))
                        : sequence.formatted(token);
                assertThat(word.get("sequence").asText()).isEqualTo(filled);
              });
    }
  }

  /** What is not told keeps its share; a blank that goes on a word is asked about continuations. */
  @Test
  void targetsAndTopKHoldForEachOfSeveralBlanks() {
    JsonNode answer = ask("the cat___ ran on the ___", "mat,the,##s", 2);

    assertThat(model.passes()).isEqualTo(1);
    List<String> read =
        List.of("[CLS]", "the", "cat", "[MASK]", "ran", "on", "the", "[MASK]", "[SEP]");
    assertThat(answer).hasSize(2);
    for (int blank = 0; blank < 2; blank++) {
      int place = blank == 0 ? 3 : 7;
      List<Integer> best =
          Stream.of(6, 12, 15)
              .sorted(Comparator.comparingDouble(token -> -probability(read, place, token)))
              .limit(2)
              .toList();
      assertThat(answer.get(blank)).hasSize(2);
      for (int rank = 0; rank < 2; rank++) {
        JsonNode word = answer.get(blank).get(rank);
        assertThat(word.get("token").asInt()).isEqualTo(best.get(rank));
        assertThat(word.get("score").asDouble())
            .isCloseTo(probability(read, place, best.get(rank)), within(1e-12));
      }
    }
    assertThat(answer.get(0))
        .extracting(word -> word.get("sequence").asText())
        .isSubsetOf(
            "[CLS] the cats ran on the [MASK] [SEP]",
            "[CLS] the cat mat ran on the [MASK] [SEP]",
            "[CLS] the cat the ran on the [MASK] [SEP]");
  }

  @Test
  void aListOfTextsIsAnsweredByAListAndTakesAPassForEach() {
    String texts = "[\"the ___ ran ___\",\"the ___\",\"___ ___ ___\"]";
    JsonNode answer = RunningService.json(service.post(PATH, body(texts, "cat,mat", 1)).body());

    assertThat(model.passes()).isEqualTo(3);
    assertThat(answer).hasSize(3);
    assertThat(answer.get(0)).isEqualTo(ask("the ___ ran ___", "cat,mat", 1)).hasSize(2);
    assertThat(answer.get(1)).isEqualTo(ask("the ___", "cat,mat", 1)).hasSize(1);
    assertThat(answer.get(1).get(0).get("sequence").asText()).isIn("the cat", "the mat");
    assertThat(answer.get(2)).isEqualTo(ask("___ ___ ___", "cat,mat", 1)).hasSize(3);
  }

  /** RoBERTa's, as its clients write and expect them. */
  @Test
  void theMaskAndTheEndsOfASequenceAreSpelledAsTheModelDoes() {
    List<String> tokens = new ArrayList<>(FakeModel.TOKENS);
    tokens.set(2, "<s>");
    tokens.set(3, "</s>");
    tokens.set(4, "<mask>");
    List<Vocabulary.TokenClass> classes =
        FakeModel.TOKENS.stream().map(Vocabulary::standardClass).toList();
    FakeModel other =
        new FakeModel() {
          @Override
          public Vocabulary vocabulary() {
            return new Vocabulary(tokens, classes, OptionalInt.empty());
          }

          @Override
          public FakeModel watched(IntConsumer before) {
            return this;
          }
        };
    try (RunningService roberta = RunningService.of(other, ServiceOptions.defaults())) {
      HttpResponse<String> answer =
          roberta.post(PATH, body("\"the <mask> ran <mask> .\"", "man", 5));

      assertThat(RunningService.json(answer.body()).findValuesAsText("sequence"))
          .containsExactly("<s> the man ran <mask> . </s>", "<s> the <mask> ran man . </s>");
    }
  }

  /** The answer for one blank is the same with and without it. */
  @Test
  void jointAnswersAreMarginalsOfFillings() {
    String asked = "{\"inputs\":\"%s\",\"parameters\":{\"joint\":%s,\"targets\":\"cat\"}}";
    String text = "the ___ sat on ___ .";
    JsonNode joint = RunningService.json(service.post(PATH, asked.formatted(text, true)).body());
    FillSettings settings =
        FillSettings.defaults()
            .with(Settings.TOP, 100)
            .with(Settings.VOCABULARY, VocabularyChoice.FULL)
            .with(Settings.SEED, OptionalLong.of(0));
    List<Marginal> marginals =
        new Infiller(new TinyLanguageModel()).fill(text, settings).marginals();

    assertThat(model.passes()).isGreaterThan(1);
    for (int blank = 0; blank < 2; blank++) {
      assertThat(joint.get(blank).get(0).get("score").asDouble())
          .isEqualTo(
              marginals.get(blank).words().stream()
                  .filter(word -> word.text().equals("cat"))
                  .mapToDouble(Marginal.Word::estimate)
                  .sum());
    }
    assertThat(joint.findValuesAsText("sequence"))
        .containsExactly("the cat sat on [MASK] .", "the [MASK] sat on cat .");
    assertThat(service.post(PATH, asked.formatted(text, false)).body())
        .isEqualTo(service.post(PATH, body("\"" + text + "\"", "cat", 5)).body());
    assertThat(service.post(PATH, asked.formatted("the ___", true)).body())
        .isEqualTo(service.post(PATH, body("\"the ___\"", "cat", 5)).body());
  }

  private static String body(String inputs, String targets, int topK) {
    return "{\"inputs\":%s,\"parameters\":{\"top_k\":%d,\"targets\":[%s]}}"
        .formatted(inputs, topK, "\"" + targets.replace(",", "\",\"") + "\"");
  }

  private JsonNode ask(String text, String targets, int topK) {
    HttpResponse<String> answer = service.post(PATH, body("\"" + text + "\"", targets, topK));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RunningService.json(answer.body());
  }

  /** A probability from the model's f at masks alone: pieces are put in one after another. */
  private double probability(String before, List<Integer> ids, String behind) {
    String masks = "[MASK] ".repeat(ids.size());
    TokenizedText tokenized = model.tokenize(BlankedText.parse(before + masks.strip() + behind));
    double probability = 1;
    for (int id : ids) {
      probability *= Math.exp(model.allMaskedLogProbabilities(tokenized).get(0)[id]);
      int[] pieces = tokenized.pieces();
      int[] blanks = tokenized.blanks();
      pieces[blanks[0]] = id;
      tokenized = new TokenizedText(pieces, Arrays.copyOfRange(blanks, 1, blanks.length));
    }
    return probability;
  }

  private static List<Integer> ids(JsonNode word) {
    List<Integer> ids = new ArrayList<>();
    word.path("tokens").forEach(id -> ids.add(id.asInt()));
    return ids.isEmpty() ? List.of(word.get("token").asInt()) : ids;
  }

  private static List<Double> scores(JsonNode answer) {
    List<Double> scores = new ArrayList<>();
    answer.forEach(word -> scores.add(word.get("score").asDouble()));
    return scores;
  }

  @Test
  void wordsOfOneAndOfSeveralPiecesAreSortedByTheirProbability() {
    JsonNode answer = ask("the ___ sat .", "the mat ran,cat,dogs,mat,Dogs,cat ##s,mat", 50);

    assertThat(answer).hasSize(5);
    assertThat(scores(answer)).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(answer)
        .extracting(word -> word.get("token_str").asText())
        .containsExactlyInAnyOrder("the mat ran", "cat", "dogs", "mat", "cats");
    assertThat(answer)
        .allSatisfy(
            word -> {
              assertThat(word.get("score").asDouble())
                  .isCloseTo(probability("the ", ids(word), " sat ."), within(1e-12));
              assertThat(word.get("sequence").asText())
                  .isEqualTo("the " + word.get("token_str").asText() + " sat .");
              boolean single = ids(word).size() == 1;
              assertThat(word.has("token")).isEqualTo(single);
              assertThat(word.has("tokens")).isEqualTo(!single);
            });
  }

  @Test
  void eachTextOfAListIsAnswered() {
    String texts = "[\"the ___ sat .\",\"%s___ ran\"]".formatted("on ".repeat(20));
    JsonNode answer = RunningService.json(service.post(PATH, body(texts, "dogs", 5)).body());

    assertThat(answer.get(0).get(0)).isEqualTo(ask("the ___ sat .", "dogs", 5).get(0));
    // Of the second, what fits beside two masks is read.
    assertThat(scores(answer.get(1)).get(0))
        .isCloseTo(probability("on ".repeat(11), List.of(8, 15), " ran"), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the ___ ran ___ | cat,dogs | targets | is 2 word pieces (dog ##s), which needs a text with"
            + " one blank: fill the other blanks, or ask /api/v1/fill",
        "the ___ ran | cat,zebras | targets | holds 'zebras', which is unknown to the model",
        "the ___ ran | cats cats cats cats cats cats cats cats cats | targets | is 18 word pieces",
        "the ___ ran | on on on on on on on on on on on on on on on | inputs | takes 15 word"
            + " pieces, and the model reads at most 14 at once",
        "the ___:1-2 ran | dogs | inputs | a blank of several pieces",
      })
  void whatHasNoAnswerIsRefused(String text, String targets, String field, String detail) {
    HttpResponse<String> answer = service.post(PATH, body("\"" + text + "\"", targets, 5));

    JsonNode problem = RunningService.json(answer.body());
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(problem.get("field").asText()).isEqualTo(field);
    assertThat(problem.get("detail").asText()).contains(detail).hasSizeLessThan(300);
  }

  /** 4 + 2 pieces with [CLS] and [SEP]; beginnings: none, "the", "dog". */
  @Test
  void whatTheyAskOfTheModelIsBounded() {
    for (int most : List.of(20, 21)) {
      ServiceOptions options = ServiceOptions.defaults();
      options = options.withLimits(options.limits().with(ServiceLimit.JOB_PIECES, most));
      TinyLanguageModel asked = new TinyLanguageModel();
      try (RunningService small = RunningService.of(asked, options)) {
        HttpResponse<String> answer =
            small.post(PATH, body("\"the ___ sat .\"", "dogs,the mat,the cat", 5));

        assertThat(answer.statusCode()).isEqualTo(most == 21 ? 200 : 422);
        assertThat(asked.passes()).isEqualTo(most == 21 ? 3 : 0);
        if (most == 20) {
          assertThat(answer.body())
              .contains("\"targets\"")
              .contains("word pieces that the model reads may be 20 here, not 21");
        }
      }
    }
  }

  /** A model each of whose watched passes waits until it is let through. */
  private static final class WaitingModel extends FakeModel {
    private final Semaphore arrivals = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final AtomicInteger passes = new AtomicInteger();

    WaitingModel() {
      super(() -> {}, /* maxPieces= */ 16, /* readsMasked= */ true);
    }

    @Override
    public FakeModel watched(IntConsumer before) {
      return super.watched(
          sequences -> {
            arrivals.release();
            gate.acquireUninterruptibly();
            before.accept(sequences);
            passes.incrementAndGet();
          });
    }
  }

  @Test
  void whatTakesTooLongIsStoppedBeforeItsNextPass() throws Exception {
    WaitingModel waiting = new WaitingModel();
    ServiceOptions options = ServiceOptions.defaults();
    options = options.withLimits(options.limits().with(ServiceLimit.JOB_SECONDS, 1));
    try (RunningService slow = RunningService.of(waiting, options)) {
      CompletableFuture<HttpResponse<String>> asked =
          slow.sendAsync(slow.posting(PATH, body("[\"the ___\",\"___ ran\"]", "old man", 5)));
      waiting.gate.release();
      waiting.arrivals.acquire(2);
      while (!slow.get("/metrics").body().contains("infill_jobs_late_total 1.0")) {
        Thread.onSpinWait();
      }
      waiting.gate.release(100);

      HttpResponse<String> answer = asked.get(300, SECONDS);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("the job took too long here");
      assertThat(waiting.passes).hasValue(1);
    }
  }
}
