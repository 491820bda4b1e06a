package dev.infill.web.service;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.State;
import dev.infill.core.fill.Marginal;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.Scorer;
import dev.infill.core.infill.StepListener;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.Fillings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.PreparedText;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.api.FillMaskJson;
import dev.infill.web.api.FillMaskRequest;
import dev.infill.web.api.FillMaskTargets;
import dev.infill.web.api.JsonLines;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code POST /api/v1/fill-mask}: the tokens of each blank by probability, in the form of Hugging
 * Face's fill-mask inference. The blank of a text of one has the model's distribution f, exactly,
 * and words of several pieces, if asked about, theirs ({@link Scorer#logProbabilities}). Those of a
 * text of several have the marginals of their joint distribution, as chains estimate them ({@link
 * Infilling#marginals}), which is what independent predictions of each blank are not.
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
  private static final String TARGETS = "targets";

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
    ServiceLog.attach(context, String.join("\n", request.inputs()));
    RequestLimits.require(
        "top_k", request.topK(), requestLimits.limits().most(ServiceLimit.ALTERNATIVES));
    RequestLimits.require(
        INPUTS, request.inputs().size(), requestLimits.limits().most(ServiceLimit.TEXTS));
    Answered answers = new Answered(opened, request);
    List<Input> inputs =
        requestLimits.prepare(
            () -> request.inputs().stream().map(text -> input(opened, text, answers)).toList());
    boolean longer = inputs.stream().anyMatch(input -> !input.asked().get(0).several().isEmpty());
    requestLimits.work(
        longer ? TARGETS : INPUTS,
        longer ? "word pieces × beginnings of targets" : RequestLimits.OF_CHAINS,
        inputs.stream().mapToLong(input -> piecesRead(opened, input)).sum());
    long answered =
        inputs.stream()
            .mapToLong(
                input ->
                    RequestLimits.answerBytes(
                        input.text().text().text().length(), input.asked().size() * request.topK()))
            .sum();
    long prepared =
        answers.preparedBytes()
            + inputs.stream().mapToLong(input -> input.text().preparedBytes()).sum();
    long largest = inputs.stream().mapToLong(Input::bytes).max().orElse(0);
    Job.Memory memory = new Job.Memory(prepared, prepared + largest + answered, answered);
    requestLimits.memory(INPUTS, "give fewer or shorter texts, or a smaller top_k", memory);
    String answer =
        waiting.run(
            context,
            memory,
            job -> {
              MaskedLanguageModel watched = opened.watched(sequences -> job.requireGoingOn());
              List<List<?>> all = new ArrayList<>();
              for (Input input : inputs) {
                all.add(
                    input.asked().size() == 1
                        ? ofBlank(watched, input, request.topK())
                        : ofBlanks(watched, input, request.topK()));
              }
              return JSON.line(request.several() ? all : all.get(0));
            });
    Answers.send(context, ContentType.JSON, answer);
  }

  /**
   * A text that can be asked about.
   *
   * @param text the text
   * @param asked what is returned of each blank
   * @param bytes how much of Java's heap it takes at most to know their probabilities
   */
  private record Input(PreparedText text, List<FillMaskTargets> asked, long bytes) {}

  /** Returns how many word pieces the model reads for a text, at most. */
  private static long piecesRead(MaskedLanguageModel opened, Input input) {
    int pieces = input.text().reading().pieces();
    if (input.asked().size() > 1) {
      return RequestLimits.pieces(pieces, input.asked().size(), JOINT);
    }
    FillMaskTargets asked = input.asked().get(0);
    return asked.several().stream()
        .mapToLong(
            words ->
                (long) words.contexts() * Math.min(opened.maxPieces(), pieces + words.pieces() - 1))
        .reduce(asked.single().isPresent() ? pieces : 0, Long::sum);
  }

  private Input input(MaskedLanguageModel opened, String input, Answered answers) {
    BlankedText text = requestLimits.text(INPUTS, input);
    int blanks = text.blanks().size();
    if (blanks == 0) {
      throw new InvalidInputException(
          INPUTS, "there is a text without a blank: write [MASK] where a word is missing");
    }
    if (!text.holdsSinglePieces()) {
      throw new InvalidInputException(
          INPUTS,
          "there is a blank of several pieces, which have no answer in this form: write [MASK], or"
              + " ask /api/v1/infill");
    }
    if (blanks > 1) {
      requestLimits.step(INPUTS, JOINT.chains(), blanks);
    }
    List<FillMaskTargets> asked =
        IntStream.range(0, blanks)
            .mapToObj(blank -> answers.of(text.continuesWord(blank)))
            .toList();
    if (blanks > 1) {
      asked.forEach(blank -> requireSingle(opened, blank));
    }
    try {
      PreparedText prepared =
          model.infiller(opened).prepare(text, JOINT.toBuilder().maxBlanks(blanks).build());
      int size = opened.vocabulary().size();
      List<FillMaskTargets.OfLength> longer = asked.get(0).several();
      if (!longer.isEmpty()) {
        // If those of the most pieces fit, all do.
        longer.get(longer.size() - 1).in(opened, text);
      }
      long largest = longer.stream().mapToLong(words -> words.heapBytes(size)).max().orElse(0);
      return new Input(
          prepared, asked, prepared.heapBytes() + BYTES_OF_TOLD * blanks * size + largest);
    } catch (InvalidInputException e) {
      // Said of a text, which is called otherwise here.
      throw new InvalidInputException(INPUTS, String.valueOf(e.getMessage()), e);
    }
  }

  /** Chains put one piece into each blank. */
  private static void requireSingle(MaskedLanguageModel opened, FillMaskTargets asked) {
    if (!asked.several().isEmpty()) {
      State word = asked.several().get(0).states().get(0);
      String spelled =
          IntStream.range(0, word.size())
              .mapToObj(place -> opened.vocabulary().token(word.get(place)))
              .collect(Collectors.joining(" "));
      throw new InvalidInputException(
          TARGETS,
          "one of the targets is %d word pieces (%s), which needs a text with one blank: fill the other blanks, or ask /api/v1/infill with blanks such as [MASK:1-3]"
              .formatted(word.size(), Excerpt.of(spelled)));
    }
  }

  /** What is returned: as many tokens as the vocabulary has, and the same of most blanks. */
  private static final class Answered {
    private final MaskedLanguageModel opened;
    private final FillMaskRequest request;
    private final Map<Boolean, FillMaskTargets> known = new HashMap<>();

    Answered(MaskedLanguageModel opened, FillMaskRequest request) {
      this.opened = opened;
      this.request = request;
    }

    /** Returns what a blank is asked about: one that goes on a word holds continuations. */
    FillMaskTargets of(boolean continues) {
      return known.computeIfAbsent(continues, this::targets);
    }

    private FillMaskTargets targets(boolean continues) {
      return request
          .targets()
          .map(words -> FillMaskTargets.of(opened, TARGETS, words, continues))
          .orElseGet(() -> new FillMaskTargets(Optional.of(all(continues)), List.of()));
    }

    private TokenSet all(boolean continues) {
      return continues
          ? opened.vocabulary().selectContinuing(VocabularyChoice.FULL)
          : TokenSet.all(opened.vocabulary().size());
    }

    long preparedBytes() {
      return known.values().stream()
          .flatMap(asked -> asked.several().stream())
          .mapToLong(FillMaskTargets.OfLength::preparedBytes)
          .sum();
    }
  }

  private static List<FillMaskJson> ofBlank(MaskedLanguageModel watched, Input input, int topK) {
    FillMaskTargets asked = input.asked().get(0);
    List<FillMaskJson> told = new ArrayList<>();
    if (asked.single().isPresent()) {
      double[] probabilities =
          Arrays.stream(watched.allMaskedLogProbabilities(input.text().tokenized()).get(0))
              .map(Math::exp)
              .toArray();
      told.addAll(best(watched, input, 0, probabilities, topK));
    }
    asked.several().forEach(words -> told.addAll(best(watched, input, words, topK)));
    return told.stream()
        .sorted(Comparator.comparingDouble((FillMaskJson word) -> -word.score()))
        .limit(topK)
        .toList();
  }

  private static List<FillMaskJson> best(
      MaskedLanguageModel watched, Input input, FillMaskTargets.OfLength words, int topK) {
    Fillings fillings = words.in(watched, input.text().text());
    List<Double> logProbabilities = new Scorer(watched).logProbabilities(fillings, words.states());
    return IntStream.range(0, logProbabilities.size())
        .boxed()
        .sorted(Comparator.comparingDouble(word -> -logProbabilities.get(word)))
        .limit(topK)
        .map(
            word -> {
              State state = words.states().get(word);
              return new FillMaskJson(
                  Math.exp(logProbabilities.get(word)),
                  Optional.empty(),
                  IntStream.of(fillings.ids(state)).boxed().toList(),
                  fillings.words(state).get(0),
                  fillings.filled(state).text());
            })
        .toList();
  }

  private List<List<FillMaskJson>> ofBlanks(MaskedLanguageModel watched, Input input, int topK) {
    List<double[]> probabilities = marginals(watched, model.infiller(watched), input.text());
    return IntStream.range(0, probabilities.size())
        .mapToObj(blank -> best(watched, input, blank, probabilities.get(blank), topK))
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
    return input.asked().get(blank).single().stream()
        .flatMapToInt(TokenSet::ids)
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
              return new FillMaskJson(
                  probabilities[id], Optional.of(id), List.of(), token, text.fill(fills).text());
            })
        .toList();
  }
}
