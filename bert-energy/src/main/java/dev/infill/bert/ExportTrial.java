package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The first runs of an export: only runs show what its nodes compute. Some sequences are run alone,
 * then together, then each beside itself.
 */
final class ExportTrial {
  private static final int SEQUENCES = 3;
  private static final int LENGTH = 8;

  /** How much rounding in float16 may change, as a share of the largest logit. */
  private static final double ROUNDING = 5e-3;

  /** How much may change between passes of one shape, which add up in one order. */
  private static final double ROUNDING_OF_ONE_SHAPE = 1e-6;

  /**
   * The beginning of the names of operators that quantize by the range of all numbers of a pass.
   */
  private static final String DYNAMIC_QUANTIZATION = "DynamicQuantize";

  private final BertRuntime runtime;
  private final CompiledModel compiled;

  private ExportTrial(BertRuntime runtime, CompiledModel compiled) {
    this.runtime = runtime;
    this.compiled = compiled;
  }

  /**
   * Returns how much enters a model at once. An export is run to find out.
   *
   * @param mask the id of a blank
   * @param listener receives a notice if one sequence is run at a time
   * @throws InvalidInputException for field {@code model} if it is an export that cannot be run, or
   *     gives probabilities
   */
  static PassSize passSize(
      BertRuntime runtime, CompiledModel compiled, int mask, TransferListener listener) {
    PassSize usual = PassSize.of(runtime.device(), runtime.vocabularySize());
    if (!isExport(compiled)
        || !ofExport(compiled, () -> new ExportTrial(runtime, compiled).looksAcross(mask))) {
      return usual;
    }
    listener.notice(
        "the graph of %s looks across the sequences of a pass, as dynamic quantization does: one sequence is run at a time, which takes longer"
            .formatted(compiled.manifest().source()));
    return usual.ofOneSequence();
  }

  /** Runs something; if it fails and the model is an export, the export is at fault. */
  static <T> T ofExport(CompiledModel compiled, Supplier<T> run) {
    try {
      return run.get();
    } catch (RuntimeFailureException e) {
      if (!isExport(compiled)) {
        throw e;
      }
      throw new InvalidInputException(
          "model",
          "model %s cannot be run, or is not exported for the task fill-mask: %s"
              .formatted(
                  compiled.manifest().source(), String.valueOf(e.getMessage()).replace('\n', ' ')),
          e);
    }
  }

  private static boolean isExport(CompiledModel compiled) {
    return compiled.manifest().configuration() instanceof ExportSizes;
  }

  /** Says whether sequences of a pass change each other's logits. */
  private boolean looksAcross(int mask) {
    List<SequenceBatch> alone = sequences(mask);
    List<PositionLogits> answers = alone.stream().map(runtime::logits).toList();
    if (answers.stream().allMatch(ExportTrial::isOfProbabilities)) {
      throw new InvalidInputException(
          "model",
          "model %s gives probabilities, not logits: export it without the softmax at its end"
              .formatted(compiled.manifest().source()));
    }
    if (isQuantizedDynamically()) {
      return true;
    }
    PositionLogits together = runtime.logits(SequenceBatch.joined(alone));
    return IntStream.range(0, alone.size())
        .anyMatch(
            sequence -> {
              PositionLogits besideOthers = of(sequence, together, alone);
              PositionLogits besideItself =
                  of(
                      sequence,
                      runtime.logits(
                          SequenceBatch.joined(
                              Collections.nCopies(SEQUENCES, alone.get(sequence)))),
                      alone);
              return differ(answers.get(sequence), besideOthers, ROUNDING)
                  || differ(besideItself, besideOthers, ROUNDING_OF_ONE_SHAPE);
            });
  }

  private static PositionLogits of(
      int sequence, PositionLogits answer, List<SequenceBatch> sequences) {
    int positions = sequences.get(sequence).positionsPerSequence();
    return answer.rows(sequence * positions, (sequence + 1) * positions);
  }

  /** Returns sequences of random pieces with a blank in the middle, asked at every piece. */
  private List<SequenceBatch> sequences(int mask) {
    Random random = new Random(1);
    int length = Math.min(LENGTH, compiled.manifest().configuration().maxPositions());
    long[] positions = IntStream.range(0, length).asLongStream().toArray();
    return Stream.generate(
            () -> {
              long[] ids = random.longs(length, 0, compiled.vocabulary().size()).toArray();
              ids[length / 2] = mask;
              return new SequenceBatch(1, length, ids, length, positions);
            })
        .limit(SEQUENCES)
        .toList();
  }

  private static boolean isOfProbabilities(PositionLogits answer) {
    return IntStream.range(0, answer.logNormalizers().limit()).allMatch(answer::isOfProbabilities);
  }

  private static boolean differ(PositionLogits first, PositionLogits second, double tolerance) {
    double most = 0;
    double apart = 0;
    for (int i = 0; i < first.logits().limit(); i++) {
      most = Math.max(most, Math.abs(first.logits().get(i)));
      apart = Math.max(apart, Math.abs(first.logits().get(i) - second.logits().get(i)));
    }
    return apart > tolerance * most;
  }

  /** Asked besides, since dynamic quantization may change these sequences no more than rounding. */
  private boolean isQuantizedDynamically() {
    try {
      for (String graph : compiled.manifest().graphs()) {
        // The names of operators stand in the file as they are.
        byte[] bytes = Files.readAllBytes(compiled.folder().resolve(graph));
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains(DYNAMIC_QUANTIZATION)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("a graph in the cache cannot be read", e);
    }
  }
}
