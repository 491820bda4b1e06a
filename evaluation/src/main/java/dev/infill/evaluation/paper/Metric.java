package dev.infill.evaluation.paper;

import java.util.Arrays;
import java.util.List;

/** A figure of the report, in the order of its tables. */
public enum Metric {
  /** Pooled BLEU-4 of each sentence against all others of the sampler, × 100. */
  SELF_BLEU("selfBleu", "Self-BLEU", true, 2),
  /** 2-grams seen exactly once in the sampler's sentences, per 100 n-grams. */
  SELF_UNIQUE_2("unique.self.2", "Unique 2-grams, Self", true, 2),
  /** 3-grams seen exactly once in the sampler's sentences, per 100 n-grams. */
  SELF_UNIQUE_3("unique.self.3", "Unique 3-grams, Self", true, 2),
  /** Distinct 2-grams absent from WikiText-103, per 100 n-grams. */
  WIKI_UNIQUE_2("unique.wiki.2", "Unique 2-grams, WT103", true, 2),
  /** Distinct 3-grams absent from WikiText-103, per 100 n-grams. */
  WIKI_UNIQUE_3("unique.wiki.3", "Unique 3-grams, WT103", true, 2),
  /** Distinct 2-grams absent from TBC, per 100 n-grams. */
  TBC_UNIQUE_2("unique.tbc.2", "Unique 2-grams, TBC", true, 2),
  /** Distinct 3-grams absent from TBC, per 100 n-grams. */
  TBC_UNIQUE_3("unique.tbc.3", "Unique 3-grams, TBC", true, 2),
  /** BLEU-4 against TBC and WikiText-103 together, × 100. */
  CORPUS_BLEU("corpusBleu", "Corpus BLEU", true, 2),
  /** Mean U of the kept samples, in nats. */
  MEAN_ENERGY("meanEnergy", "Mean U (nats)", false, 2),
  /** Different fillings among the samples of all chains, per task. */
  DISTINCT_ALL("distinctFills.all", "Distinct fills, all chains", false, 1),
  /** Different fillings among the kept samples, per task. */
  DISTINCT_KEPT("distinctFills.kept", "Distinct fills, kept", false, 2),
  /** Share of steps whose proposal was accepted, unchanged ones included, in percent. */
  ACCEPTANCE("acceptanceRate", "Accepted (%)", false, 1),
  /** Share of steps that moved the chain to another state, in percent. */
  ACCEPTED_AND_CHANGED("acceptedAndChangedRate", "Accepted and changed (%)", false, 1),
  /** Mean number of blanks changed per step. */
  CHANGED_PER_STEP("changedPerStep", "Blanks changed per step", false, 2),
  /** Effective sample size of U over all chains, per step that every chain made. */
  EFFECTIVE_SAMPLE_SIZE_PER_STEP("effectiveSampleSizePerStep", "ESS of U per step", false, 2),
  /**
   * Effective sample size of the Hamming distance to the tokens most often seen, over all chains,
   * per step that every chain made.
   */
  EFFECTIVE_SAMPLE_SIZE_OF_HAMMING_DISTANCE_PER_STEP(
      "effectiveSampleSizeOfHammingDistancePerStep", "ESS of Hamming distance per step", false, 2),

  /** Model passes of all chains, per task. */
  MODEL_PASSES("modelPasses", "Model passes per task", false, 0);

  private final String key;
  private final String heading;
  private final boolean inPaper;
  private final int digits;

  Metric(String key, String heading, boolean inPaper, int digits) {
    this.key = key;
    this.heading = heading;
    this.inPaper = inPaper;
    this.digits = digits;
  }

  /** Returns its name in files, such as {@code unique.self.2}. */
  public String key() {
    return key;
  }

  /** Returns its name in tables. */
  public String heading() {
    return heading;
  }

  /** Returns how many digits after the point it is given with. */
  public int digits() {
    return digits;
  }

  /** Returns those of its interval: the paper's metrics have wide ones and stand in wide tables. */
  public int intervalDigits() {
    return inPaper ? 1 : digits;
  }

  /** Returns the eight metrics of the paper's Table 3, in its order. */
  public static List<Metric> ofPaper() {
    return Arrays.stream(values()).filter(metric -> metric.inPaper).toList();
  }

  /** Returns the figures that the paper does not give. */
  public static List<Metric> beyondPaper() {
    return Arrays.stream(values()).filter(metric -> !metric.inPaper).toList();
  }
}
