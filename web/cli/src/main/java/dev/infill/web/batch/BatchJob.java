package dev.infill.web.batch;

import dev.infill.core.NumberRange;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A job of many texts. Every worker of it, whichever engine has set it to work, fills parts of the
 * same input into files of the same folder.
 *
 * @param input the input
 * @param folder where results go
 * @param settings how texts are filled that say nothing else, with the seed of the job: {@link
 *     dev.infill.core.task.FillSettings}, or those of chains
 * @param textsAtOnce how many texts a worker fills at the same time, from 1 to 1,000; changes
 *     speed, not results
 */
public record BatchJob(Path input, BatchFolder folder, TextSettings<?> settings, int textsAtOnce) {
  /** Each has a thread. */
  private static final NumberRange TEXTS_AT_ONCE = new NumberRange(1, 1_000);

  /** Checks the number of texts. */
  public BatchJob {
    TEXTS_AT_ONCE.require("texts-at-once", textsAtOnce);
  }

  /**
   * Returns how many texts have their results by now: those of complete parts, and the sound ones
   * of others.
   *
   * @param parts the parts of the job
   * @throws UncheckedIOException if a file cannot be read
   */
  public long texts(List<BatchPart> parts) {
    long texts = 0;
    try {
      for (BatchPart part : parts) {
        texts += folder.texts(input, part);
      }
    } catch (IOException e) {
      throw folder.failure(e);
    }
    return texts;
  }

  /**
   * Fills what is left of some parts, one after the other.
   *
   * @param parts the parts
   * @param model the model
   * @param workers how many workers use this model at the same time
   * @param done is notified of texts that have got their results, those left out that had them
   *     before
   * @param cancellation stops it before its next model pass; what is done stays done
   * @return whether all of them are complete
   * @throws UncheckedIOException if a file cannot be read or written
   */
  public boolean fill(
      Iterable<BatchPart> parts,
      MaskedLanguageModel model,
      int workers,
      LongConsumer done,
      Cancellation cancellation) {
    TextFiller texts = new TextFiller(model, settings, workers * textsAtOnce);
    try (PartFiller filler = new PartFiller(input, folder, texts, textsAtOnce)) {
      for (BatchPart part : parts) {
        if (!filler.fill(part, done, cancellation)) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }
}
