package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.CrossTerms;
import dev.infill.bert.runtime.PositionLogits;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The energy of the blanks of one text under a BERT (Zhang, Liu &amp; Liu 2022, §7.5).
 *
 * <p>The dense, simple form: every state is evaluated as it comes, nothing is remembered ({@link
 * dev.infill.core.energy.ContextMemory} does that).
 */
final class BertEnergy implements Energy {
  private final BertRuntime runtime;
  private final SharedPasses passes;
  private final TokenizedText text;
  private final List<TokenSet> candidates;
  private final List<Domain> domains;
  private final SequenceLayout layout;
  private final PassSize passSize;

  BertEnergy(
      BertRuntime runtime,
      SharedPasses passes,
      TokenizedText text,
      List<TokenSet> candidates,
      int maskId,
      PassSize passSize) {
    if (text.blankCount() == 0 || candidates.size() != text.blankCount()) {
      throw new IllegalArgumentException(
          candidates.size() + " sets of candidates for " + text.blankCount() + " blanks");
    }
    for (TokenSet tokens : candidates) {
      int largest = tokens.id(tokens.size() - 1);
      if (largest >= runtime.vocabularySize()) {
        throw new IllegalArgumentException(
            "candidate " + largest + " in a vocabulary of " + runtime.vocabularySize());
      }
    }
    this.runtime = runtime;
    this.passes = passes;
    this.text = text;
    this.candidates = List.copyOf(candidates);
    this.domains =
        candidates.stream().<Domain>map(tokens -> new Categorical(tokens.size())).toList();
    this.layout = new SequenceLayout(text, this.candidates, maskId);
    this.passSize = passSize;
  }

  @Override
  public List<Domain> domains() {
    return domains;
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return gradient != GradientKind.EXACT || runtime.hasGradients();
  }

  @Override
  public Optional<String> limitation() {
    return runtime.hasGradients()
        ? Optional.empty()
        : Optional.of(
            "this model is an export to ONNX, which has no exact gradient and no continuous"
                + " intermediates; take the own-term gradient and a sampler without intermediates");
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException(limitation().orElseThrow());
    }
    List<EvaluationSum> sums = states.stream().map(state -> newSum(gradient)).toList();
    layout.inPasses(
        states.size(),
        states.size(),
        gradient == GradientKind.EXACT,
        passSize,
        (first, last, from, to) ->
            add(states.subList(first, last), from, to, gradient, sums.subList(first, last)));
    return sums.stream().map(EvaluationSum::toEvaluation).toList();
  }

  private EvaluationSum newSum(GradientKind gradient) {
    Stream<double[]> rows = candidates.stream().map(tokens -> new double[tokens.size()]);
    return new EvaluationSum(
        text.blankCount(),
        gradient == GradientKind.NONE ? new double[0][] : rows.toArray(double[][]::new));
  }

  /** Adds what sequences from … to − 1 of each state say. */
  private void add(
      List<State> states, int from, int to, GradientKind gradient, List<EvaluationSum> sums) {
    if (gradient != GradientKind.EXACT) {
      PositionLogits logits = passes.logits(layout.evaluation(states, from, to));
      addTerms(states, from, to, gradient, logits, sums);
      return;
    }
    CrossTerms cross =
        passes.alone(
            layout.evaluation(states, from, to),
            sequences ->
                runtime.crossTerms(
                    sequences,
                    layout.targets(states, from, to),
                    Arrays.stream(text.blanks()).asLongStream().toArray(),
                    layout.crossMask(from, to)));
    addTerms(states, from, to, gradient, cross.logits(), sums);
    for (int s = 0; s < states.size(); s++) {
      for (int i = 0; i < candidates.size(); i++) {
        TokenSet tokens = candidates.get(i);
        for (int k = 0; k < tokens.size(); k++) {
          sums.get(s).addGradient(i, k, cross.get(s, i, tokens.id(k)));
        }
      }
    }
  }

  /** Adds U's terms and own terms of the blanks that these sequences were asked for. */
  private void addTerms(
      List<State> states,
      int from,
      int to,
      GradientKind gradient,
      PositionLogits logits,
      List<EvaluationSum> sums) {
    for (int s = 0; s < states.size(); s++) {
      for (int blank = from; blank < to; blank++) {
        int row = s * (to - from) + blank - from;
        int token = layout.token(states.get(s), blank);
        sums.get(s).addTerm(blank, logits.logProbability(row, token));
        if (gradient != GradientKind.NONE) {
          TokenSet tokens = candidates.get(blank);
          for (int k = 0; k < tokens.size(); k++) {
            sums.get(s).addGradient(blank, k, logits.logProbability(row, tokens.id(k)));
          }
        }
      }
    }
  }

  @Override
  public boolean readsMasked() {
    return true;
  }

  @Override
  public boolean isSum() {
    return true;
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return runtime.hasGradients()
        ? Optional.of(new BertRelaxation(runtime, passes, text, candidates, layout, passSize))
        : Optional.empty();
  }

  /** Returns what the model says of one blank of each state, that blank masked. */
  @Override
  public List<Conditional> conditionals(List<Context> contexts) {
    int perPass = passSize.forwardSequences(text.length(), /* asked= */ 1);
    List<Conditional> conditionals = new ArrayList<>(contexts.size());
    for (int first = 0; first < contexts.size(); first += perPass) {
      List<Context> asked = contexts.subList(first, Math.min(contexts.size(), first + perPass));
      PositionLogits logits = passes.logits(layout.conditionals(asked));
      for (int row = 0; row < asked.size(); row++) {
        conditionals.add(conditional(logits, row, candidates.get(asked.get(row).coordinate())));
      }
    }
    return conditionals;
  }

  private Conditional conditional(PositionLogits logits, int row, TokenSet tokens) {
    double[] terms = new double[tokens.size()];
    for (int k = 0; k < terms.length; k++) {
      terms[k] = logits.logProbability(row, tokens.id(k));
    }
    return new Conditional(terms);
  }

  @Override
  public int passesPerEvaluation() {
    return layout.sequencesPerState();
  }
}
