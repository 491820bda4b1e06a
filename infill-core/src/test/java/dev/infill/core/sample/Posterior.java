package dev.infill.core.sample;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * π over every filling of a text, by enumeration from the model's f alone: none of the energies,
 * samplers and text-level types under test has a part in it.
 */
final class Posterior {
  private final Map<List<String>, Double> energies;
  private final double temperature;

  private Posterior(double temperature, Map<List<String>, Double> energies) {
    this.temperature = temperature;
    this.energies = energies;
  }

  Posterior(TinyLanguageModel model, String text, List<List<String>> allowed, double temperature) {
    this(temperature, new LinkedHashMap<>());
    var tokenized = model.tokenize(BlankedText.parse(text));
    for (List<String> tokens : product(allowed)) {
      double energy = 0;
      for (int i = 0; i < tokens.size(); i++) {
        int[] pieces = tokenized.pieces();
        for (int j = 0; j < tokens.size(); j++) {
          pieces[tokenized.blankPosition(j)] =
              TinyLanguageModel.TOKENS.indexOf(j == i ? "[MASK]" : tokens.get(j));
        }
        energy +=
            model
                .logProbabilities(pieces, tokenized.blankPosition(i))[
                TinyLanguageModel.TOKENS.indexOf(tokens.get(i))];
      }
      energies.put(tokens, energy);
    }
  }

  private static List<List<String>> product(List<List<String>> sets) {
    List<List<String>> result = List.of(List.of());
    for (List<String> set : sets) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> front : result) {
        for (String token : set) {
          List<String> tokens = new ArrayList<>(front);
          tokens.add(token);
          longer.add(tokens);
        }
      }
      result = longer;
    }
    return result;
  }

  /** Returns the same without some fillings. */
  Posterior of(Predicate<List<String>> left) {
    return new Posterior(
        temperature,
        energies.entrySet().stream()
            .filter(filling -> left.test(filling.getKey()))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    Map.Entry::getValue,
                    (one, other) -> one,
                    LinkedHashMap::new)));
  }

  /** Returns the same with a term beside U. */
  Posterior with(ToDoubleFunction<List<String>> added) {
    Map<List<String>, Double> sums = new LinkedHashMap<>();
    energies.forEach((tokens, energy) -> sums.put(tokens, energy + added.applyAsDouble(tokens)));
    return new Posterior(temperature, sums);
  }

  Map<List<String>, Double> energies() {
    return energies;
  }

  double energy(List<String> tokens) {
    return energies.getOrDefault(tokens, Double.NaN);
  }

  double probability(List<String> tokens) {
    double[] weights =
        energies.values().stream().mapToDouble(energy -> Math.exp(energy / temperature)).toArray();
    return Math.exp(energy(tokens) / temperature) / Arrays.stream(weights).sum();
  }
}
