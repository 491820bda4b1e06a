package dev.infill.core.infill;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.Vocabulary;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What states say as text.
 *
 * @param text the text with its blanks
 * @param vocabulary the model's
 * @param candidates Θ₁ … Θ_m
 */
record Fillings(BlankedText text, Vocabulary vocabulary, List<TokenSet> candidates) {

  List<String> tokens(State state) {
    return IntStream.range(0, state.size())
        .mapToObj(blank -> vocabulary.token(candidates.get(blank).id(state.get(blank))))
        .toList();
  }

  FilledText filled(State state) {
    return text.fill(tokens(state));
  }

  List<Fill> fills(State state, Evaluation evaluation) {
    List<String> tokens = tokens(state);
    List<CharSpan> spans = filled(state).fills();
    double[] logProbabilities = evaluation.logProbabilities();
    return IntStream.range(0, tokens.size())
        .mapToObj(
            blank ->
                new Fill(
                    tokens.get(blank),
                    logProbabilities[blank],
                    spans.get(blank).start(),
                    spans.get(blank).end()))
        .toList();
  }
}
