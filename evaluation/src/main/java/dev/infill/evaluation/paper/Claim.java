package dev.infill.evaluation.paper;

import dev.infill.evaluation.statistics.Estimate;
import java.util.List;
import java.util.Optional;

/**
 * The paper's claim, tested for one sampler: it is at least 10 points of Self-BLEU below Gibbs, at
 * a corpus BLEU within 2 points of it.
 *
 * @param sampler the label of a DULA or DMALA
 * @param baseline the label of the Gibbs sampler
 * @param basis what is equal
 * @param selfBleu the difference of Self-BLEU, the sampler's minus the baseline's
 * @param corpusBleu the difference of corpus BLEU, likewise
 * @param equalEnergy where they were compared; present if U is what is equal
 */
public record Claim(
    String sampler,
    String baseline,
    Basis basis,
    Estimate selfBleu,
    Estimate corpusBleu,
    Optional<EqualEnergy> equalEnergy) {
  /** The kinds of samplers in the claim. */
  static final List<String> KINDS = List.of("dula", "dmala");

  /** The most that the difference of Self-BLEU may be. */
  public static final double SELF_BLEU_AT_MOST = -10;

  /** The most that corpus BLEU may differ, either way. */
  public static final double CORPUS_BLEU_WITHIN = 2;

  /** The quantity that is equal when the claim is tested. */
  public enum Basis {
    /** The number of steps. */
    STEPS("steps", "equal steps"),
    /** The number of model passes. */
    PASSES("passes", "equal model passes"),
    /** The mean U of the kept samples. */
    ENERGY("energy", "equal mean U");

    private final String key;
    private final String label;

    Basis(String key, String label) {
      this.key = key;
      this.label = label;
    }

    /** Returns its name in files. */
    public String key() {
      return key;
    }

    /** Returns it in words. */
    public String label() {
      return label;
    }
  }

  /** Returns which is taken from which, in words. */
  public String label() {
    return sampler + " minus " + baseline;
  }

  /** Returns whether the sampler is that much more diverse. */
  public Verdict selfBleuVerdict() {
    return Verdict.within(selfBleu, Double.NEGATIVE_INFINITY, SELF_BLEU_AT_MOST);
  }

  /** Returns whether its quality is that near. */
  public Verdict corpusBleuVerdict() {
    return Verdict.within(corpusBleu, -CORPUS_BLEU_WITHIN, CORPUS_BLEU_WITHIN);
  }

  /** Returns whether the claim holds, both parts together. */
  public Verdict verdict() {
    return selfBleuVerdict().and(corpusBleuVerdict());
  }
}
