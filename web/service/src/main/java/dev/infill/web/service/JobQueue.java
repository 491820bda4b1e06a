package dev.infill.web.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Lets a few jobs run at the same time, as many as memory is there for beside answers that are
 * being written. A few more wait; all others are refused. Clients take turns (start-time fair
 * queueing, Goyal, Vin and Cheng 1996): the first waiting job of a client waits behind at most one
 * waiting job of each other client. Thread-safe.
 */
final class JobQueue {
  private static final long NANOSECONDS_A_MILLISECOND = 1_000_000;

  /** What a job is taken to last before one was done. */
  private static final double FIRST_GUESS_SECONDS = 5;

  /** How much the last job counts in the mean of how long they last. */
  private static final double LAST_JOBS_WEIGHT = 0.2;

  private static final double LONGEST_RETRY_SECONDS = 300;

  /** Of the memory that there is for jobs, those that wait have this part at most. */
  private static final int PART_FOR_WAITING = 4;

  private final int mostRunning;
  private final long mostBytes;
  private final int mostWaiting;
  private final Duration most;
  private final ServiceMetrics metrics;
  private final ExecutorService threads;
  private final List<Entry> running = new ArrayList<>();

  /** In the order of their turns. */
  private final List<Entry> waiting = new ArrayList<>();

  /** The turns of the last jobs of clients, while those are later than {@link #turn}. */
  private final Map<Object, Long> turns = new HashMap<>();

  /** The turn of the job that was started last. */
  private long turn;

  /** Jobs that are done, and whose answers are being written. */
  private final List<Job<?>> answered = new ArrayList<>();

  private double meanSeconds = FIRST_GUESS_SECONDS;
  private boolean closed;

  private record Entry(long turn, Job<?> job, long since) {}

  /**
   * Creates a queue.
   *
   * @param limits says how many jobs run and how many wait
   * @param metrics is notified of them
   */
  JobQueue(ServiceLimits limits, ServiceMetrics metrics) {
    this(limits, metrics, threads(limits.most(ServiceLimit.JOBS)));
  }

  /**
   * Creates a queue whose jobs run in given threads.
   *
   * @param limits as above
   * @param metrics as above
   * @param threads where they run; closed with the queue
   */
  JobQueue(ServiceLimits limits, ServiceMetrics metrics, ExecutorService threads) {
    this.mostRunning = limits.most(ServiceLimit.JOBS);
    this.mostBytes = (long) limits.most(ServiceLimit.JOB_MEGABYTES) << 20;
    this.mostWaiting = limits.most(ServiceLimit.QUEUE);
    this.most = Duration.ofSeconds(limits.most(ServiceLimit.JOB_SECONDS));
    this.metrics = metrics;
    this.threads = threads;
    metrics.watch(this);
  }

  /** All of them at once: later there may be no memory for one. */
  private static ExecutorService threads(int count) {
    AtomicInteger made = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "job-" + made.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.prestartAllCoreThreads();
    return threads;
  }

  /**
   * Takes a job on.
   *
   * @param client whose job it is
   * @param memory how much of Java's heap it takes. It does not begin before the others leave that
   *     much; what is more than there is runs alone
   * @param work what it does
   * @return the job, which runs or waits, and whose memory is taken until {@link #release}
   * @throws ProblemException if too many wait, or the queue is closed
   */
  synchronized <T> Job<T> submit(Object client, Job.Memory memory, Job.Work<T> work) {
    if (closed) {
      throw ProblemException.closing();
    }
    Job<T> job = new Job<>(memory, most, metrics::late, work);
    long next = Math.max(turn, turns.getOrDefault(client, 0L)) + 1;
    Entry entry = new Entry(next, job, System.nanoTime());
    if (waiting.isEmpty() && hasPlaceFor(job)) {
      start(entry);
    } else if (waiting.size() < mostWaiting
        && waitingBytes(waiting.stream()) + memory.waiting() <= mostBytes / PART_FOR_WAITING) {
      turns.put(client, next);
      waiting.add(entry);
      waiting.sort(Comparator.comparingLong(Entry::turn));
    } else {
      metrics.refused();
      throw ProblemException.passing(
          429,
          retryAfter(),
          "%d jobs run and %d wait already; try again later"
              .formatted(running.size(), waiting.size()));
    }
    return job;
  }

  private boolean hasPlaceFor(Job<?> job) {
    long answers = answered.stream().mapToLong(one -> one.memory().answered()).sum();
    long taken = running.stream().mapToLong(one -> one.job().memory().running()).sum() + answers;
    long others = waitingBytes(waiting.stream().filter(entry -> entry.job() != job));
    boolean alone = running.isEmpty() && answers == 0;
    return running.size() < mostRunning
        && (alone || job.memory().running() <= mostBytes - taken - others);
  }

  private static long waitingBytes(Stream<Entry> entries) {
    return entries.mapToLong(entry -> entry.job().memory().waiting()).sum();
  }

  /** How long it may take until a job that came now could wait. */
  private Duration retryAfter() {
    double seconds = Math.ceil(meanSeconds / mostRunning);
    return Duration.ofSeconds((long) Math.max(1, Math.min(seconds, LONGEST_RETRY_SECONDS)));
  }

  /** Runs a job. One that no thread can be had for fails, and its place is free again. */
  private void start(Entry entry) {
    turn = Math.max(turn, entry.turn());
    turns.values().removeIf(last -> last <= turn);
    running.add(entry);
    try {
      threads.execute(() -> run(entry));
    } catch (RuntimeException | Error e) {
      running.remove(entry);
      entry.job().fail(e);
      return;
    }
    metrics.waited(System.nanoTime() - entry.since());
  }

  private void run(Entry entry) {
    long began = System.nanoTime();
    entry.job().run(() -> end(entry, (System.nanoTime() - began) / 1e9));
  }

  private synchronized void end(Entry entry, double seconds) {
    running.remove(entry);
    if (!entry.job().isAbandoned()) {
      answered.add(entry.job());
    }
    meanSeconds += LAST_JOBS_WEIGHT * (seconds - meanSeconds);
    startWaiting();
    notifyAll();
  }

  private void startWaiting() {
    while (!waiting.isEmpty() && hasPlaceFor(waiting.get(0).job())) {
      start(waiting.remove(0));
    }
  }

  /**
   * Takes a job away that nobody waits for: out of the queue, or off the model before its next
   * pass.
   *
   * @param job the job
   * @return whether a client waited for it until now
   */
  synchronized boolean abandon(Job<?> job) {
    boolean wanted = job.abort(new Job.AbandonedException());
    if (waiting.removeIf(entry -> entry.job() == job)) {
      // It may have been what kept smaller ones waiting.
      startWaiting();
    }
    notifyAll();
    return wanted;
  }

  /**
   * Gives back what memory a job has that is done: its answer is written, or its client is gone.
   *
   * @param job the job
   */
  synchronized void release(Job<?> job) {
    if (answered.remove(job)) {
      startWaiting();
    }
  }

  /**
   * Returns a job's place among those that wait, from 1; 0 for one that does not.
   *
   * @param job the job
   */
  synchronized int position(Job<?> job) {
    return waiting.stream().map(Entry::job).toList().indexOf(job) + 1;
  }

  /** Returns how many jobs run. */
  synchronized int running() {
    return running.size();
  }

  /** Returns how many jobs are done whose answers are being written. */
  synchronized int answered() {
    return answered.size();
  }

  /** Returns how many jobs wait. */
  synchronized int waiting() {
    return waiting.size();
  }

  /**
   * Takes no more jobs on, and waits for those that there are. When the grace is over they are
   * asked to stop and to give what they have found; those that wait fail.
   *
   * @param grace how long they may go on
   * @param scoring how long they may take then to score what they have found, before they fail
   * @param pass how long the passes of the model may take that are under way then
   * @return whether all are done
   */
  synchronized boolean close(Duration grace, Duration scoring, Duration pass) {
    closed = true;
    if (!awaitEmpty(grace)) {
      // First those that run, so that they are stopped when a waiting client is answered.
      running.forEach(entry -> entry.job().cancel());
      waiting.forEach(entry -> entry.job().fail(ProblemException.closing()));
      waiting.clear();
      if (!awaitEmpty(scoring)) {
        running.forEach(entry -> entry.job().abort(ProblemException.closing()));
        awaitEmpty(pass);
      }
    }
    threads.shutdown();
    return running.isEmpty();
  }

  // In a monitor that the ends of jobs notify.
  private boolean awaitEmpty(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      while (!running.isEmpty() || !waiting.isEmpty()) {
        long milliseconds = (end - System.nanoTime()) / NANOSECONDS_A_MILLISECOND;
        if (milliseconds <= 0) {
          return false;
        }
        wait(milliseconds);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
