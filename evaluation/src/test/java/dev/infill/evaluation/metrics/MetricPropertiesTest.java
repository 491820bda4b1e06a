package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/**
 * The metrics against the naive implementation, and what holds of them whatever the text. Few words
 * and short sentences make n-grams that repeat, and sentences too short for them.
 */
class MetricPropertiesTest {
  private static double meanOfSentences(List<List<String>> sentences, BleuSettings settings) {
    return SelfBleu.meanOfScores(SelfBleu.pooled(sentences, settings.order()), settings);
  }

  private static final Offset<Double> CLOSE = within(1e-9);

  @Provide
  Arbitrary<List<List<String>>> some() {
    return sentences(0, 8);
  }

  @Provide
  Arbitrary<List<List<String>>> several() {
    return sentences(2, 8);
  }

  private static Arbitrary<List<List<String>>> sentences(int least, int most) {
    return Arbitraries.of("a", "b", "c", "d")
        .list()
        .ofMinSize(0)
        .ofMaxSize(9)
        .list()
        .ofMinSize(least)
        .ofMaxSize(most);
  }

  @Provide
  Arbitrary<BleuSettings> settings() {
    Arbitrary<Smoothing> smoothings =
        Arbitraries.of(
            Smoothing.NONE,
            new Smoothing(Smoothing.Kind.EPSILON, 0.1),
            new Smoothing(Smoothing.Kind.EPSILON, 0.5),
            new Smoothing(Smoothing.Kind.ADD_K, 1),
            new Smoothing(Smoothing.Kind.ADD_K, 2.5),
            new Smoothing(Smoothing.Kind.EXP, 0));
    return Arbitraries.integers()
        .between(1, 5)
        .flatMap(
            order ->
                Arbitraries.doubles()
                    .between(0, 1)
                    .list()
                    .ofSize(order)
                    .filter(
                        weights -> weights.stream().mapToDouble(Double::doubleValue).sum() > 0.1)
                    .flatMap(
                        weights ->
                            smoothings.map(
                                smoothing -> new BleuSettings(order, weights, smoothing, false))));
  }

  @Property
  void corpusBleuIsTheNaiveOne(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("several") List<List<String>> references,
      @ForAll("settings") BleuSettings settings) {
    ReferenceIndex index = index(references, settings.order());

    assertThat(corpusBleu(hypotheses, index, settings))
        .isCloseTo(
            NaiveMetrics.corpusBleu(
                hypotheses, references, settings.weights(), settings.smoothing()),
            CLOSE);
  }

  @Property
  void theStatisticsOfASentenceAreTheNaiveOnes(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("several") List<List<String>> references,
      @ForAll @IntRange(min = 1, max = 5) int order) {
    List<BleuStatistics> statistics =
        CorpusBleu.statistics(hypotheses, index(references, order), order);

    for (int s = 0; s < hypotheses.size(); s++) {
      List<String> hypothesis = hypotheses.get(s);
      for (int n = 1; n <= order; n++) {
        NaiveMetrics.Fraction expected = NaiveMetrics.modifiedPrecision(references, hypothesis, n);
        assertThat(statistics.get(s).matches().get(n - 1)).isEqualTo(expected.numerator());
        assertThat(statistics.get(s).totals().get(n - 1)).isEqualTo(expected.denominator());
      }
      assertThat(statistics.get(s).hypothesisLength()).isEqualTo(hypothesis.size());
      assertThat(statistics.get(s).referenceLength())
          .isEqualTo(NaiveMetrics.closestReferenceLength(references, hypothesis.size()));
    }
  }

  @Property
  void selfBleuIsTheNaiveOneInBothForms(
      @ForAll("several") List<List<String>> sentences, @ForAll("settings") BleuSettings settings) {
    assertThat(BleuStatistics.sum(SelfBleu.pooled(sentences, settings.order())).score(settings))
        .isCloseTo(
            NaiveMetrics.selfBleu(sentences, settings.weights(), settings.smoothing()), CLOSE);
    assertThat(meanOfSentences(sentences, settings))
        .isCloseTo(
            NaiveMetrics.meanOfSentences(sentences, settings.weights(), settings.smoothing()),
            CLOSE);
  }

  @Property
  void uniqueAndDistinctNgramsAreTheNaiveOnes(
      @ForAll("some") List<List<String>> sentences,
      @ForAll("some") List<List<String>> references,
      @ForAll @IntRange(min = 1, max = 4) int n) {
    assertThat(Ratio.sum(UniqueNgrams.self(sentences, n)).percent())
        .isEqualTo(NaiveMetrics.uniqueSelf(sentences, n), CLOSE);
    assertThat(Ratio.sum(UniqueNgrams.absentFrom(sentences, index(references, 4), n)).percent())
        .isEqualTo(NaiveMetrics.uniqueAgainst(sentences, references, n), CLOSE);
    assertThat(DistinctNgrams.percent(sentences, n))
        .isEqualTo(NaiveMetrics.distinct(sentences, n), CLOSE);
  }

  @Property
  void theOrderOfSentencesDoesNotMatter(
      @ForAll("several") List<List<String>> sentences,
      @ForAll("several") List<List<String>> references,
      @ForAll long seed) {
    Figures before = Figures.of(sentences, index(references, 4));

    List<List<String>> shuffled = shuffled(sentences, seed);
    List<List<String>> shuffledReferences = shuffled(references, ~seed);
    Figures after = Figures.of(shuffled, index(shuffledReferences, 4));

    assertThat(after.statistics()).isEqualTo(before.statistics());
    for (int i = 0; i < before.percentages().size(); i++) {
      assertThat(after.percentages().get(i)).isEqualTo(before.percentages().get(i), CLOSE);
    }
  }

  @Property
  void selfBleuOfIdenticalSentencesIs100(
      @ForAll("several") List<List<String>> sentences,
      @ForAll @IntRange(min = 2, max = 6) int copies) {
    List<String> sentence = sentences.get(0);
    Assume.that(sentence.size() >= 4);
    List<List<String>> identical = Collections.nCopies(copies, sentence);

    BleuSettings settings = BleuSettings.standard();
    assertThat(BleuStatistics.sum(SelfBleu.pooled(identical, 4)).score(settings)).isEqualTo(100);
    assertThat(meanOfSentences(identical, settings)).isEqualTo(100);
    assertThat(corpusBleu(identical, index(identical, 4), settings)).isEqualTo(100);
    for (int n = 1; n <= 4; n++) {
      assertThat(Ratio.sum(UniqueNgrams.self(identical, n)).percent()).isZero();
      assertThat(Ratio.sum(UniqueNgrams.absentFrom(identical, index(identical, 4), n)).percent())
          .isZero();
    }
  }

  @Property
  void fewerReferencesMatchNoMore(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("several") List<List<String>> references,
      @ForAll @IntRange(min = 1, max = 8) int kept) {
    List<List<String>> part = references.subList(0, Math.min(kept, references.size()));
    List<BleuStatistics> few = CorpusBleu.statistics(hypotheses, index(part, 4), 4);
    List<BleuStatistics> all = CorpusBleu.statistics(hypotheses, index(references, 4), 4);

    for (int s = 0; s < few.size(); s++) {
      for (int n = 0; n < 4; n++) {
        assertThat(few.get(s).precisions().get(n))
            .isLessThanOrEqualTo(all.get(s).precisions().get(n));
      }
    }
    for (int n = 1; n <= 4; n++) {
      assertThat(Ratio.sum(UniqueNgrams.absentFrom(hypotheses, index(part, 4), n)).numerator())
          .isGreaterThanOrEqualTo(
              Ratio.sum(UniqueNgrams.absentFrom(hypotheses, index(references, 4), n)).numerator()
                  - 1e-9);
    }
  }

  @Property
  void ngramCountsAddUp(
      @ForAll("several") List<List<String>> sentences,
      @ForAll("some") List<List<String>> references) {
    BleuStatistics statistics = BleuStatistics.sum(SelfBleu.pooled(sentences, 4));
    assertThat(statistics.hypothesisLength())
        .isEqualTo(sentences.stream().mapToLong(List::size).sum());
    for (int n = 1; n <= 4; n++) {
      int order = n;
      long ngrams =
          sentences.stream().mapToLong(each -> Math.max(0, each.size() - order + 1)).sum();
      long tooShort = sentences.stream().filter(each -> each.size() < order).count();

      assertThat(statistics.totals().get(n - 1)).isEqualTo(ngrams + tooShort);
      assertThat(statistics.matches().get(n - 1)).isBetween(0L, ngrams);
      Ratio self = Ratio.sum(UniqueNgrams.self(sentences, n));
      Ratio absent = Ratio.sum(UniqueNgrams.absentFrom(sentences, index(references, 4), n));
      assertThat(self.denominator()).isEqualTo((double) ngrams);
      assertThat(absent.denominator()).isEqualTo((double) ngrams);
      double distinct = DistinctNgrams.percent(sentences, n) / 100 * ngrams;
      if (ngrams > 0) {
        assertThat(self.numerator()).isLessThanOrEqualTo(distinct + 1e-9);
        assertThat(absent.numerator()).isLessThanOrEqualTo(distinct + 1e-9);
        assertThat(absent.numerator()).isCloseTo(Math.rint(absent.numerator()), CLOSE);
      }
    }
    for (Ratio part : UniqueNgrams.self(sentences, 2)) {
      assertThat(part.numerator()).isBetween(0.0, part.denominator());
    }
  }

  @Property
  void aRestrictedIndexGivesTheSameMetrics(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("several") List<List<String>> references) {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(4).restrictedTo(hypotheses);
    references.forEach(builder::add);

    assertThat(Figures.of(hypotheses, builder.build()))
        .isEqualTo(Figures.of(hypotheses, index(references, 4)));
  }

  @Property
  void aUnionIsTheIndexOfAllSentences(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("some") List<List<String>> first,
      @ForAll("several") List<List<String>> second) {
    List<List<String>> all = new ArrayList<>(first);
    all.addAll(second);
    ReferenceIndex.Builder restricted = new ReferenceIndex.Builder(4).restrictedTo(hypotheses);
    second.forEach(restricted::add);

    Figures expected = Figures.of(hypotheses, index(all, 4));
    ReferenceIndex union =
        ReferenceIndex.union(ReferenceIndex.of(first), ReferenceIndex.of(second));
    assertThat(Figures.of(hypotheses, union)).isEqualTo(expected);
    assertThat(union.sentences()).isEqualTo(all.size());
    assertThat(
            Figures.of(
                hypotheses, ReferenceIndex.union(ReferenceIndex.of(first), restricted.build())))
        .isEqualTo(expected);
  }

  @Property
  void effectiveOrderLeavesOutOrdersWithoutNgrams(
      @ForAll("several") List<List<String>> hypotheses,
      @ForAll("several") List<List<String>> references,
      @ForAll("settings") BleuSettings settings) {
    int longest = hypotheses.stream().mapToInt(List::size).max().orElseThrow();
    int effective = Math.max(1, Math.min(settings.order(), longest));
    double weights =
        settings.weights().subList(0, effective).stream().mapToDouble(Double::doubleValue).sum();
    Assume.that(weights > 0);
    ReferenceIndex index = index(references, settings.order());

    assertThat(
            corpusBleu(
                hypotheses,
                index,
                new BleuSettings(settings.order(), settings.weights(), settings.smoothing(), true)))
        .isCloseTo(
            corpusBleu(
                hypotheses,
                index,
                new BleuSettings(
                    effective,
                    settings.weights().subList(0, effective),
                    settings.smoothing(),
                    false)),
            CLOSE);
  }

  /** All metrics of some sentences: what is counted, and percentages. */
  private record Figures(List<BleuStatistics> statistics, List<Double> percentages) {
    static Figures of(List<List<String>> sentences, ReferenceIndex references) {
      List<Double> percentages = new ArrayList<>();
      for (int n = 1; n <= 4; n++) {
        percentages.add(Ratio.sum(UniqueNgrams.self(sentences, n)).percent());
        percentages.add(Ratio.sum(UniqueNgrams.absentFrom(sentences, references, n)).percent());
        percentages.add(DistinctNgrams.percent(sentences, n));
      }
      percentages.add(
          meanOfSentences(
              sentences,
              BleuSettings.standard().withSmoothing(new Smoothing(Smoothing.Kind.EPSILON, 0.1))));
      return new Figures(
          List.of(
              BleuStatistics.sum(CorpusBleu.statistics(sentences, references, 4)),
              BleuStatistics.sum(SelfBleu.pooled(sentences, 4))),
          percentages);
    }
  }

  private static double corpusBleu(
      List<List<String>> hypotheses, ReferenceIndex references, BleuSettings settings) {
    return BleuStatistics.sum(CorpusBleu.statistics(hypotheses, references, settings.order()))
        .score(settings);
  }

  private static ReferenceIndex index(List<List<String>> sentences, int order) {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(order);
    sentences.forEach(builder::add);
    return builder.build();
  }

  private static List<List<String>> shuffled(List<List<String>> sentences, long seed) {
    List<List<String>> shuffled = new ArrayList<>(sentences);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled;
  }
}
