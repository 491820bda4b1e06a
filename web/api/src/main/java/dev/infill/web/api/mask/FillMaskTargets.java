package dev.infill.web.api.mask;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.task.TextWindow;
import dev.infill.core.task.WordPieces;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.twoway.ReadingOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Words whose probability in a blank is asked for, as fill-mask does.
 *
 * @param single those of one piece, if there are any
 * @param several those of several pieces, by how many these are, ascending
 */
public record FillMaskTargets(Optional<TokenSet> single, List<OfLength> several) {
  /** What the model says in a context, and the distribution that is made of it. */
  private static final long ARRAYS_OF_CONTEXT = 3;

  private static final long BYTES_OF_WORD = 64;

  /** A context that is remembered: its maps, and each id that is read in it. */
  private static final long BYTES_OF_CONTEXT = 400;

  private static final long BYTES_OF_ID = 20;

  /** The answer to each context is as long as the vocabulary. */
  private static final int CONTEXTS_AT_ONCE = 32;

  /** Pieces of all sequences that the model is asked for at once. */
  private static final int PIECES_AT_ONCE = 4_096;

  private static final BlankLength ANY = new BlankLength(1, BlankLength.LONGEST);
  private static final String FIELD = "targets";

  /** Copies the list. */
  public FillMaskTargets {
    several = List.copyOf(several);
  }

  /**
   * Cuts the words that a request names into pieces. Where it names none, all tokens that the blank
   * may hold are asked for.
   *
   * @param model the model whose pieces are meant
   * @param request whose words are of one piece or of up to {@value BlankLength#LONGEST}
   * @param continues whether the blank goes on the word before it: it holds continuations
   * @throws InvalidInputException for field {@code targets} if a word is unknown to the model, or
   *     of more pieces
   */
  public static FillMaskTargets of(
      MaskedLanguageModel model, FillMaskRequest request, boolean continues) {
    if (request.targets().isPresent()) {
      return of(model, request.targets().get(), continues);
    }
    TokenSet all =
        continues
            ? model.vocabulary().selectContinuing(VocabularyChoice.FULL)
            : TokenSet.all(model.vocabulary().size());
    return new FillMaskTargets(Optional.of(all), List.of());
  }

  static FillMaskTargets of(MaskedLanguageModel model, List<String> words, boolean continues) {
    WordPieces pieces = new WordPieces(model);
    WordPieces.Place place = new WordPieces.Place(FIELD, "one of the targets", ANY, continues);
    List<Integer> single = new ArrayList<>();
    Map<Integer, Set<State>> several = new TreeMap<>();
    for (String word : words) {
      OptionalInt token = pieces.spelled(word);
      List<Integer> ids =
          token.isPresent() ? List.of(pieces.single(place, word)) : pieces.several(place, word);
      if (ids.size() == 1) {
        single.add(ids.get(0));
      } else {
        several
            .computeIfAbsent(ids.size(), first -> new LinkedHashSet<>())
            .add(State.of(ids.stream().mapToInt(Integer::intValue).toArray()));
      }
    }
    return new FillMaskTargets(
        single.isEmpty()
            ? Optional.empty()
            : Optional.of(TokenSet.of(single.stream().mapToInt(Integer::intValue).toArray())),
        several.entrySet().stream()
            .map(length -> OfLength.of(length.getKey(), List.copyOf(length.getValue())))
            .toList());
  }

  /**
   * Refuses words of several pieces: where several blanks are read at once, each is one piece.
   *
   * @param vocabulary the model's
   * @throws InvalidInputException for field {@code targets} if there is one
   */
  public void requireSingle(Vocabulary vocabulary) {
    if (!several.isEmpty()) {
      State word = several.get(0).states().get(0);
      String spelled =
          IntStream.range(0, word.size())
              .mapToObj(place -> vocabulary.token(word.get(place)))
              .collect(Collectors.joining(" "));
      throw new InvalidInputException(
          FIELD,
          "one of the targets is %d word pieces (%s), which needs a text with one blank: fill the other blanks, or ask /api/v1/fill with blanks such as [MASK:1-3]"
              .formatted(word.size(), Excerpt.of(spelled)));
    }
  }

  /**
   * Different words of as many pieces.
   *
   * @param pieces how many, at least 2
   * @param states the words, each by the ids of its pieces
   * @param contexts how many sequences go through the model for them: one for each different
   *     beginning
   */
  public record OfLength(int pieces, List<State> states, int contexts) {
    /** Copies the list. */
    public OfLength {
      states = List.copyOf(states);
    }

    private static OfLength of(int pieces, List<State> states) {
      Set<List<Integer>> beginnings = new LinkedHashSet<>();
      for (State state : states) {
        for (int length = 0; length < pieces; length++) {
          beginnings.add(IntStream.range(0, length).mapToObj(state::get).toList());
        }
      }
      return new OfLength(pieces, states, beginnings.size());
    }

    /**
     * Returns the text that they are fillings of.
     *
     * @param model the model that reads it
     * @param text a text with one blank, of any length
     * @throws InvalidInputException for field {@code text} if the blank, as long as they are, does
     *     not fit the model with what is written right beside it
     */
    public TextOfLengths in(MaskedLanguageModel model, BlankedText text) {
      BlankLength length = new BlankLength(pieces, pieces);
      BlankedText blank = text.withRanges(List.of(length));
      List<Integer> lengths = List.of(pieces);
      TokenSet all = TokenSet.all(model.vocabulary().size());
      return new TextOfLengths(
          model.vocabulary(),
          lengths,
          blank.withLengths(lengths),
          TextWindow.of(model, blank).tokenized(),
          Collections.nCopies(pieces, all),
          Optional.empty());
    }

    /**
     * Returns the likeliest of them, each with its probability among all words of as many pieces.
     *
     * @param model the model that reads the text
     * @param text a text with one blank
     * @param most how many are returned at most
     * @throws InvalidInputException as {@link #in} does
     */
    public List<FillMaskJson> likeliest(MaskedLanguageModel model, BlankedText text, int most) {
      TextOfLengths its = in(model, text);
      List<Double> logProbabilities = logProbabilities(model, its);
      return IntStream.range(0, states.size())
          .boxed()
          .sorted(Comparator.comparingDouble(word -> -logProbabilities.get(word)))
          .limit(most)
          .map(
              word -> {
                State state = states.get(word);
                return new FillMaskJson(
                    Math.exp(logProbabilities.get(word)),
                    Optional.empty(),
                    IntStream.of(its.ids(state)).boxed().toList(),
                    its.words(state).get(0),
                    its.filled(state).text());
              })
          .toList();
    }

    /**
     * Returns log p of each word, read from left to right: Σⱼ log f(wⱼ | the text, w₁ … wⱼ₋₁ filled
     * in, wⱼ … w_k masked), in nats. Over all words of k pieces p is a distribution. The model is
     * asked for one sequence for each different beginning.
     *
     * @param model the model that reads the text
     * @param text the text as {@link #in} gives it
     */
    List<Double> logProbabilities(MaskedLanguageModel model, TextOfLengths text) {
      Map<Context, Map<Integer, Double>> wanted = new LinkedHashMap<>();
      for (State word : states) {
        for (int piece = 0; piece < pieces; piece++) {
          wanted
              .computeIfAbsent(ReadingOrder.FORWARD.context(word, piece), first -> new HashMap<>())
              .put(word.get(piece), 0.0);
        }
      }
      Energy energy = model.energy(text.tokenized(), text.candidates());
      List<Context> contexts = List.copyOf(wanted.keySet());
      int atOnce =
          Math.max(1, Math.min(PIECES_AT_ONCE / text.tokenized().length(), CONTEXTS_AT_ONCE));
      for (int first = 0; first < contexts.size(); first += atOnce) {
        List<Context> asked = contexts.subList(first, Math.min(first + atOnce, contexts.size()));
        List<Conditional> said = energy.conditionals(asked);
        for (int k = 0; k < asked.size(); k++) {
          Conditional its = said.get(k);
          Objects.requireNonNull(wanted.get(asked.get(k)))
              .replaceAll((piece, unknown) -> its.logProbability(piece));
        }
      }
      return states.stream().map(word -> sum(wanted, word)).toList();
    }

    private static double sum(Map<Context, Map<Integer, Double>> known, State word) {
      double sum = 0;
      for (int piece = 0; piece < word.size(); piece++) {
        Map<Integer, Double> said =
            Objects.requireNonNull(known.get(ReadingOrder.FORWARD.context(word, piece)));
        sum += Objects.requireNonNull(said.get(word.get(piece)));
      }
      return sum;
    }

    /** Returns how many bytes of Java's heap they take themselves, at most, as estimated. */
    public long preparedBytes() {
      return states.size() * (BYTES_OF_WORD + (long) Integer.BYTES * pieces);
    }

    /**
     * Returns how many bytes of Java's heap it takes to know their probabilities, at most, as
     * estimated.
     *
     * @param vocabularySize how many tokens the model has
     */
    public long heapBytes(int vocabularySize) {
      return contexts * (BYTES_OF_CONTEXT + BYTES_OF_ID * pieces)
          + ARRAYS_OF_CONTEXT
              * Double.BYTES
              * vocabularySize
              * Math.min(contexts, CONTEXTS_AT_ONCE);
    }
  }
}
