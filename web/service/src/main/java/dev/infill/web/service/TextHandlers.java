package dev.infill.web.service;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.score.Alternative;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.ScoreJson;
import dev.infill.web.api.ScoreRequest;
import dev.infill.web.api.TextRequest;
import dev.infill.web.api.TokenizedTextJson;
import io.javalin.http.Context;
import java.util.List;

/**
 * {@code POST /api/v1/score} and {@code POST /api/v1/tokenize}: what the model says of a text.
 *
 * @param model the model
 * @param requestLimits says what is too much
 * @param waiting does the work
 */
record TextHandlers(ServedModel model, RequestLimits requestLimits, Waiting waiting) {
  /** What the model is asked at in a pass, at most, where something is masked. */
  private static final int POSITIONS_AT_ONCE = 1_024;

  /** What a scorer asks a model for at once, at most: of as many pieces, one sequence each. */
  private static final int RANKED_AT_ONCE = 64;

  /** No pass hands over more logits than that, unless one sequence has more. */
  private static final long LOGITS_AT_ONCE = 128 << 20;

  void score(Context context) {
    MaskedLanguageModel opened = model.require();
    ScoreRequest request = requestLimits.read(context, ScoreRequest::read);
    ServiceLog.attach(context, request.text());
    BlankedText text = requestLimits.text("text", request.text());
    RequestLimits.require(
        "alternatives",
        request.alternatives(),
        requestLimits.limits().most(ServiceLimit.ALTERNATIVES));
    if (request.alternatives() > 0 && request.fills().isEmpty()) {
      throw new InvalidInputException(
          "alternatives", "alternatives are those of blanks: give a text with blanks, and fills");
    }
    Job.Memory memory = memory(opened, request, text);
    requestLimits.memory("text", "give a shorter text, or ask for fewer alternatives", memory);
    if (text.blanks().isEmpty()) {
      // Each of its pieces is masked in turn.
      long pieces =
          requestLimits.prepare(() -> TokenizedTextJson.of(opened, request.text()).pieces().size());
      requestLimits.work("text", "word pieces × pieces that are masked", pieces * pieces);
    }
    Answers.json(
        context,
        waiting.run(
            context,
            memory,
            job -> score(new Scorer(opened.watched(sequences -> job.requireGoingOn())), request)));
  }

  /**
   * Estimates how much of Java's heap it takes at most: logits of what is asked at once, and
   * distributions of all blanks.
   */
  private static Job.Memory memory(
      MaskedLanguageModel opened, ScoreRequest request, BlankedText text) {
    int blanks = text.mostPieces();
    int pieces = (int) Math.min(request.text().length() + 2L, opened.maxPieces());
    long position = (long) Float.BYTES * opened.vocabulary().size();
    long positions = Math.min(POSITIONS_AT_ONCE, Math.max(1, LOGITS_AT_ONCE / position));
    boolean asksForAll = request.alternatives() > 0 || !text.hasKnownLengths();
    // What is masked is ranked among all tokens.
    long ranked =
        (long) Double.BYTES
            * opened.vocabulary().size()
            * Math.min(RANKED_AT_ONCE, blanks == 0 ? pieces : blanks);
    long distributions = asksForAll ? 3L * Double.BYTES * blanks * opened.vocabulary().size() : 0;
    long answer =
        RequestLimits.answerBytes(request.text().length(), 2)
            + RequestLimits.answerBytes(0, pieces + blanks * request.alternatives());
    return new Job.Memory(
        /* waiting= */ 0, position * positions + ranked + distributions + answer, answer);
  }

  private static ScoreJson score(Scorer scorer, ScoreRequest request) {
    if (request.fills().isEmpty()) {
      return ScoreJson.of(
          scorer.scoreSentence(request.text(), request.masking(), ProgressListener.NONE));
    }
    List<String> fills = request.fills().get();
    Score score = scorer.scoreFills(request.text(), fills);
    List<List<Alternative>> alternatives =
        request.alternatives() == 0
            ? List.of()
            : scorer.alternatives(
                request.text(), fills, request.vocabulary(), request.alternatives());
    return ScoreJson.of(score, alternatives);
  }

  void tokenize(Context context) {
    MaskedLanguageModel opened = model.require();
    String text = requestLimits.read(context, TextRequest::read).text();
    ServiceLog.attach(context, text);
    requestLimits.text("text", text);
    Answers.json(context, requestLimits.prepare(() -> TokenizedTextJson.of(opened, text)));
  }
}
