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
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One pass over a corpus that keeps the tasks of the sentences with the smallest keys, and no more
 * of them than are wanted. A key is a hash of the seed, the corpus and the words, so a sentence
 * that occurs twice has one key, and where a sentence stands does not change whether it is drawn.
 */
final class TaskDraw {
  private static final MaskableWords NOT_PUNCTUATION = new MaskableWords.WithLetterOrDigit();

  private final MaskingSettings settings;
  private final Masking masking;
  private final Predicate<List<String>> accepts;
  private final String corpus;
  private final int capacity;
  private final SeededHash hash;
  private final PriorityQueue<Drawn> lastFirst = new PriorityQueue<>(Comparator.reverseOrder());
  private final Map<List<String>, Drawn> byWords = new HashMap<>();
  private final Map<PassedOver, Long> passedOver = new EnumMap<>(PassedOver.class);
  private long sentences;
  private long line;
  private long ordinal;

  TaskDraw(
      MaskingSettings settings,
      long seed,
      Predicate<List<String>> accepts,
      String corpus,
      int capacity) {
    this.settings = settings;
    this.masking = new Masking(settings);
    this.accepts = accepts;
    this.corpus = corpus;
    this.capacity = capacity;
    this.hash = new SeededHash(seed);
  }

  /**
   * A place in the order of a corpus.
   *
   * @param key comes first, without its sign
   * @param ordinal which of the sentences that begin on this line it is, counted from 1
   */
  private record Place(long key, long line, long ordinal) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byKey = Long.compareUnsigned(key, other.key);
      int byLine = byKey != 0 ? byKey : Long.compare(line, other.line);
      return byLine != 0 ? byLine : Long.compare(ordinal, other.ordinal);
    }
  }

  /** A task that is kept as long as it is among the first. */
  private record Drawn(Place place, MaskingTask task) implements Comparable<Drawn> {
    @Override
    public int compareTo(Drawn other) {
      return place.compareTo(other.place);
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
    if (lastFirst.size() == capacity && place.compareTo(lastFirst.element().place()) > 0) {
      return;
    }
    Drawn same = byWords.get(words);
    if (same != null) {
      count(PassedOver.REPEATED);
      if (same.place().compareTo(place) <= 0) {
        return;
      }
    }
    String id = ordinal == 1 ? corpus + ":" + line : corpus + ":" + line + "." + ordinal;
    Optional<List<Integer>> positions =
        masking.draw(words, new SplittableRandom(hash.of("blanks", id)));
    if (positions.isEmpty()) {
      count(PassedOver.TOO_FEW_MASKABLE);
    } else if (!accepts.test(words)) {
      count(PassedOver.NOT_ACCEPTED);
    } else {
      if (same != null) {
        lastFirst.remove(same);
      }
      keep(new Drawn(place, new MaskingTask(id, corpus, words, positions.get())));
    }
  }

  private void keep(Drawn drawn) {
    lastFirst.add(drawn);
    byWords.put(drawn.task().words(), drawn);
    if (lastFirst.size() > capacity) {
      byWords.remove(lastFirst.remove().task().words());
    }
  }

  /** Checks what is cheap to check. */
  private Optional<PassedOver> unfit(List<String> words, String text) {
    if (words.size() < settings.minWords()) {
      return Optional.of(PassedOver.TOO_SHORT);
    }
    if (words.size() > settings.maxWords()) {
      return Optional.of(PassedOver.TOO_LONG);
    }
    if (!BlankSyntax.spans(text).isEmpty()) {
      return Optional.of(PassedOver.READS_LIKE_A_BLANK);
    }
    if (words.stream().anyMatch(KnownPieces::isUnknown)) {
      return Optional.of(PassedOver.UNKNOWN_WORD);
    }
    // Nearly always the first word settles it.
    return words.stream().allMatch(word -> NOT_PUNCTUATION.among(List.of(word)).isEmpty())
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
    if (lastFirst.size() < least) {
      throw new InvalidInputException(
          "count",
          "corpus %s: %d of %d sentences qualify, and %d are needed%s"
              .formatted(corpus, lastFirst.size(), sentences, least, reasons()));
    }
    return lastFirst.stream().sorted().map(Drawn::task).toList();
  }

  private String reasons() {
    if (passedOver.isEmpty()) {
      return "";
    }
    return passedOver.entrySet().stream()
        .map(entry -> entry.getValue() + " " + describe(entry.getKey()))
        .collect(Collectors.joining(", ", "; passed over: ", ""));
  }

  private String describe(PassedOver reason) {
    return switch (reason) {
      case TOO_SHORT -> "of fewer than " + settings.minWords() + " words";
      case TOO_LONG -> "of more than " + settings.maxWords() + " words";
      default -> reason.description();
    };
  }
}
