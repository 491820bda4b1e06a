package dev.infill.bert.runtime;

import dev.infill.bert.weights.LogitsExport;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.core.Groups;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The graph of a model that reads texts, such as a classifier, run by ONNX Runtime on the
 * processor. Any number of threads may run it, but none while another closes it.
 */
public final class TextModelSession implements AutoCloseable {
  private final GraphSession session;
  private final LogitsExport export;

  private TextModelSession(GraphSession session, LogitsExport export) {
    this.session = session;
    this.export = export;
  }

  /**
   * Opens a graph.
   *
   * @param graph the ONNX file
   * @param export what it is
   * @param threads the threads of one run, at least 1
   * @throws RuntimeFailureException if ONNX Runtime cannot open it
   */
  public static TextModelSession open(Path graph, LogitsExport export, int threads) {
    return new TextModelSession(
        GraphSession.open(graph, new Execution(false, false, threads), true), export);
  }

  /**
   * Returns the logits of each sequence.
   *
   * @param sequences the pieces of at least one, all equally long
   * @return for each the logits that it has, as many for all
   * @throws RuntimeFailureException if ONNX Runtime fails
   */
  public List<float[]> logits(List<int[]> sequences) {
    int length = sequences.get(0).length;
    long[] ids = sequences.stream().flatMapToInt(Arrays::stream).asLongStream().toArray();
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    long[] positions = new long[ids.length];
    Arrays.setAll(positions, k -> k % length);
    try (GraphSession.Inputs given = GraphSession.inputs()) {
      for (String input : export.inputs()) {
        given.put(
            input,
            switch (input) {
              case OnnxExport.INPUT_IDS -> ids;
              case OnnxExport.ATTENTION_MASK -> ones;
              case OnnxExport.POSITION_IDS -> positions;
              default -> new long[ids.length];
            },
            sequences.size(),
            length);
      }
      String output = export.output();
      FloatBuffer logits = Objects.requireNonNull(session.run(given, Set.of(output)).get(output));
      int each = logits.remaining() / sequences.size();
      return sequences.stream()
          .map(
              sequence -> {
                float[] row = new float[each];
                logits.get(row);
                return row;
              })
          .toList();
    }
  }

  /**
   * Makes something of the logits of sequences of any lengths. Those of a run are equally long, so
   * that there is no padding, and no result depends on what else is asked.
   *
   * @param sequences the pieces of each, at least one
   * @param piecesAtOnce how many pieces are read in one run at most, or a single sequence
   * @param result is given a sequence and its logits
   * @return the results, in order
   * @throws RuntimeFailureException if ONNX Runtime fails
   */
  public <T> List<T> map(
      List<int[]> sequences, int piecesAtOnce, BiFunction<int[], float[], T> result) {
    return Groups.map(
        sequences.size(),
        k -> sequences.get(k).length,
        (length, places) -> {
          List<T> results = new ArrayList<>();
          int together = Math.max(1, piecesAtOnce / length);
          for (int first = 0; first < places.size(); first += together) {
            List<int[]> run =
                places.subList(first, Math.min(first + together, places.size())).stream()
                    .map(sequences::get)
                    .toList();
            Iterator<float[]> logits = logits(run).iterator();
            run.forEach(sequence -> results.add(result.apply(sequence, logits.next())));
          }
          return results;
        });
  }

  @Override
  public void close() {
    session.close();
  }
}
