package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricEdgeCasesTest {
  private static final List<String> CAT = List.of("the", "cat", "sat", "on", "the", "mat");
  private static final List<String> DOG = List.of("the", "dog", "sat", "on", "the", "cat");

  @Test
  void anEmptyHypothesisMatchesNothingAndScores0() {
    BleuStatistics empty =
        CorpusBleu.statistics(List.of(List.of()), ReferenceIndex.of(List.of(CAT)), 4).get(0);

    assertThat(empty)
        .isEqualTo(new BleuStatistics(List.of(0L, 0L, 0L, 0L), List.of(1L, 1L, 1L, 1L), 0, 6));
    assertThat(empty.brevityPenalty()).isZero();
    for (String smoothing : List.of("none", "epsilon", "add-k", "exp")) {
      assertThat(empty.score(BleuSettings.uniform(4, Smoothing.parse(smoothing), true))).isZero();
    }
  }

  @Test
  void theShorterOfTwoEquallyCloseReferencesCounts() {
    ReferenceIndex references =
        ReferenceIndex.of(List.of(List.of("a", "b", "c", "d", "e"), List.of("a", "b", "c")));

    assertThat(CorpusBleu.statistics(List.of(List.of("a", "b", "c", "d")), references, 1).get(0))
        .isEqualTo(new BleuStatistics(List.of(4L), List.of(4L), 4, 3));
  }

  @Test
  void matchesAreClippedByTheOneReferenceThatHasMost() {
    ReferenceIndex references = ReferenceIndex.of(List.of(CAT, DOG, List.of("the")));

    BleuStatistics statistics =
        CorpusBleu.statistics(List.of(List.of("the", "the", "the")), references, 2).get(0);

    assertThat(statistics.matches()).containsExactly(2L, 0L);
  }

  @Test
  void selfBleuOfOneSentenceIsAnError() {
    for (List<List<String>> sentences : List.of(List.<List<String>>of(), List.of(CAT))) {
      assertThatThrownBy(() -> SelfBleu.pooled(sentences, 4))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("at least two sentences, not " + sentences.size());
    }
  }

  @Test
  void bleuWithoutReferencesIsAnError() {
    assertThatThrownBy(() -> CorpusBleu.statistics(List.of(CAT), ReferenceIndex.of(List.of()), 4))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("there are no reference sentences");
  }

  @Test
  void aShareOfNothingIsUndefined() {
    List<List<String>> oneWord = List.of(List.of("a"), List.of());

    assertThat(Ratio.sum(UniqueNgrams.self(oneWord, 2)).percent()).isNaN();
    assertThat(DistinctNgrams.percent(oneWord, 2)).isNaN();
    assertThat(UniqueNgrams.absentFrom(oneWord, ReferenceIndex.of(List.of()), 2))
        .containsExactly(new Ratio(0, 0), new Ratio(0, 0));
  }

  @Test
  void anAbsentNgramIsSharedByTheSentencesThatHoldIt() {
    List<List<String>> sentences =
        List.of(List.of("x", "x", "a"), List.of("a", "x"), List.of("y", "a"));

    assertThat(UniqueNgrams.absentFrom(sentences, ReferenceIndex.of(List.of(List.of("a"))), 1))
        .containsExactly(new Ratio(0.5, 3), new Ratio(0.5, 2), new Ratio(1, 2));
    assertThat(UniqueNgrams.self(sentences, 1))
        .containsExactly(new Ratio(0, 3), new Ratio(0, 2), new Ratio(1, 2));
  }

  @Test
  void anIndexRestrictedToOthersIsRefused() {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(4).restrictedTo(List.of(CAT));
    builder.add(DOG);
    ReferenceIndex restricted = builder.build();

    assertThat(CorpusBleu.statistics(List.of(CAT), restricted, 4)).hasSize(1);
    assertThatThrownBy(() -> CorpusBleu.statistics(List.of(DOG), restricted, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("restricted to other sentences than: the dog sat on the cat");
    assertThatThrownBy(
            () ->
                UniqueNgrams.absentFrom(
                    List.of(DOG),
                    ReferenceIndex.union(ReferenceIndex.of(List.of()), restricted),
                    1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aBuilderIsNotUsedInTheWrongOrder() {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(2);
    builder.add(CAT);
    assertThatThrownBy(() -> builder.restrictedTo(List.of(DOG)))
        .isInstanceOf(IllegalStateException.class);
    ReferenceIndex index = builder.build();
    assertThat(index.order()).isEqualTo(2);
    assertThat(index.sentences()).isEqualTo(1);

    assertThatThrownBy(() -> builder.add(DOG)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> CorpusBleu.statistics(List.of(CAT), index, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("n-grams of order 3 from an index of orders 1 to 2");
    assertThatThrownBy(ReferenceIndex::union).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyNgramOfALargeVocabularyHasItsOwnNumber() {
    NgramTree tree = new NgramTree(2);
    for (int i = 0; i < 70_000; i++) {
      tree.add(List.of("w" + i, "w" + (i + 1)));
    }

    assertThat(tree.nodes()).isEqualTo(70_001 + 70_000);
  }

  @Test
  void aLargeIndexKeepsItsNgramsApart() {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(2);
    for (int i = 0; i < 20_000; i++) {
      builder.add(List.of("w" + i, "w" + (i + 1)));
    }
    ReferenceIndex index = builder.build();

    for (int i = 0; i < 20_000; i += 997) {
      List<BleuStatistics> statistics =
          CorpusBleu.statistics(
              List.of(List.of("w" + i, "w" + (i + 1)), List.of("w" + (i + 1), "w" + i)), index, 2);
      assertThat(statistics.get(0).matches()).containsExactly(2L, 1L);
      assertThat(statistics.get(1).matches()).containsExactly(2L, 0L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "some",
        "floor",
        "none:1",
        "exp:2",
        "epsilon:0",
        "epsilon:-1",
        "epsilon:",
        "add-k:x",
        "add-k:NaN",
        "add-k:Infinity",
        ""
      })
  void smoothingThatThereIsNotIsRefused(String label) {
    assertThatThrownBy(() -> Smoothing.parse(label))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "none,none",
    "exp,exp",
    "epsilon,epsilon:0.1",
    "epsilon:0.50,epsilon:0.5",
    "add-k,add-k:1",
    "add-k:2,add-k:2",
    "epsilon:1e-7,epsilon:0.0000001"
  })
  void smoothingIsReadAndWritten(String label, String written) {
    assertThat(Smoothing.parse(label).label()).isEqualTo(written);
    assertThat(Smoothing.parse(written)).isEqualTo(Smoothing.parse(label));
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertRefused(0, List.of());
    assertRefused(17, List.of());
    assertRefused(2, List.of(1.0));
    assertRefused(2, List.of(0.0, 0.0));
    assertRefused(2, List.of(1.0, -0.5));
    assertRefused(2, List.of(1.0, Double.NaN));
    assertRefused(2, List.of(1.0, Double.POSITIVE_INFINITY));
    assertThatThrownBy(
            () ->
                CorpusBleu.statistics(List.of(CAT), ReferenceIndex.of(List.of(DOG)), 2)
                    .get(0)
                    .score(BleuSettings.standard()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("BLEU of order 4 from n-grams counted to order 2");
  }

  private static void assertRefused(int order, List<Double> weights) {
    assertThatThrownBy(() -> new BleuSettings(order, weights, Smoothing.NONE, false))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void weightsMayBeInAnyProportion() {
    assertThat(new BleuSettings(2, List.of(3.0, 1.0), Smoothing.NONE, false))
        .isEqualTo(new BleuSettings(2, List.of(0.75, 0.25), Smoothing.NONE, false));
  }

  @Test
  void signaturesSayHowAFigureIsDefined() {
    Signatures signatures = new Signatures(true, "1.2");
    assertThat(signatures.corpusBleu(BleuSettings.standard()))
        .isEqualTo("bleu|n:4|smooth:none|refs:all|tok:ws|lc|v:1.2");
    assertThat(signatures.selfBleu(BleuSettings.standard()))
        .isEqualTo("self-bleu|n:4|smooth:none|refs:others|tok:ws|lc|v:1.2");
    assertThat(
            new Signatures(false, "1.2")
                .selfBleuMeanOfSentences(
                    new BleuSettings(
                        3,
                        List.of(2.0, 2.0, 2.0),
                        new Smoothing(Smoothing.Kind.EPSILON, 0.1),
                        true)))
        .isEqualTo("self-bleu-mean|n:3|smooth:epsilon:0.1|eff:yes|refs:others|tok:ws|mixed|v:1.2");
    assertThat(
            signatures.corpusBleu(
                new BleuSettings(
                    2, List.of(1.0, 2.0), new Smoothing(Smoothing.Kind.ADD_K, 1), false)))
        .isEqualTo("bleu|n:2|w:0.3333,0.6667|smooth:add-k:1|refs:all|tok:ws|lc|v:1.2");
    assertThat(signatures.uniqueAmongSentences("2"))
        .isEqualTo("unique|n:2|refs:self|tok:ws|lc|v:1.2");
    assertThat(signatures.uniqueAgainst("1-4", "tbc"))
        .isEqualTo("unique|n:1-4|refs:tbc|tok:ws|lc|v:1.2");
    assertThat(signatures.distinct("3")).isEqualTo("distinct|n:3|tok:ws|lc|v:1.2");
  }
}
