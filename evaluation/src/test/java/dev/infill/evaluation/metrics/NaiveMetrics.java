package dev.infill.evaluation.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The metrics as their definitions are written: everything counted again for every pair of
 * sentences. BLEU follows nltk.translate.bleu_score function by function.
 */
final class NaiveMetrics {
  private NaiveMetrics() {}

  record Fraction(long numerator, long denominator) {}

  /** What stands for log(0) in NLTK is an exception, and makes the score 0. */
  private static double bleu(
      List<List<List<String>>> references,
      List<List<String>> hypotheses,
      List<Double> weights,
      Smoothing smoothing) {
    int order = weights.size();
    long[] numerators = new long[order];
    long[] denominators = new long[order];
    long hypothesisLength = 0;
    long referenceLength = 0;
    for (int s = 0; s < hypotheses.size(); s++) {
      for (int n = 1; n <= order; n++) {
        Fraction precision = modifiedPrecision(references.get(s), hypotheses.get(s), n);
        numerators[n - 1] += precision.numerator;
        denominators[n - 1] += precision.denominator;
      }
      int length = hypotheses.get(s).size();
      hypothesisLength += length;
      referenceLength += closestReferenceLength(references.get(s), length);
    }
    if (numerators[0] == 0) {
      return 0;
    }
    double[] precisions = smoothed(numerators, denominators, smoothing);
    double sum = 0;
    for (int n = 1; n <= order; n++) {
      if (weights.get(n - 1) > 0) {
        sum += weights.get(n - 1) * Math.log(precisions[n - 1]);
      }
    }
    double brevityPenalty =
        hypothesisLength > referenceLength
            ? 1
            : Math.exp(1 - referenceLength / (double) hypothesisLength);
    return 100 * brevityPenalty * Math.exp(sum);
  }

  static Fraction modifiedPrecision(List<List<String>> references, List<String> hypothesis, int n) {
    Map<List<String>, Integer> counts = counts(hypothesis, n);
    long numerator = 0;
    for (Map.Entry<List<String>, Integer> entry : counts.entrySet()) {
      int largest = 0;
      for (List<String> reference : references) {
        largest = Math.max(largest, counts(reference, n).getOrDefault(entry.getKey(), 0));
      }
      numerator += Math.min(entry.getValue(), largest);
    }
    return new Fraction(numerator, Math.max(1, ngrams(hypothesis, n).size()));
  }

  static int closestReferenceLength(List<List<String>> references, int length) {
    return references.stream()
        .map(List::size)
        .min(
            Comparator.comparingInt((Integer each) -> Math.abs(each - length))
                .thenComparingInt(each -> each))
        .orElseThrow();
  }

  private static double[] smoothed(long[] numerators, long[] denominators, Smoothing smoothing) {
    double[] precisions = new double[numerators.length];
    int zeros = 0;
    for (int i = 0; i < precisions.length; i++) {
      precisions[i] = numerators[i] / (double) denominators[i];
      switch (smoothing.kind()) {
        case NONE -> {}
        case EPSILON -> {
          if (numerators[i] == 0) {
            precisions[i] = smoothing.value() / denominators[i];
          }
        }
        case ADD_K -> {
          if (i > 0) {
            precisions[i] =
                (numerators[i] + smoothing.value()) / (denominators[i] + smoothing.value());
          }
        }
        case EXP -> {
          if (numerators[i] == 0) {
            zeros++;
            precisions[i] = 1 / (Math.pow(2, zeros) * denominators[i]);
          }
        }
      }
    }
    return precisions;
  }

  static double corpusBleu(
      List<List<String>> hypotheses,
      List<List<String>> references,
      List<Double> weights,
      Smoothing smoothing) {
    List<List<List<String>>> forAll = new ArrayList<>();
    hypotheses.forEach(hypothesis -> forAll.add(references));
    return bleu(forAll, hypotheses, weights, smoothing);
  }

  static double selfBleu(List<List<String>> sentences, List<Double> weights, Smoothing smoothing) {
    List<List<List<String>>> others = new ArrayList<>();
    for (int s = 0; s < sentences.size(); s++) {
      others.add(without(sentences, s));
    }
    return bleu(others, sentences, weights, smoothing);
  }

  static double meanOfSentences(
      List<List<String>> sentences, List<Double> weights, Smoothing smoothing) {
    double sum = 0;
    for (int s = 0; s < sentences.size(); s++) {
      sum += corpusBleu(List.of(sentences.get(s)), without(sentences, s), weights, smoothing);
    }
    return sum / sentences.size();
  }

  private static List<List<String>> without(List<List<String>> sentences, int s) {
    List<List<String>> others = new ArrayList<>(sentences);
    others.remove(s);
    return others;
  }

  static double uniqueSelf(List<List<String>> sentences, int n) {
    List<List<String>> all = all(sentences, n);
    long once =
        new HashSet<>(all)
            .stream().filter(ngram -> all.stream().filter(ngram::equals).count() == 1).count();
    return 100.0 * once / all.size();
  }

  static double uniqueAgainst(List<List<String>> sentences, List<List<String>> references, int n) {
    Set<List<String>> absent = new HashSet<>(all(sentences, n));
    absent.removeAll(new HashSet<>(all(references, n)));
    return 100.0 * absent.size() / all(sentences, n).size();
  }

  static double distinct(List<List<String>> sentences, int n) {
    List<List<String>> all = all(sentences, n);
    return 100.0 * new HashSet<>(all).size() / all.size();
  }

  private static List<List<String>> all(List<List<String>> sentences, int n) {
    return sentences.stream().flatMap(sentence -> ngrams(sentence, n).stream()).toList();
  }

  static List<List<String>> ngrams(List<String> sentence, int n) {
    List<List<String>> ngrams = new ArrayList<>();
    for (int i = 0; i + n <= sentence.size(); i++) {
      ngrams.add(sentence.subList(i, i + n));
    }
    return ngrams;
  }

  private static Map<List<String>, Integer> counts(List<String> sentence, int n) {
    Map<List<String>, Integer> counts = new HashMap<>();
    ngrams(sentence, n).forEach(ngram -> counts.merge(ngram, 1, Integer::sum));
    return counts;
  }
}
