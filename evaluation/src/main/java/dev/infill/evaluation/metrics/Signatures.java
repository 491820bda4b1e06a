package dev.infill.evaluation.metrics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Collectors;

/**
 * Writes down how a figure is defined, in the manner of sacreBLEU (Post, "A Call for Clarity in
 * Reporting BLEU Scores", WMT 2018), such as {@code
 * bleu|n:4|smooth:none|refs:all|tok:ws|lc|v:0.2.0}. Two figures may be compared if their signatures
 * are equal, the version aside.
 *
 * @param lowerCase whether words are lower-cased ({@code lc}) or not ({@code mixed}); they are cut
 *     at white space ({@code tok:ws})
 * @param version the version of Infill
 */
public record Signatures(boolean lowerCase, String version) {
  /** The references of a metric that compares with all that are given. */
  public static final String ALL_REFERENCES = "all";

  private static final int WEIGHT_DIGITS = 4;

  /**
   * Returns the signature of {@link CorpusBleu}, all references given to every sentence.
   *
   * @param settings how BLEU was computed
   */
  public String corpusBleu(BleuSettings settings) {
    return bleu("bleu", settings, ALL_REFERENCES);
  }

  /**
   * Returns the signature of {@link SelfBleu#pooled}.
   *
   * @param settings how BLEU was computed
   */
  public String selfBleu(BleuSettings settings) {
    return bleu("self-bleu", settings, "others");
  }

  /**
   * Returns the signature of {@link SelfBleu#meanOfScores}.
   *
   * @param settings how BLEU was computed
   */
  public String selfBleuMeanOfSentences(BleuSettings settings) {
    return bleu("self-bleu-mean", settings, "others");
  }

  /**
   * Returns the signature of {@link UniqueNgrams#self}.
   *
   * @param n how many words, such as {@code 2} or {@code 1-4}
   */
  public String uniqueAmongSentences(String n) {
    return sign("unique|n:" + n + "|refs:self");
  }

  /**
   * Returns the signature of {@link UniqueNgrams#absentFrom}.
   *
   * @param n how many words, such as {@code 2} or {@code 1-4}
   * @param references the name of the references, such as {@code tbc}
   */
  public String uniqueAgainst(String n, String references) {
    return sign("unique|n:" + n + "|refs:" + references);
  }

  /**
   * Returns the signature of {@link DistinctNgrams}.
   *
   * @param n how many words, such as {@code 2} or {@code 1-4}
   */
  public String distinct(String n) {
    return sign("distinct|n:" + n);
  }

  private String bleu(String metric, BleuSettings settings, String references) {
    StringBuilder signature = new StringBuilder(metric).append("|n:").append(settings.order());
    if (settings.weights().stream().distinct().count() > 1) {
      signature
          .append("|w:")
          .append(
              settings.weights().stream().map(Signatures::weight).collect(Collectors.joining(",")));
    }
    signature.append("|smooth:").append(settings.smoothing().label());
    if (settings.effectiveOrder()) {
      signature.append("|eff:yes");
    }
    return sign(signature.append("|refs:").append(references).toString());
  }

  private static String weight(double weight) {
    return BigDecimal.valueOf(weight)
        .round(new MathContext(WEIGHT_DIGITS))
        .stripTrailingZeros()
        .toPlainString();
  }

  private String sign(String definition) {
    return definition + "|tok:ws|" + (lowerCase ? "lc" : "mixed") + "|v:" + version;
  }
}
