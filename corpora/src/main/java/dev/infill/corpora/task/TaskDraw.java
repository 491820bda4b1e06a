package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankSyntax;
import dev.infill.corpora.Sentence;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One pass over a corpus that keeps the tasks of the sentences with the smallest keys, and no more
 * of them than are wanted. A key is a hash of the seed, the corpus and the words, so a sentence
 * that occurs twice has one key, and where a sentence stands does not change whether it is drawn.
 */
final class TaskDraw {
  private final TaskSampler sampler;
  private final Masking masking;
  private final String corpus;
  private final int capacity;
  private final SeededHash hash;
  private final TreeMap<Place, MaskingTask> kept = new TreeMap<>();
  private final Map<List<String>, Place> byWords = new HashMap<>();
  private final Map<PassedOver, Long> passedOver = new EnumMap<>(PassedOver.class);
  private long sentences;
  private long line;
  private long ordinal;

  TaskDraw(TaskSampler sampler, String corpus, int capacity) {
    this.sampler = sampler;
    this.masking = new Masking(sampler.settings());
    this.corpus = corpus;
    this.capacity = capacity;
    this.hash = new SeededHash(sampler.seed());
  }

  /** Why a sentence does not qualify. */
  private enum PassedOver {
    TOO_SHORT("of fewer than %d words"),
    TOO_LONG("of more than %d words"),
    READS_LIKE_A_BLANK("with a word that reads like a blank"),
    UNKNOWN_WORD("with a word that the corpus gives as [UNK]"),
    PUNCTUATION_ONLY("of punctuation alone"),
    REPEATED("the same as another"),
    TOO_FEW_MASKABLE("with too few words that may be masked, or no room for the spans"),
    NOT_ACCEPTED("with a word piece unknown to the tokenizer");

    private final String description;

    PassedOver(String description) {
      this.description = description;
    }

    /** Says for people what such sentences are. */
    String describe(MaskingSettings settings) {
      return description.formatted(this == TOO_SHORT ? settings.minWords() : settings.maxWords());
    }
  }

  /**
   * A place in the order of a corpus.
   *
   * @param key comes first, without its sign
   * @param ordinal which of the sentences that begin on this line it is, counted from 1
   */
  private record Place(long key, long line, long ordinal) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::key, Long::compareUnsigned)
            .thenComparingLong(Place::line)
            .thenComparingLong(Place::ordinal);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** Looks at the next sentence of the corpus. */
  void offer(Sentence sentence) {
    sentences++;
    ordinal = sentence.line() == line ? ordinal + 1 : 1;
    line = sentence.line();
    List<String> words = sentence.words();
    String text = sentence.text();
    Optional<PassedOver> unfit = unfit(words, text);
    if (unfit.isPresent()) {
      count(unfit.get());
      return;
    }
    Place place = new Place(hash.of("sentence", corpus, text), line, ordinal);
    if (kept.size() == capacity && place.compareTo(kept.lastKey()) > 0) {
      return;
    }
    Place same = byWords.get(words);
    if (same != null) {
      count(PassedOver.REPEATED);
      if (same.compareTo(place) <= 0) {
        return;
      }
    }
    String id = ordinal == 1 ? corpus + ":" + line : corpus + ":" + line + "." + ordinal;
    Optional<List<Integer>> positions =
        masking.draw(words, new SplittableRandom(hash.of("blanks", id)));
    if (positions.isEmpty()) {
      count(PassedOver.TOO_FEW_MASKABLE);
    } else if (!sampler.accepts().test(words)) {
      count(PassedOver.NOT_ACCEPTED);
    } else {
      if (same != null) {
        kept.remove(same);
      }
      keep(place, new MaskingTask(id, corpus, words, positions.get()));
    }
  }

  private void keep(Place place, MaskingTask task) {
    kept.put(place, task);
    byWords.put(task.words(), place);
    if (kept.size() > capacity) {
      byWords.remove(kept.pollLastEntry().getValue().words());
    }
  }

  /** Checks what is cheap to check. */
  private Optional<PassedOver> unfit(List<String> words, String text) {
    if (words.size() < sampler.settings().minWords()) {
      return Optional.of(PassedOver.TOO_SHORT);
    }
    if (words.size() > sampler.settings().maxWords()) {
      return Optional.of(PassedOver.TOO_LONG);
    }
    if (!BlankSyntax.spans(text).isEmpty()) {
      return Optional.of(PassedOver.READS_LIKE_A_BLANK);
    }
    if (words.stream().anyMatch(KnownPieces::isUnknown)) {
      return Optional.of(PassedOver.UNKNOWN_WORD);
    }
    return MaskableWords.WITH_LETTER_OR_DIGIT.among(words).isEmpty()
        ? Optional.of(PassedOver.PUNCTUATION_ONLY)
        : Optional.empty();
  }

  private void count(PassedOver reason) {
    passedOver.merge(reason, 1L, Long::sum);
  }

  /**
   * Returns the tasks in the seed's order.
   *
   * @param least how many there must be
   * @throws InvalidInputException if there are fewer
   */
  List<MaskingTask> tasks(int least) {
    if (kept.size() < least) {
      throw new InvalidInputException(
          "count",
          "corpus %s: %d of %d sentences qualify, and %d are needed%s"
              .formatted(corpus, kept.size(), sentences, least, reasons()));
    }
    return List.copyOf(kept.values());
  }

  private String reasons() {
    return passedOver.isEmpty()
        ? ""
        : passedOver.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().describe(sampler.settings()))
            .collect(Collectors.joining(", ", "; passed over: ", ""));
  }
}
