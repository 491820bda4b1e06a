package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.ProposalRequest;
import dev.infill.bert.runtime.Proposals;
import dev.infill.core.energy.DrawRequest;
import dev.infill.core.energy.DrawnProposals;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws from the proposals of one text's pseudo-log-likelihood within the model's graph.
 *
 * <p>A row is one blank of one state: the sequence in which that blank is masked.
 */
final class GraphDraws implements LangevinDraws {
  private final BertRuntime runtime;
  private final SharedPasses passes;
  private final SequenceLayout layout;
  private final List<TokenSet> candidates;
  private final int rowsPerPass;

  /** Different sets of candidates, as blanks often have the same. */
  private final List<TokenSet> sets;

  /** For each set and token 1 where the set holds it, and 0 where not. */
  private final float[] allowed;

  GraphDraws(
      BertRuntime runtime,
      SharedPasses passes,
      SequenceLayout layout,
      List<TokenSet> candidates,
      int rowsPerPass) {
    this.runtime = runtime;
    this.passes = passes;
    this.layout = layout;
    this.candidates = candidates;
    this.rowsPerPass = rowsPerPass;
    this.sets = candidates.stream().distinct().toList();
    this.allowed = new float[sets.size() * runtime.vocabularySize()];
    for (int set = 0; set < sets.size(); set++) {
      int offset = set * runtime.vocabularySize();
      sets.get(set).ids().forEach(id -> allowed[offset + id] = 1);
    }
  }

  @Override
  public List<DrawnProposals> at(List<DrawRequest> requests, double stepSize, double exponent) {
    int m = candidates.size();
    List<Answer> answers =
        requests.stream().map(request -> new Answer(m, request.uniforms().size())).toList();
    int rows = requests.size() * m;
    for (int first = 0; first < rows; first += rowsPerPass) {
      int last = Math.min(rows, first + rowsPerPass);
      Proposals drawn = pass(requests, first, last, stepSize, exponent);
      for (int row = first; row < last; row++) {
        answers.get(row / m).learn(row % m, drawn, row - first);
      }
    }
    return answers.stream().map(Answer::proposals).toList();
  }

  private Proposals pass(
      List<DrawRequest> requests, int first, int last, double stepSize, double exponent) {
    int m = candidates.size();
    List<DrawRequest> asked =
        IntStream.range(first, last).mapToObj(row -> requests.get(row / m)).toList();
    int[] blanks = IntStream.range(first, last).map(row -> row % m).toArray();
    IntStream rows = IntStream.range(0, blanks.length);
    double[] uniforms =
        rows.boxed()
            .flatMapToDouble(
                row -> asked.get(row).uniforms().stream().mapToDouble(draw -> draw[blanks[row]]))
            .toArray();
    ProposalRequest request =
        new ProposalRequest(
            tokens(asked.stream().map(DrawRequest::state).toList(), blanks),
            tokens(asked.stream().map(DrawRequest::given).toList(), blanks),
            allowed,
            Arrays.stream(blanks).mapToLong(blank -> sets.indexOf(candidates.get(blank))).toArray(),
            stepSize,
            exponent,
            uniforms);
    return passes.alone(
        layout.conditionals(asked.stream().map(DrawRequest::state).toList(), blanks),
        sequences -> runtime.propose(sequences, request));
  }

  private long[] tokens(List<State> states, int[] blanks) {
    return IntStream.range(0, blanks.length)
        .mapToLong(row -> layout.token(states.get(row), blanks[row]))
        .toArray();
  }

  /** What is known of one request, blank by blank. */
  private final class Answer {
    private final double[] terms;
    private final int[][] drawn;
    private final double[] logDrawn;
    private double logGiven;

    Answer(int blanks, int draws) {
      terms = new double[blanks];
      drawn = new int[draws][blanks];
      logDrawn = new double[draws];
    }

    void learn(int blank, Proposals proposals, int row) {
      terms[blank] = proposals.currentTerm(row);
      logGiven += proposals.logProbabilityOfGiven(row);
      for (int draw = 0; draw < drawn.length; draw++) {
        drawn[draw][blank] = candidates.get(blank).indexOf(proposals.token(row, draw));
        logDrawn[draw] += proposals.logProbability(row, draw);
      }
    }

    DrawnProposals proposals() {
      List<DrawnProposals.Draw> draws = new ArrayList<>(drawn.length);
      for (int draw = 0; draw < drawn.length; draw++) {
        draws.add(new DrawnProposals.Draw(State.of(drawn[draw]), logDrawn[draw]));
      }
      return new DrawnProposals(
          new Evaluation(Arrays.stream(terms).sum(), terms, new double[0][]), draws, logGiven);
    }
  }
}
