package dev.infill.web.spark;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.Mode;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.batch.BatchFolder;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.BatchPart;
import dev.infill.web.batch.ModelSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.spark.api.java.function.VoidFunction;

/**
 * What an executor does with parts: the same as the local engine. A task that is done again, after
 * its executor was lost, goes on where the lost one was.
 *
 * @param input the input
 * @param folder where results go
 * @param mode in which way texts are filled
 * @param settings how texts are filled that say nothing else, with the seed of the job, as JSON
 * @param textsAtOnce how many texts a task fills at the same time
 * @param tasksAtOnce how many tasks an executor has at the same time
 * @param source opens the model
 */
record PartTask(
    String input,
    String folder,
    Mode mode,
    String settings,
    int textsAtOnce,
    int tasksAtOnce,
    ModelSource source)
    implements VoidFunction<Iterator<BatchPart>> {
  @Override
  public void call(Iterator<BatchPart> parts) {
    ProcessModel.use(source, model -> fill(parts, model));
  }

  private void fill(Iterator<BatchPart> parts, MaskedLanguageModel model) {
    byte[] json = settings.getBytes(StandardCharsets.UTF_8);
    TextSettings<?> read =
        switch (mode) {
          case FILL -> FillRequest.readSettings(json, model.description());
          case SAMPLE -> SampleRequest.readSettings(json, model.description());
        };
    BatchJob job =
        new BatchJob(Path.of(input), new BatchFolder(Path.of(folder)), read, textsAtOnce);
    // Spark interrupts the thread of a task that is not wanted any more, which stops it.
    if (!job.fill(() -> parts, model, tasksAtOnce, done -> {}, new Cancellation())) {
      throw new IllegalStateException("the task was stopped");
    }
  }
}
