package dev.infill.web.service;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Marginal;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.task.TextWindow;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.mask.FillMaskJson;
import dev.infill.web.api.mask.FillMaskRequest;
import dev.infill.web.api.mask.FillMaskTargets;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code POST /api/v1/fill-mask}: the tokens of each blank by probability, in the form of Hugging
 * Face's fill-mask inference. Each blank of a text has the model's distribution f where all blanks
 * are masked, which takes one pass of the model. If words of several pieces are asked about in a
 * text of one blank, they have theirs ({@link Scorer#logProbabilities}). If it is asked for, the
 * blanks of a text of several have the marginals of their joint distribution ({@link
 * FillResult#marginals}).
 */
final class FillMaskHandler {
  /** Most of what is probable is looked for; the same answer every time, as clients expect. */
  private static final FillSettings JOINT =
      FillSettings.defaults()
          .with(Settings.TOP, 100)
          .with(Settings.VOCABULARY, VocabularyChoice.FULL)
          .with(Settings.SEED, OptionalLong.of(0));

  /** What the model says of a token, its probability, and the token while they are sorted. */
  private static final long BYTES_OF_TOKEN = 64;

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
    Map<Boolean, FillMaskTargets> targets = new HashMap<>();
    List<Input> inputs =
        requestLimits.prepare(
            () ->
                request.inputs().stream()
                    .map(text -> input(opened, request, targets, text))
                    .toList());
    List<FillMaskTargets.OfLength> longer =
        targets.values().stream().flatMap(asked -> asked.several().stream()).toList();
    requestLimits.work(
        longer.isEmpty() ? INPUTS : TARGETS,
        "word pieces that the model reads",
        inputs.stream().mapToLong(input -> input.piecesRead(opened.maxPieces())).sum());
    long answered =
        inputs.stream()
            .mapToLong(input -> input.toldBytes(input.asked().size() * request.topK()))
            .sum();
    long prepared =
        longer.stream().mapToLong(FillMaskTargets.OfLength::preparedBytes).sum()
            + inputs.stream().mapToLong(Input::preparedBytes).sum();
    int size = opened.vocabulary().size();
    long largest = inputs.stream().mapToLong(input -> input.heapBytes(size)).max().orElse(0);
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
                all.add(answer(watched, input, request.topK()));
              }
              return JSON.line(request.several() ? all : all.get(0));
            });
    Answers.send(context, ContentType.JSON, answer);
  }

  /**
   * A text that can be asked about.
   *
   * @param text the text
   * @param tokenized the text as the model reads it
   * @param asked what is returned of each blank
   * @param joint the text that is filled, if its blanks are asked about together
   */
  private record Input(
      BlankedText text,
      TokenizedText tokenized,
      List<FillMaskTargets> asked,
      Optional<PreparedFill> joint) {
    /** Returns how many word pieces the model reads for it, at most. */
    long piecesRead(int maxPieces) {
      int pieces = tokenized.length();
      if (joint.isPresent()) {
        return (long) pieces * joint.get().mostPasses();
      }
      return asked.get(0).several().stream()
          .mapToLong(
              words -> (long) words.contexts() * Math.min(maxPieces, pieces + words.pieces() - 1))
          .reduce(asked.get(0).single().isPresent() ? pieces : 0, Long::sum);
    }

    /** Returns how many bytes of Java's heap an answer takes at most that repeats it. */
    long toldBytes(int times) {
      return RequestLimits.answerBytes(text.text().length(), times);
    }

    /** Returns how many bytes of Java's heap it takes itself: less than an answer of it. */
    long preparedBytes() {
      return toldBytes(1) + joint.map(PreparedFill::preparedBytes).orElse(0L);
    }

    /** Returns how many bytes of Java's heap it takes to know the probabilities, at most. */
    long heapBytes(int vocabularySize) {
      return joint.map(PreparedFill::heapBytes).orElse(0L)
          + BYTES_OF_TOKEN * asked.size() * vocabularySize
          + asked.get(0).several().stream()
              .mapToLong(words -> words.heapBytes(vocabularySize))
              .max()
              .orElse(0);
    }
  }

  /** Prepares a text; {@code targets} has what blanks that go on a word are asked, and others. */
  private Input input(
      MaskedLanguageModel opened,
      FillMaskRequest request,
      Map<Boolean, FillMaskTargets> targets,
      String input) {
    BlankedText text = opened.written(requestLimits.text(INPUTS, input));
    int blanks = text.blanks().size();
    if (blanks == 0) {
      throw new InvalidInputException(
          INPUTS, "there is a text without a blank: write [MASK] where a word is missing");
    }
    if (!text.holdsSinglePieces()) {
      throw new InvalidInputException(
          INPUTS,
          "there is a blank of several pieces, which have no answer in this form: write [MASK], or"
              + " ask /api/v1/fill");
    }
    List<FillMaskTargets> asked =
        IntStream.range(0, blanks)
            .mapToObj(text::continuesWord)
            .map(
                continues ->
                    targets.computeIfAbsent(
                        continues, key -> FillMaskTargets.of(opened, request, key)))
            .toList();
    if (blanks > 1) {
      asked.forEach(blank -> blank.requireSingle(opened.vocabulary()));
    }
    try {
      Optional<PreparedFill> joint =
          request.joint() && blanks > 1 ? Optional.of(joint(opened, text)) : Optional.empty();
      TokenizedText tokenized =
          joint
              .map(PreparedFill::tokenized)
              .orElseGet(() -> TextWindow.of(opened, text).tokenized());
      List<FillMaskTargets.OfLength> longer = asked.get(0).several();
      if (!longer.isEmpty()) {
        // If those of the most pieces fit, all do.
        longer.get(longer.size() - 1).in(opened, text);
      }
      return new Input(text, tokenized, asked, joint);
    } catch (InvalidInputException e) {
      // Said of a text, which is called otherwise here.
      throw new InvalidInputException(INPUTS, String.valueOf(e.getMessage()), e);
    }
  }

  private PreparedFill joint(MaskedLanguageModel opened, BlankedText text) {
    return model
        .infiller(opened)
        .prepare(text, JOINT.with(Settings.MAX_BLANKS, text.blanks().size()));
  }

  /** Returns the best tokens of a text's blank, or a list of them for each of several. */
  private List<?> answer(MaskedLanguageModel watched, Input input, int topK) {
    List<double[]> probabilities = probabilities(watched, input);
    List<List<FillMaskJson>> best =
        IntStream.range(0, probabilities.size())
            .mapToObj(blank -> best(watched, input, blank, probabilities.get(blank), topK))
            .toList();
    if (input.asked().size() > 1) {
      return best;
    }
    return Stream.concat(
            best.stream(),
            input.asked().get(0).several().stream()
                .map(words -> words.likeliest(watched, input.text(), topK)))
        .flatMap(List::stream)
        .sorted(Comparator.comparingDouble((FillMaskJson word) -> -word.score()))
        .limit(topK)
        .toList();
  }

  /** Returns those of each blank; none where one is asked about words of several pieces alone. */
  private List<double[]> probabilities(MaskedLanguageModel watched, Input input) {
    if (input.joint().isPresent()) {
      return marginals(watched, model.infiller(watched), input.joint().get());
    }
    if (input.asked().get(0).single().isEmpty()) {
      return List.of();
    }
    return watched.allMaskedLogProbabilities(input.tokenized()).stream()
        .map(blank -> Arrays.stream(blank).map(Math::exp).toArray())
        .toList();
  }

  private static List<double[]> marginals(
      MaskedLanguageModel opened, Infiller infiller, PreparedFill text) {
    FillResult result = infiller.fill(text, FillListener.NONE, new Cancellation());
    if (result.marginals().isEmpty()) {
      throw ProblemException.ofField(
          422,
          INPUTS,
          "'%s': nothing is known of its probabilities; leave fewer blanks"
              .formatted(Excerpt.of(text.text().text())));
    }
    return result.marginals().stream()
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
              return new FillMaskJson(
                  probabilities[id],
                  Optional.of(id),
                  List.of(),
                  token,
                  sequence(opened.vocabulary(), input, blank, token));
            })
        .toList();
  }

  /**
   * Returns a text with one blank filled. Where each of several is answered on its own, it has the
   * special tokens at its ends, as in the pipeline of transformers.
   */
  private static String sequence(Vocabulary vocabulary, Input input, int blank, String token) {
    TokenizedText read = input.tokenized();
    String mask = vocabulary.token(read.piece(read.blankPosition(0)));
    List<String> fills = new ArrayList<>(Collections.nCopies(read.blankCount(), mask));
    fills.set(blank, token);
    String filled = input.text().fill(fills).text();
    return fills.size() == 1 || input.joint().isPresent()
        ? filled
        : "%s %s %s"
            .formatted(
                vocabulary.token(read.piece(0)),
                filled,
                vocabulary.token(read.piece(read.length() - 1)));
  }
}
