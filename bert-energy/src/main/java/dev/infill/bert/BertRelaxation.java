package dev.infill.bert;

import dev.infill.bert.graph.network.BertGraph.Kind;
import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.BlankMixtures;
import dev.infill.bert.runtime.CrossTerms;
import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.text.TokenSet;
import java.util.List;

/**
 * The energy of a text's blanks at points between fillings: a blank that holds weights x of its
 * tokens enters the model as the row Σ_v x(v) E_v of the word embeddings, and U = Σᵢ Σ_v xᵢ(v) hᵢ(v
 * | x_\i), so that the gradient has the own term hᵢ(v | x_\i) and the cross term as at fillings.
 */
record BertRelaxation(
    BertRuntime runtime,
    SharedPasses passes,
    List<TokenSet> candidates,
    SequenceLayout layout,
    PassSize passSize)
    implements Relaxation {
  /** The most rows of mixed embeddings at once: 100 MB of BERT-base. */
  private static final int MOST_ROWS = 1 << 15;

  @Override
  public boolean supports(GradientKind gradient) {
    return gradient != GradientKind.NONE;
  }

  @Override
  public int passesPerGradient() {
    return layout.sequencesPerState();
  }

  @Override
  public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("a gradient is EXACT or OWN_TERM");
    }
    Kind graph = gradient == GradientKind.EXACT ? Kind.GRADIENT : Kind.RELAXED_CONDITIONALS;
    runtime.prepare(graph);
    GradientSums sums = GradientSums.zeros(candidates, points.size());
    layout.inPasses(
        points.size(),
        MOST_ROWS / (candidates.size() * tokens(points)),
        gradient == GradientKind.EXACT,
        passSize,
        (first, last, from, to) ->
            add(points.subList(first, last), from, to, gradient, sums.of(first, last)));
    return sums.gradients();
  }

  /** Returns K, the number of tokens of the largest mixture; 1 if all are empty. */
  private static int tokens(List<RelaxedState> points) {
    return points.stream()
        .flatMap(point -> point.coordinates().stream())
        .mapToInt(SparseVector::support)
        .reduce(1, Math::max);
  }

  /** Adds the parts that sequences {@code from … to − 1} of each point contribute. */
  private void add(
      List<RelaxedState> points, int from, int to, GradientKind gradient, GradientSums sums) {
    SequenceBatch batch = layout.relaxed(points.size(), from, to);
    BlankMixtures mixtures = mixtures(points, from, to);
    if (gradient == GradientKind.OWN_TERM) {
      PositionLogits logits = passes.alone(batch, sequences -> runtime.logits(sequences, mixtures));
      sums.addOwnTerms(logits, from, to);
      return;
    }
    CrossTerms cross = passes.alone(batch, sequences -> runtime.crossTerms(sequences, mixtures));
    sums.addOwnTerms(cross.logits(), from, to);
    sums.addCrossTerms(cross);
  }

  private BlankMixtures mixtures(List<RelaxedState> points, int from, int to) {
    int blanks = candidates.size();
    int tokens = tokens(points);
    long[] ids = new long[points.size() * blanks * tokens];
    float[] weights = new float[ids.length];
    for (int point = 0; point < points.size(); point++) {
      for (int i = 0; i < blanks; i++) {
        SparseVector mixture = points.get(point).get(i);
        int offset = (point * blanks + i) * tokens;
        for (int place = 0; place < mixture.support(); place++) {
          ids[offset + place] = candidates.get(i).id(mixture.index(place));
          weights[offset + place] = (float) mixture.value(place);
        }
      }
    }
    return layout.mixtures(tokens, ids, weights, from, to);
  }
}
