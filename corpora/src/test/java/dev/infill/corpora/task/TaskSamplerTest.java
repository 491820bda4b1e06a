package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.Sentence;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TaskSamplerTest {
  private static final MaskingSettings PAPER = MaskingSettings.paper();

  /** 200 sentences of 10 to 29 words, some of them twice. */
  private static final List<Sentence> CORPUS =
      IntStream.rangeClosed(1, 200)
          .mapToObj(line -> sentence(line, line % 7 == 0 ? line - 1 : line))
          .toList();

  private static Sentence sentence(long line, int number) {
    return new Sentence(
        IntStream.range(0, 10 + number % 20).mapToObj(i -> "w" + number + "-" + i).toList(), line);
  }

  @Test
  void tasksAreThoseOfThePreset() {
    List<MaskingTask> tasks = draw(1, 0, 50);

    assertThat(tasks).hasSize(50);
    for (MaskingTask task : tasks) {
      int length = task.words().size();
      assertThat(length).isBetween(15, 25);
      assertThat(task.positions())
          .hasSize((int) Math.floor(0.25 * length + 0.5))
          .allMatch(position -> position > 0 && position < length - 1);
      assertThat(task.corpus()).isEqualTo("tbc");
      assertThat(task.id()).isEqualTo("tbc:" + line(task));
      assertThat(task.words()).isEqualTo(CORPUS.get((int) line(task) - 1).words());
    }
  }

  /** The definition again, from a sorted list: the smallest hashes of sentences that qualify. */
  @Property(tries = 50)
  void theSentencesAreThoseOfTheSmallestHashes(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 90) int count) {
    List<List<String>> expected =
        CORPUS.stream()
            .map(Sentence::words)
            .filter(words -> words.size() >= 15 && words.size() <= 25)
            .distinct()
            .sorted(
                Comparator.comparing(
                    words ->
                        sha256("sentence\n%d\ntbc\n%s\n".formatted(seed, String.join(" ", words)))))
            .limit(count)
            .toList();

    assertThat(draw(seed, 0, count)).extracting(MaskingTask::words).isEqualTo(expected);
  }

  @Property(tries = 100)
  void drawsAreConsistentInTheirPrefixes(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int first,
      @ForAll @IntRange(min = 1, max = 40) int second) {
    List<MaskingTask> joined = new ArrayList<>(draw(seed, 0, first));
    joined.addAll(draw(seed, first, second));

    assertThat(joined).isEqualTo(draw(seed, 0, first + second));
    assertThat(joined).extracting(MaskingTask::words).doesNotHaveDuplicates();
    assertThat(joined).extracting(MaskingTask::id).doesNotHaveDuplicates();
  }

  @Test
  void aSeedGivesTheSameTasksAndAnotherSeedOthers() {
    assertThat(draw(1, 0, 20)).isEqualTo(draw(1, 0, 20));
    assertThat(draw(1, 0, 20)).doesNotContainSequence(draw(2, 0, 20));
    Set<String> first = ids(draw(1, 0, 20));
    Set<String> second = ids(draw(2, 0, 20));
    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void aSeedGivesTheSameTasksInLaterVersions() {
    assertThat(draw(1, 0, 2))
        .extracting(MaskingTask::id, MaskingTask::positions)
        .containsExactly(
            tuple("tbc:67", List.of(1, 2, 10, 11)), tuple("tbc:45", List.of(1, 4, 8, 10)));
  }

  @Test
  void corporaAreIndependentOfEachOther() {
    TaskSampler sampler = new TaskSampler(PAPER, 1, words -> true);
    List<MaskingTask> alone = sampler.draw("wiki", CORPUS.stream(), 0, 20);

    List<MaskingTask> tbc = sampler.draw("tbc", CORPUS.stream(), 0, 20);
    List<MaskingTask> after = sampler.draw("wiki", CORPUS.stream(), 0, 20);

    assertThat(after).isEqualTo(alone);
    assertThat(tbc).extracting(MaskingTask::words).isNotEqualTo(words(alone));
  }

  @Test
  void whereASentenceStandsDoesNotMatter() {
    List<Sentence> shuffled = new ArrayList<>(CORPUS);
    Collections.shuffle(shuffled, new Random(1));

    assertThat(new TaskSampler(PAPER, 1, words -> true).draw("tbc", shuffled.stream(), 0, 30))
        .isEqualTo(draw(1, 0, 30));
    assertThat(
            new TaskSampler(PAPER, 1, words -> true)
                .draw("tbc", CORPUS.parallelStream().unordered(), 0, 30))
        .isEqualTo(draw(1, 0, 30));
  }

  @Test
  void blanksDependOnTheTaskAloneNotOnWhichAreDrawn() {
    Map<String, List<Integer>> all = new HashMap<>();
    draw(5, 0, 90).forEach(task -> all.put(task.id(), task.positions()));
    Predicate<List<String>> half = words -> words.get(0).hashCode() % 2 == 0;

    List<MaskingTask> tasks = new TaskSampler(PAPER, 5, half).draw("tbc", CORPUS.stream(), 0, 20);

    assertThat(tasks)
        .allSatisfy(task -> assertThat(task.positions()).isEqualTo(all.get(task.id())));
  }

  @Test
  void ofEqualSentencesTheFirstIsDrawnAndOnce() {
    List<Sentence> repeated =
        Stream.concat(
                IntStream.rangeClosed(1, 100).mapToObj(line -> sentence(line, 6)),
                IntStream.rangeClosed(101, 103).mapToObj(line -> sentence(line, line + 6)))
            .toList();
    for (long seed = 0; seed < 20; seed++) {
      assertThat(
              ids(new TaskSampler(PAPER, seed, words -> true).draw("tbc", repeated.stream(), 0, 4)))
          .containsExactlyInAnyOrder("tbc:1", "tbc:101", "tbc:102", "tbc:103");
    }
  }

  @Test
  void sentencesThatBeginOnOneLineHaveDifferentIds() {
    Stream<Sentence> sentences =
        Stream.of(sentence(1, 6), sentence(1, 7), sentence(1, 8), sentence(2, 9));

    assertThat(ids(new TaskSampler(PAPER, 1, words -> true).draw("tbc", sentences, 0, 4)))
        .containsExactlyInAnyOrder("tbc:1", "tbc:1.2", "tbc:1.3", "tbc:2");
  }

  @Test
  void theTokenizerIsAskedOnlyAboutSentencesThatWouldBeDrawn() {
    List<List<String>> asked = new ArrayList<>();
    List<Sentence> corpus =
        IntStream.rangeClosed(1, 20_000).mapToObj(line -> sentence(line, 5 + 20 * line)).toList();
    TaskSampler sampler =
        new TaskSampler(
            PAPER,
            1,
            words -> {
              asked.add(words);
              return true;
            });

    List<MaskingTask> tasks = sampler.draw("tbc", corpus.stream(), 0, 10);

    // Each sentence is among the 10 smallest so far with probability 10/n: 10 (1 + ln 2000) = 86.
    assertThat(asked).hasSizeLessThan(150).doesNotHaveDuplicates().containsAll(words(tasks));
  }

  @Test
  void whatIsNotAcceptedIsNotDrawnAndTheNextOnesAre() {
    List<MaskingTask> first = draw(1, 0, 10);
    Set<List<String>> refused = Set.copyOf(words(first.subList(0, 5)));

    List<MaskingTask> tasks =
        new TaskSampler(PAPER, 1, words -> !refused.contains(words))
            .draw("tbc", CORPUS.stream(), 0, 10);

    assertThat(tasks).isEqualTo(draw(1, 5, 10));
  }

  /** 10 of 100 sentences with 2,000 seeds; the bound is 4.5 standard errors for 100 of them. */
  @Test
  void everySentenceIsEquallyLikelyToBeDrawn() {
    List<Sentence> corpus =
        IntStream.rangeClosed(1, 100).mapToObj(line -> sentence(line, 5 + 20 * line)).toList();
    int seeds = 2000;
    Map<String, Integer> drawn = new HashMap<>();
    Map<Integer, Integer> positions = new HashMap<>();
    for (long seed = 0; seed < seeds; seed++) {
      for (MaskingTask task :
          new TaskSampler(PAPER, seed, words -> true).draw("tbc", corpus.stream(), 0, 10)) {
        drawn.merge(task.id(), 1, Integer::sum);
        task.positions().forEach(position -> positions.merge(position, 1, Integer::sum));
      }
    }

    assertThat(drawn).hasSize(100);
    double error = Math.sqrt(0.1 * 0.9 / seeds);
    assertThat(drawn.values())
        .allSatisfy(n -> assertThat((double) n / seeds).isCloseTo(0.1, within(4.5 * error)));
    // Each of the 13 inner words of 15 is one of 4 blanks with probability 4/13.
    int tasks = 10 * seeds;
    double positionError = Math.sqrt(4.0 / 13 * (9.0 / 13) / tasks);
    assertThat(positions.keySet())
        .containsExactlyInAnyOrderElementsOf(IntStream.range(1, 14).boxed().toList());
    assertThat(positions.values())
        .allSatisfy(
            n -> assertThat((double) n / tasks).isCloseTo(4.0 / 13, within(4.5 * positionError)));
  }

  /** Sentences are made as they are read; of all of them no more than 15 are kept. */
  @Test
  void aLargeCorpusIsStreamed() {
    int size = 100_000;
    List<WeakReference<List<String>>> made = new ArrayList<>();
    List<Long> alive = new ArrayList<>();
    Stream<Sentence> corpus =
        IntStream.rangeClosed(1, size)
            .mapToObj(
                line -> {
                  Sentence sentence = sentence(line, 5 + 20 * line);
                  made.add(new WeakReference<>(sentence.words()));
                  if (line == size) {
                    System.gc();
                    alive.add(made.stream().filter(words -> words.get() != null).count());
                  }
                  return sentence;
                });

    assertThat(new TaskSampler(PAPER, 1, words -> true).draw("big", corpus, 5, 10)).hasSize(10);
    assertThat(alive).singleElement().satisfies(n -> assertThat(n).isLessThan(1000));
  }

  @Test
  void tooFewSentencesAreAnErrorThatSaysWhy() {
    Stream<Sentence> sentences =
        Stream.of(
            sentence(1, 0),
            sentence(2, 1),
            sentence(3, 19),
            sentence(4, 6),
            sentence(5, 6),
            sentence(6, 7),
            ofWords(7, "[MASK]"),
            ofWords(8, "____"),
            ofWords(9, "x___y"),
            ofWords(10, "[UNK]"),
            new Sentence(Collections.nCopies(16, "--"), 11));

    assertThatThrownBy(
            () ->
                new TaskSampler(PAPER, 1, words -> !words.get(0).startsWith("w7"))
                    .draw("tbc", sentences, 1, 2))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("count"))
        .hasMessage(
            "corpus tbc: 1 of 11 sentences qualify, and 3 are needed; passed over: 2 of fewer than"
                + " 15 words, 1 of more than 25 words, 3 with a word that reads like a blank, 1"
                + " with a word that the corpus gives as [UNK], 1 of punctuation alone, 1 the same"
                + " as another, 1 with a word piece unknown to the tokenizer");
  }

  @Test
  void sentencesWithTooFewWordsToMaskAreCounted() {
    MaskingSettings settings =
        PAPER
            .withMaskable(MaskableWords.listed(Set.of("w6-3")))
            .withAmount(new MaskingAmount.All());

    assertThatThrownBy(
            () -> new TaskSampler(settings, 1, words -> true).draw("tbc", CORPUS.stream(), 0, 2))
        .hasMessageStartingWith("corpus tbc: 1 of 200 sentences qualify, and 2 are needed")
        .hasMessageContaining("too few words that may be masked");
  }

  @Test
  void anEmptyCorpusIsAnError() {
    assertThatThrownBy(
            () -> new TaskSampler(PAPER, 1, words -> true).draw("tbc", Stream.of(), 0, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("corpus tbc: 0 of 0 sentences qualify, and 1 are needed");
  }

  @Test
  void numbersOutOfRangeAreErrors() {
    assertThatThrownBy(() -> draw(1, -1, 1)).hasMessageContaining("skip must be at least 0");
    assertThatThrownBy(() -> draw(1, 0, 0)).hasMessageContaining("count must be at least 1");
    assertThatThrownBy(() -> draw(1, 1, Integer.MAX_VALUE)).hasMessageContaining("together");
    assertThatThrownBy(
            () -> new TaskSampler(PAPER, 1, words -> true).draw(" ", CORPUS.stream(), 0, 1))
        .hasMessageContaining("needs a name");
  }

  private static Sentence ofWords(long line, String odd) {
    List<String> words = new ArrayList<>(Collections.nCopies(16, "the"));
    words.set(3, odd);
    return new Sentence(words, line);
  }

  private static List<MaskingTask> draw(long seed, int skip, int count) {
    return new TaskSampler(PAPER, seed, words -> true).draw("tbc", CORPUS.stream(), skip, count);
  }

  private static Set<String> ids(List<MaskingTask> tasks) {
    Set<String> ids = new HashSet<>();
    tasks.forEach(task -> ids.add(task.id()));
    return ids;
  }

  private static List<List<String>> words(List<MaskingTask> tasks) {
    return tasks.stream().map(MaskingTask::words).toList();
  }

  private static long line(MaskingTask task) {
    return Long.parseLong(task.id().substring(task.id().indexOf(':') + 1));
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(hash, 8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
