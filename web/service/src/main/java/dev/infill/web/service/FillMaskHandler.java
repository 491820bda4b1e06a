package dev.infill.web.service;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.Marginal;
import dev.infill.core.infill.StepListener;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.PreparedText;
import dev.infill.core.task.WordPieces;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.api.FillMaskJson;
import dev.infill.web.api.FillMaskRequest;
import dev.infill.web.api.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * {@code POST /api/v1/fill-mask}: the tokens of each blank by probability, in the form of Hugging
 * Face's fill-mask inference. The blank of a text of one has the model's distribution f, exactly.
 * Those of a text of several have the marginals of their joint distribution, as chains estimate
 * them ({@link Infilling#marginals}), which is what independent predictions of each blank are not.
 */
final class FillMaskHandler {
  /** The same answer every time, as clients expect. */
  private static final InfillSettings JOINT =
      InfillSettings.defaults().toBuilder()
          .vocabulary(VocabularyChoice.FULL)
          .steps(Settings.USUAL_STEPS)
          .seed(0)
          .build();

  /** A probability of each token, and each token while they are sorted. */
  private static final long BYTES_OF_TOLD = 48;

  private static final String INPUTS = "inputs";

  private static final JsonLines JSON = new JsonLines();

  private final ServedModel model;
  private final RequestLimits requestLimits;
  private final Waiting waiting;

  FillMaskHandler(ServedModel model, RequestLimits requestLimits, Waiting waiting) {
    this.model = model;
    this.requestLimits = requestLimits;
    this.waiting = waiting;
  }

  void fill(Context context) {
    MaskedLanguageModel opened = model.require();
    FillMaskRequest request = requestLimits.read(context, FillMaskRequest::read);
    RequestLog.attach(context, String.join("\n", request.inputs()));
    RequestLimits.require(
        "top_k", request.topK(), requestLimits.limits().most(ServiceLimit.ALTERNATIVES));
    RequestLimits.require(
        INPUTS, request.inputs().size(), requestLimits.limits().most(ServiceLimit.TEXTS));
    Answered tokens = new Answered(opened, request);
    List<Input> inputs =
        requestLimits.prepare(
            () -> request.inputs().stream().map(text -> input(opened, text, tokens)).toList());
    requestLimits.work(
        INPUTS,
        inputs.stream()
            .mapToLong(
                input ->
                    input.returned().size() == 1
                        ? input.pieces()
                        : RequestLimits.pieces(input.pieces(), input.returned().size(), JOINT))
            .sum());
    long answered =
        inputs.stream()
            .mapToLong(
                input ->
                    RequestLimits.answerBytes(
                        input.text().text().text().length(),
                        input.returned().size() * request.topK()))
            .sum();
    long prepared = inputs.stream().mapToLong(input -> input.text().preparedBytes()).sum();
    long largest = inputs.stream().mapToLong(Input::bytes).max().orElse(0);
    Job.Memory memory = new Job.Memory(prepared, prepared + largest + answered, answered);
    requestLimits.memory(INPUTS, memory);
    String answer =
        waiting.run(
            context,
            memory,
            job -> {
              MaskedLanguageModel watched = opened.watched(sequences -> job.requireGoingOn());
              List<List<?>> all = new ArrayList<>();
              for (Input input : inputs) {
                List<double[]> probabilities =
                    input.returned().size() == 1
                        ? probabilities(watched.allMaskedLogProbabilities(input.text().tokenized()))
                        : marginals(watched, model.infiller(watched), input.text());
                all.add(answer(opened, input, probabilities, request.topK()));
              }
              return JSON.line(request.several() ? all : all.get(0));
            });
    Answers.send(context, ContentType.JSON, answer);
  }

  /**
   * A text that can be asked about.
   *
   * @param text the text
   * @param returned for each blank the ids of the tokens that are returned
   * @param bytes how much of Java's heap it takes at most to know their probabilities
   */
  private record Input(PreparedText text, List<int[]> returned, long bytes) {
    int pieces() {
      return text.reading().pieces();
    }
  }

  private Input input(MaskedLanguageModel opened, String input, Answered asked) {
    BlankedText text = requestLimits.text(INPUTS, input);
    int blanks = text.blanks().size();
    if (blanks == 0) {
      throw new InvalidInputException(
          INPUTS, "there is a text without a blank: write [MASK] where a word is missing");
    }
    if (!text.holdsSinglePieces()) {
      throw new InvalidInputException(
          INPUTS,
          "there is a blank of several pieces, which have no answer in this form: write [MASK], or ask /api/v1/infill");
    }
    if (blanks > 1) {
      requestLimits.step(INPUTS, JOINT.chains(), blanks);
    }
    List<int[]> returned =
        IntStream.range(0, blanks).mapToObj(blank -> asked.of(text.continuesWord(blank))).toList();
    try {
      PreparedText prepared =
          model.infiller(opened).prepare(text, JOINT.toBuilder().maxBlanks(blanks).build());
      return new Input(
          prepared,
          returned,
          prepared.heapBytes() + BYTES_OF_TOLD * blanks * opened.vocabulary().size());
    } catch (InvalidInputException e) {
      // Said of a text, which is called otherwise here.
      throw new InvalidInputException(INPUTS, String.valueOf(e.getMessage()), e);
    }
  }

  /** The tokens that are returned: as many as the vocabulary has, and the same in most blanks. */
  private static final class Answered {
    private final MaskedLanguageModel opened;
    private final FillMaskRequest request;
    private final Map<Boolean, int[]> known = new HashMap<>();

    Answered(MaskedLanguageModel opened, FillMaskRequest request) {
      this.opened = opened;
      this.request = request;
    }

    /** Returns their ids: a blank that goes on a word holds continuations. */
    int[] of(boolean continues) {
      return known.computeIfAbsent(continues, this::ids);
    }

    private int[] ids(boolean continues) {
      WordPieces pieces = new WordPieces(opened);
      return request
          .targets()
          .map(
              targets ->
                  targets.stream()
                      .mapToInt(
                          target ->
                              pieces.single("targets", "one of the targets", target, continues))
                      .distinct()
                      .toArray())
          .orElseGet(
              () ->
                  continues
                      ? opened.vocabulary().selectContinuing(VocabularyChoice.FULL).ids().toArray()
                      : IntStream.range(0, opened.vocabulary().size()).toArray());
    }
  }

  private static List<?> answer(
      MaskedLanguageModel opened, Input input, List<double[]> probabilities, int topK) {
    List<List<FillMaskJson>> byBlank =
        IntStream.range(0, probabilities.size())
            .mapToObj(blank -> best(opened, input, blank, probabilities.get(blank), topK))
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

  private static List<double[]> marginals(
      MaskedLanguageModel opened, Infiller infiller, PreparedText text) {
    Infilling infilling =
        infiller.infill(text, ProgressListener.NONE, StepListener.NONE, new Cancellation());
    if (infilling.marginals().isEmpty()) {
      throw ProblemException.ofField(
          422,
          INPUTS,
          "'%s': its chains are too far apart for estimates of its probabilities; ask /api/v1/infill for candidates, or leave fewer blanks"
              .formatted(Excerpt.of(text.text().text())));
    }
    return infilling.marginals().stream()
        .map(
            marginal -> {
              double[] probabilities = new double[opened.vocabulary().size()];
              for (Marginal.Word word : marginal.words()) {
                probabilities[opened.vocabulary().id(word.text()).orElseThrow()] = word.estimate();
              }
              return probabilities;
            })
        .toList();
  }

  private static List<FillMaskJson> best(
      MaskedLanguageModel opened, Input input, int blank, double[] probabilities, int topK) {
    BlankedText text = input.text().text();
    return IntStream.of(input.returned().get(blank))
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
