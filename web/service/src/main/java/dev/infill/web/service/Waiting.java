package dev.infill.web.service;

import dev.infill.web.service.client.ClientConnection;
import io.javalin.http.Context;
import java.time.Duration;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/**
 * Waits for jobs until they end or their clients disconnect.
 *
 * @param queue where the jobs run
 * @param metrics is notified of clients that do not wait
 */
record Waiting(JobQueue queue, ServiceMetrics metrics) {
  /** How often the connection is looked at; far less than a step of a large model takes. */
  private static final Duration INTERVAL = Duration.ofMillis(25);

  /**
   * Does some work.
   *
   * @param context the request that asks for it
   * @param memory how much of Java's heap that takes
   * @param work what is to be done
   * @return what it gives
   * @throws ProblemException if too many jobs wait
   * @throws Job.AbandonedException if the client goes away
   */
  <T> T run(Context context, Job.Memory memory, Job.Work<T> work) {
    return until(context, submit(context, memory, work), () -> {});
  }

  /**
   * Has some work done.
   *
   * @param context the request that asks for it, by whose end the job's memory is free again
   * @param memory how much of Java's heap that takes
   * @param work what is to be done
   * @throws ProblemException if too many jobs wait
   */
  <T> Job<T> submit(Context context, Job.Memory memory, Job.Work<T> work) {
    Request request = ServletContextRequest.getServletContextRequest(context.req());
    Job<T> job = queue.submit(SecurityFilter.client(request), memory, work);
    Request.addCompletionListener(request, failure -> queue.release(job));
    return job;
  }

  /**
   * Waits for a job.
   *
   * @param context the request that asked for it
   * @param job the job
   * @param meanwhile what is done again and again while it lasts
   * @return what it gives
   * @throws Job.AbandonedException if the client goes away
   */
  <T> T until(Context context, Job<T> job, Runnable meanwhile) {
    ClientConnection client = new ClientConnection(context);
    try {
      while (!job.await(INTERVAL)) {
        if (client.isGone()) {
          throw new Job.AbandonedException();
        }
        job.checkTime();
        meanwhile.run();
      }
      return job.result();
    } finally {
      drop(job);
    }
  }

  /**
   * Takes a job away, unless it is done, as its client is gone.
   *
   * @param job the job
   */
  void drop(Job<?> job) {
    if (!job.isDone() && queue.abandon(job)) {
      metrics.abandoned();
    }
  }
}
