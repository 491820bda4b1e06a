package dev.infill.web.spark;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Mode;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.batch.BatchEngine;
import dev.infill.web.batch.BatchEngines;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.BatchPart;
import dev.infill.web.batch.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;

/**
 * Fills the parts of a job on Apache Spark: a part is a task. Every machine sees the input, the
 * folder of the results and Infill itself under the same paths. A part's file gets its name when
 * all of it is there, and is the same whichever executor wrote it; so the loss of an executor, or
 * two tasks at one part, leave one result of each text.
 */
public final class SparkEngine implements BatchEngine {
  private static final int SECONDS_BETWEEN_LOOKS = 1;

  /** What Spark needs until the end of a job is in this folder of the job's. */
  private static final String SCRATCH = ".spark";

  @Override
  public String name() {
    return BatchEngines.SPARK;
  }

  @Override
  public boolean run(
      BatchJob job,
      List<BatchPart> parts,
      MaskedLanguageModel model,
      ModelSource source,
      Options options,
      LongConsumer done,
      Cancellation cancellation) {
    List<BatchPart> left = parts.stream().filter(part -> !job.folder().isComplete(part)).toList();
    if (left.isEmpty()) {
      return true;
    }
    Path scratch = job.folder().path().resolve(SCRATCH);
    // Nobody else has the folder of the job: what is there was left by a run that was killed.
    delete(scratch);
    try {
      return run(job, parts, left, model, source, options, scratch, done, cancellation);
    } finally {
      delete(scratch);
    }
  }

  private static void delete(Path folder) {
    try {
      JavaUtils.deleteRecursively(folder.toFile());
    } catch (InterruptedException e) {
      // The next run takes away what is left.
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be deleted: %s".formatted(folder, FailureReason.of(e)), e);
    }
  }

  private static boolean run(
      BatchJob job,
      List<BatchPart> parts,
      List<BatchPart> left,
      MaskedLanguageModel model,
      ModelSource source,
      Options options,
      Path scratch,
      LongConsumer done,
      Cancellation cancellation) {
    SparkConf configuration = SparkConfiguration.of(options, System.getenv(), scratch);
    boolean isLocal =
        SparkConfiguration.isThisProcess(configuration.get(SparkConfiguration.MASTER));
    try (JavaSparkContext context = open(configuration)) {
      if (!isLocal) {
        int tasksAtOnce = configuration.getInt("spark.executor.cores", 1);
        return run(
            context, job, task(job, model, source, tasksAtOnce), left, parts, done, cancellation);
      }
      ProcessModel.lend(model);
      try {
        int tasksAtOnce = context.defaultParallelism();
        return run(
            context, job, task(job, model, source, tasksAtOnce), left, parts, done, cancellation);
      } finally {
        // Tasks that were stopped need the context to their end.
        ProcessModel.takeBack();
      }
    }
  }

  private static PartTask task(
      BatchJob job, MaskedLanguageModel model, ModelSource source, int tasksAtOnce) {
    return new PartTask(
        job.input().toAbsolutePath().toString(),
        job.folder().path().toAbsolutePath().toString(),
        Mode.of(job.settings()),
        new JsonLines()
            .line(SettingsJson.of(job.settings(), model.description(), Versions.current())),
        job.textsAtOnce(),
        tasksAtOnce,
        source);
  }

  private static boolean run(
      JavaSparkContext context,
      BatchJob job,
      PartTask task,
      List<BatchPart> left,
      List<BatchPart> parts,
      LongConsumer done,
      Cancellation cancellation) {
    Progress progress = new Progress(job, parts, done);
    try {
      context.setJobGroup("infill batch", "infill batch", true);
      JavaFutureAction<Void> action =
          context.parallelize(left, left.size()).foreachPartitionAsync(task);
      return await(action, progress, cancellation);
    } catch (IllegalStateException e) {
      // Where Spark gives up before it is given the job, that is all it says.
      throw context.sc().isStopped() ? SparkFailureException.ofExecutors(e) : e;
    }
  }

  private static JavaSparkContext open(SparkConf configuration) {
    try {
      return new JavaSparkContext(configuration);
    } catch (Exception e) {
      // Scala declares no exceptions: this may be Spark's own, which is a checked one.
      throw new InvalidInputException(
          "master",
          "Spark cannot be started with the master %s: %s"
              .formatted(
                  configuration.get(SparkConfiguration.MASTER), SparkFailureException.reason(e)),
          e);
    }
  }

  private static boolean await(
      JavaFutureAction<Void> action, Progress progress, Cancellation cancellation) {
    while (true) {
      try {
        action.get(SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
        progress.look();
        return true;
      } catch (TimeoutException e) {
        progress.look();
        if (cancellation.isCancelled()) {
          action.cancel(true);
          return false;
        }
      } catch (CancellationException e) {
        return false;
      } catch (InterruptedException e) {
        action.cancel(true);
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException e) {
        throw failure(e);
      }
    }
  }

  /** Returns what a task has thrown, if Spark has kept it, so that it is reported as elsewhere. */
  private static RuntimeException failure(ExecutionException failure) {
    for (Throwable at = failure.getCause(); at != null; at = at.getCause()) {
      if (!(at instanceof SparkException) && at instanceof RuntimeException thrown) {
        return thrown;
      }
    }
    return new SparkFailureException(failure.getCause() == null ? failure : failure.getCause());
  }

  /** Tells of the texts that have got their results, as the files have it. */
  private static final class Progress {
    private final BatchJob job;
    private final List<BatchPart> parts;
    private final LongConsumer done;
    private long told;

    Progress(BatchJob job, List<BatchPart> parts, LongConsumer done) {
      this.job = job;
      this.parts = parts;
      this.done = done;
      this.told = job.texts(parts);
    }

    void look() {
      long now = job.texts(parts);
      if (now > told) {
        done.accept(now - told);
        told = now;
      }
    }
  }
}
