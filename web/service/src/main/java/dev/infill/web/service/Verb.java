package dev.infill.web.service;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.infill.Infiller;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.service.event.JobEvents;
import io.javalin.http.Context;
import java.util.function.Supplier;

/** A way to fill a text: {@code fill} or {@code sample}. */
@FunctionalInterface
interface Verb {
  /**
   * Reads a request, refuses what is too much, and makes its text ready.
   *
   * @param context the request
   * @param opened the model
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled so, or not here
   */
  Ready read(Context context, MaskedLanguageModel opened);

  /** What fills a text. */
  @FunctionalInterface
  interface Work {
    /**
     * Fills it.
     *
     * @param infiller of the model that it was made ready for, or the same as a job watches it
     * @param cancellation asks to stop, and to give what was found so far
     * @return the answer
     * @throws ProblemException if it was stopped before anything was found
     */
    Record run(Infiller infiller, Cancellation cancellation);
  }

  /**
   * Work that tells what happens.
   *
   * @param events gathers it
   * @param work fills the text
   */
  record Told(JobEvents events, Work work) {}

  /**
   * A text that is ready to be filled.
   *
   * @param text the text
   * @param settings how, with a seed
   * @param pieces how many word pieces the model reads
   * @param preparedBytes how many bytes of Java's heap it takes itself, at most
   * @param heapBytes how many it takes to fill it, at most
   * @param advice what would take less
   * @param work fills it, and tells nothing meanwhile
   * @param told fills it, and does
   */
  record Ready(
      BlankedText text,
      TextSettings<?> settings,
      int pieces,
      long preparedBytes,
      long heapBytes,
      String advice,
      Work work,
      Supplier<Told> told) {}
}
