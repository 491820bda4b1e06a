package dev.infill.bert;

import dev.infill.bert.graph.network.BertGraph.Kind;
import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.BlankMixtures;
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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The energy of the blanks of one text under a BERT (Zhang, Liu &amp; Liu 2022, §7.5).
 *
 * <p>This is the dense, simple form: every state is evaluated, and nothing is remembered ({@link
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
    if (gradient == GradientKind.EXACT) {
      runtime.prepare(Kind.GRADIENT);
    }
    double[][] terms = new double[states.size()][text.blankCount()];
    GradientSums sums =
        GradientSums.zeros(candidates, gradient == GradientKind.NONE ? 0 : states.size());
    layout.inPasses(
        states.size(),
        states.size(),
        gradient == GradientKind.EXACT,
        passSize,
        (first, last, from, to) -> {
          List<State> part = states.subList(first, last);
          PositionLogits logits =
              gradient == GradientKind.EXACT
                  ? addExact(part, from, to, sums.of(first, last))
                  : passes.logits(layout.evaluation(part, from, to));
          if (gradient == GradientKind.OWN_TERM) {
            sums.of(first, last).addOwnTerms(logits, from, to);
          }
          for (int row = 0; row < part.size() * (to - from); row++) {
            int state = row / (to - from);
            int blank = from + row % (to - from);
            terms[first + state][blank] =
                logits.logProbability(row, layout.token(part.get(state), blank));
          }
        });
    return IntStream.range(0, states.size())
        .mapToObj(
            s ->
                new Evaluation(
                    sum(terms[s]),
                    terms[s],
                    gradient == GradientKind.NONE ? new double[0][] : sums.gradients().get(s)))
        .toList();
  }

  /** Adds the exact gradient, as sequences {@code from … to − 1} of each state know it. */
  private PositionLogits addExact(List<State> states, int from, int to, GradientSums sums) {
    BlankMixtures tokens = layout.tokens(states, from, to);
    CrossTerms cross =
        passes.alone(
            layout.evaluation(states, from, to),
            sequences -> runtime.crossTerms(sequences, tokens));
    sums.addOwnTerms(cross.logits(), from, to);
    sums.addCrossTerms(cross);
    return cross.logits();
  }

  /** In the order of the blanks, which says how U is rounded. */
  private static double sum(double[] terms) {
    double sum = 0;
    for (double term : terms) {
      sum += term;
    }
    return sum;
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
        ? Optional.of(new BertRelaxation(runtime, passes, candidates, layout, passSize))
        : Optional.empty();
  }

  /** Returns the conditionals of one blank of each state, that blank masked. */
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
