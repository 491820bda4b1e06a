package dev.infill.bert;

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
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The energy of a text's blanks at points between fillings: a blank that holds weights x of its
 * tokens enters the model as the row Σ_v x(v) E_v of the word embeddings, and U = Σᵢ Σ_v xᵢ(v) hᵢ(v
 * | x_\i), so that the gradient has the own term hᵢ(v | x_\i) and the cross term as at fillings.
 */
record BertRelaxation(
    BertRuntime runtime,
    SharedPasses passes,
    TokenizedText text,
    List<TokenSet> candidates,
    SequenceLayout layout,
    PassSize passSize)
    implements Relaxation {
  /** So many rows of mixed embeddings at once take 100 MB with BERT-base. */
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
    List<double[][]> sums = new ArrayList<>(points.size());
    points.forEach(point -> sums.add(zeros()));
    layout.inPasses(
        points.size(),
        MOST_ROWS / rowsOfLargest(points),
        gradient == GradientKind.EXACT,
        passSize,
        (first, last, from, to) ->
            add(points.subList(first, last), from, to, gradient, sums.subList(first, last)));
    return sums;
  }

  private int rowsOfLargest(List<RelaxedState> points) {
    return candidates.size() * tokens(points);
  }

  /** Returns K, how many tokens the largest mixture is made of; 1 if all are empty. */
  private static int tokens(List<RelaxedState> points) {
    return points.stream()
        .flatMap(point -> point.coordinates().stream())
        .mapToInt(SparseVector::support)
        .reduce(1, Math::max);
  }

  private double[][] zeros() {
    return candidates.stream().map(tokens -> new double[tokens.size()]).toArray(double[][]::new);
  }

  /** Adds what sequences from … to − 1 of each point say. */
  private void add(
      List<RelaxedState> points, int from, int to, GradientKind gradient, List<double[][]> sums) {
    SequenceBatch batch = layout.relaxed(points.size(), from, to);
    BlankMixtures mixtures = mixtures(points, from, to);
    if (gradient == GradientKind.OWN_TERM) {
      addOwnTerms(
          passes.alone(batch, sequences -> runtime.relaxedLogits(sequences, mixtures)),
          from,
          to,
          sums);
      return;
    }
    CrossTerms cross =
        passes.alone(batch, sequences -> runtime.relaxedCrossTerms(sequences, mixtures));
    addOwnTerms(cross.logits(), from, to, sums);
    for (int point = 0; point < sums.size(); point++) {
      for (int i = 0; i < candidates.size(); i++) {
        double[] row = sums.get(point)[i];
        for (int k = 0; k < row.length; k++) {
          row[k] += cross.get(point, i, candidates.get(i).id(k));
        }
      }
    }
  }

  private void addOwnTerms(PositionLogits logits, int from, int to, List<double[][]> sums) {
    for (int point = 0; point < sums.size(); point++) {
      for (int blank = from; blank < to; blank++) {
        int asked = point * (to - from) + blank - from;
        double[] row = sums.get(point)[blank];
        for (int k = 0; k < row.length; k++) {
          row[k] += logits.logProbability(asked, candidates.get(blank).id(k));
        }
      }
    }
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
    return new BlankMixtures(
        tokens,
        ids,
        weights,
        Arrays.stream(text.blanks()).asLongStream().toArray(),
        layout.crossMask(from, to),
        LongStream.range(from, to).toArray());
  }
}
