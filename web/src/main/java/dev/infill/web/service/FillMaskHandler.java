package dev.infill.web.service;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.SinglePieces;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.json.FillMaskJson;
import dev.infill.web.json.FillMaskRequest;
import dev.infill.web.json.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code POST /api/v1/fill-mask}: the tokens of each blank by probability, in the form of Hugging
 * Face's fill-mask inference. The blank of a text of one has the model's distribution f, exactly.
 * Those of a text of several have the marginals of their joint distribution: the shares of the
 * states that chains visit, which is what independent predictions of each blank are not.
 */
final class FillMaskHandler {
  /** The same answer every time, as clients expect. */
  private static final InfillSettings JOINT =
      InfillSettings.defaults().toBuilder().vocabulary(VocabularyChoice.FULL).seed(0).build();

  private static final JsonLines JSON = new JsonLines();

  private final ServedModel model;
  private final Admission admission;
  private final Waiting waiting;

  FillMaskHandler(ServedModel model, Admission admission, Waiting waiting) {
    this.model = model;
    this.admission = admission;
    this.waiting = waiting;
  }

  void fill(Context context) {
    MaskedLanguageModel opened = model.require();
    FillMaskRequest request = FillMaskRequest.read(admission.body(context));
    Admission.require("top_k", request.topK(), admission.limits().alternatives());
    Admission.require("inputs", request.inputs().size(), admission.limits().texts());
    List<BlankedText> texts = request.inputs().stream().map(this::text).toList();
    int[] told = told(opened, request);
    List<List<?>> answers =
        waiting.run(
            context,
            job -> {
              List<List<?>> all = new ArrayList<>();
              for (BlankedText text : texts) {
                job.requireWanted();
                all.add(answer(opened, text, told, request.topK(), job));
              }
              return all;
            });
    Answers.send(
        context, ContentType.JSON, JSON.line(request.several() ? answers : answers.get(0)));
  }

  private BlankedText text(String input) {
    BlankedText text = admission.text("inputs", input);
    if (text.blanks().isEmpty()) {
      throw new InvalidInputException(
          "inputs", "there is a text without a blank: write [MASK] where a word is missing");
    }
    return text;
  }

  private static int[] told(MaskedLanguageModel opened, FillMaskRequest request) {
    SinglePieces pieces = new SinglePieces(opened);
    return request
        .targets()
        .map(
            targets ->
                targets.stream()
                    .mapToInt(target -> pieces.require("targets", "one of the targets", target))
                    .distinct()
                    .toArray())
        .orElseGet(() -> IntStream.range(0, opened.vocabulary().size()).toArray());
  }

  private List<?> answer(
      MaskedLanguageModel opened, BlankedText text, int[] told, int topK, Job<?> job) {
    List<double[]> probabilities =
        text.blanks().size() == 1
            ? probabilities(opened.allMaskedLogProbabilities(opened.tokenize(text)))
            : marginals(opened, text, job);
    List<List<FillMaskJson>> byBlank =
        IntStream.range(0, probabilities.size())
            .mapToObj(blank -> best(opened, text, blank, probabilities.get(blank), told, topK))
            .toList();
    return byBlank.size() == 1 ? byBlank.get(0) : byBlank;
  }

  private static List<double[]> probabilities(List<double[]> logProbabilities) {
    return logProbabilities.stream()
        .map(
            blank -> {
              double[] probabilities = blank.clone();
              for (int id = 0; id < probabilities.length; id++) {
                probabilities[id] = Math.exp(probabilities[id]);
              }
              return probabilities;
            })
        .toList();
  }

  private List<double[]> marginals(MaskedLanguageModel opened, BlankedText text, Job<?> job) {
    int blanks = text.blanks().size();
    List<int[]> visits = new ArrayList<>();
    for (int blank = 0; blank < blanks; blank++) {
      visits.add(new int[opened.vocabulary().size()]);
    }
    int states = JOINT.chains() * (JOINT.steps() - JOINT.burnIn());
    Infilling infilling =
        new Infiller(opened, admission.limits().jobs())
            .infill(
                text.text(),
                JOINT.toBuilder().maxBlanks(blanks).build(),
                (phase, done, total) -> job.requireWanted(),
                step -> {
                  if (step.isKept()) {
                    step.chains()
                        .forEach(
                            chain -> {
                              for (int blank = 0; blank < blanks; blank++) {
                                int id =
                                    opened.vocabulary().id(chain.tokens().get(blank)).orElseThrow();
                                visits.get(blank)[id]++;
                              }
                            });
                  }
                },
                job.cancellation());
    if (infilling.interrupted()) {
      throw ProblemException.of(503, "the service is being closed");
    }
    return visits.stream()
        .map(blank -> IntStream.of(blank).mapToDouble(count -> (double) count / states).toArray())
        .toList();
  }

  private static List<FillMaskJson> best(
      MaskedLanguageModel opened,
      BlankedText text,
      int blank,
      double[] probabilities,
      int[] told,
      int topK) {
    return IntStream.of(told)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer id) -> -probabilities[id])
                .thenComparing(Comparator.naturalOrder()))
        .limit(topK)
        .map(
            id -> {
              String token = opened.vocabulary().token(id);
              List<String> fills = new ArrayList<>(text.blanks().size());
              for (int i = 0; i < text.blanks().size(); i++) {
                fills.add(i == blank ? token : BlankedText.MASK);
              }
              return new FillMaskJson(probabilities[id], id, token, text.fill(fills).text());
            })
        .toList();
  }
}
