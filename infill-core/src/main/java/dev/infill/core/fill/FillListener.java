package dev.infill.core.fill;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.task.Piece;
import java.util.List;
import java.util.OptionalDouble;

/** Is told of an answer while it is looked for; called from the job's thread. */
@FunctionalInterface
public interface FillListener {
  /** A listener that does nothing. */
  FillListener NONE = progress -> {};

  /**
   * The answer so far.
   *
   * @param modelPasses sequences that went through the model
   * @param mostPasses the most that there may be
   * @param list the best fillings that were found, the best first
   * @param certain the number of fillings at the front that are certainly the most probable ones
   * @param relativeError the standard error of Z as a share of it; empty before it is estimated
   */
  record Progress(
      long modelPasses,
      long mostPasses,
      List<Found> list,
      int certain,
      OptionalDouble relativeError) {}

  /**
   * A filling that was found.
   *
   * @param text the filled text
   * @param words the words in each blank
   * @param pieces the same, piece by piece
   * @param probability its probability so far
   */
  record Found(String text, List<String> words, List<Piece> pieces, Probability probability) {}

  /**
   * Takes the answer so far, after every batch of the model.
   *
   * @param progress the answer so far. An exception that this throws ends the job, and is thrown
   */
  void onProgress(Progress progress);
}
