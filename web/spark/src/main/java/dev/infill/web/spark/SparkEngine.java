package dev.infill.web.spark;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Mode;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.batch.BatchEngine;
import dev.infill.web.batch.BatchFolder;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.BatchPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    return SPARK;
  }

  @Override
  public boolean run(Work work) {
    BatchFolder folder = work.job().folder();
    List<BatchPart> left = work.parts().stream().filter(part -> !folder.isComplete(part)).toList();
    if (left.isEmpty()) {
      return true;
    }
    Path scratch = folder.path().resolve(SCRATCH);
    // Nobody else has the folder of the job: a run that was killed left what is there.
    delete(scratch);
    try {
      return run(work, left, scratch);
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

  private static boolean run(Work work, List<BatchPart> left, Path scratch) {
    SparkConf configuration = SparkConfiguration.of(work.options(), System.getenv(), scratch);
    boolean isLocal =
        SparkConfiguration.isThisProcess(configuration.get(SparkConfiguration.MASTER));
    try (JavaSparkContext context = open(configuration)) {
      if (!isLocal) {
        return run(context, work, left, configuration.getInt("spark.executor.cores", 1));
      }
      ProcessModel.lend(work.model());
      try {
        return run(context, work, left, context.defaultParallelism());
      } finally {
        // Tasks that were stopped need the context to their end.
        ProcessModel.takeBack();
      }
    }
  }

  private static PartTask task(Work work, int tasksAtOnce) {
    BatchJob job = work.job();
    return new PartTask(
        job.input().toAbsolutePath().toString(),
        job.folder().path().toAbsolutePath().toString(),
        Mode.of(job.settings()),
        new JsonLines()
            .line(SettingsJson.of(job.settings(), work.model().description(), Versions.current())),
        job.textsAtOnce(),
        tasksAtOnce,
        work.source());
  }

  private static boolean run(
      JavaSparkContext context, Work work, List<BatchPart> left, int tasksAtOnce) {
    Progress progress = new Progress(work);
    try {
      context.setJobGroup("infill batch", "infill batch", true);
      JavaFutureAction<Void> action =
          context.parallelize(left, left.size()).foreachPartitionAsync(task(work, tasksAtOnce));
      return await(action, progress, work.cancellation());
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
    private final Work work;
    private long told;

    Progress(Work work) {
      this.work = work;
      this.told = work.job().texts(work.parts());
    }

    void look() {
      long now = work.job().texts(work.parts());
      if (now > told) {
        work.done().accept(now - told);
        told = now;
      }
    }
  }
}
