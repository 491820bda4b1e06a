package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Places are given back whatever happens. */
class JobQueueTest {
  private static final Object CLIENT = "a client";

  private final ServiceMetrics metrics = new ServiceMetrics();
  private final Threads threads = new Threads();

  @AfterEach
  void close() {
    metrics.close();
  }

  private static Job.Memory running(long bytes) {
    return new Job.Memory(0, bytes, 0);
  }

  private JobQueue queue(int jobs, int waiting) {
    return new JobQueue(
        ServiceLimits.defaults().with(ServiceLimit.JOBS, jobs).with(ServiceLimit.QUEUE, waiting),
        metrics,
        threads);
  }

  /** Does in the test's thread what others would, except where there is no thread to be had. */
  private static final class Threads extends AbstractExecutorService {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int failures;
    private boolean closed;

    @Override
    public void execute(Runnable task) {
      if (failures > 0) {
        failures--;
        throw new OutOfMemoryError("unable to create native thread");
      }
      tasks.add(task);
    }

    void work() {
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
    }

    @Override
    public void shutdown() {
      closed = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      closed = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return closed;
    }

    @Override
    public boolean isTerminated() {
      return closed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return closed;
    }
  }

  @Test
  void aJobThatGetsNoThreadFailsAndItsPlaceIsFree() {
    JobQueue queue = queue(1, 0);
    threads.failures = 1;

    Job<String> first = queue.submit(CLIENT, running(0), job -> "first");
    assertThat(first.isDone()).isTrue();
    assertThatThrownBy(first::result).isInstanceOf(OutOfMemoryError.class);
    assertThat(queue.running()).isZero();

    Job<String> second = queue.submit(CLIENT, running(0), job -> "second");
    threads.work();
    assertThat(second.result()).isEqualTo("second");
    assertThat(queue.running()).isZero();
  }

  /** A client that has its answer, and asks again at once, finds the place free. */
  @Test
  void aPlaceIsFreeBeforeAnybodyIsToldThatItsJobIsDone() {
    JobQueue queue = queue(1, 0);
    Job<String> job = queue.submit(CLIENT, running(0), running -> "done");
    Thread worker = new Thread(threads::work);
    synchronized (queue) {
      worker.start();
      // The place cannot be left while the queue is held.
      while (worker.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      assertThat(job.isDone()).isFalse();
    }
    assertThat(job.result()).isEqualTo("done");
    assertThat(queue.running()).isZero();
  }

  @Test
  void oneThatWaitedAndGetsNoThreadFailsAndTheNextRuns() {
    JobQueue queue = queue(1, 2);
    Job<String> first = queue.submit(CLIENT, running(0), job -> "first");
    Job<String> second = queue.submit(CLIENT, running(0), job -> "second");
    Job<String> third = queue.submit(CLIENT, running(0), job -> "third");
    threads.failures = 1;

    threads.work();

    assertThat(first.result()).isEqualTo("first");
    assertThat(second.isDone()).isTrue();
    assertThatThrownBy(second::result).isInstanceOf(OutOfMemoryError.class);
    assertThat(third.result()).isEqualTo("third");
    assertThat(queue.running()).isZero();
    assertThat(queue.waiting()).isZero();
  }

  /** Before each model pass, whether or not somebody looks at the clock meanwhile. */
  @Test
  void aJobThatTakesTooLongFindsItOutByItself() {
    AtomicInteger late = new AtomicInteger();
    Job<Boolean> job =
        new Job<>(
            running(0),
            Duration.ZERO,
            late::incrementAndGet,
            running -> {
              running.requireWanted();
              return running.cancellation().isCancelled();
            });

    job.run(() -> {});

    assertThat(job.result()).isTrue();
    assertThat(late.get()).isEqualTo(1);
  }

  /** A modest client waits behind one job of a greedy one, however many that has brought before. */
  @Test
  void clientsTakeTurns() {
    JobQueue queue = queue(1, 8);
    List<String> order = new ArrayList<>();
    for (String name :
        List.of("greedy 1", "greedy 2", "greedy 3", "modest 1", "other 1", "modest 2")) {
      queue.submit(
          name.substring(0, name.indexOf(' ')),
          running(0),
          job -> {
            order.add(name);
            return name;
          });
    }
    Job<String> last = queue.submit("late", running(0), job -> "late 1");

    assertThat(queue.position(last)).isEqualTo(4);
    threads.work();

    assertThat(order)
        .containsExactly("greedy 1", "greedy 2", "modest 1", "other 1", "greedy 3", "modest 2");
  }

  /** Whatever takes long after a stop, as scoring many candidates, is ended as well. */
  @Test
  void aJobThatGoesOnAfterItWasStoppedIsEndedAtItsNextPass() {
    JobQueue queue = queue(1, 0);
    CountDownLatch begun = new CountDownLatch(1);
    Job<String> job =
        queue.submit(
            CLIENT,
            running(0),
            running -> {
              begun.countDown();
              while (true) {
                running.requireWanted();
                Thread.onSpinWait();
              }
            });
    Thread worker = new Thread(threads::work);
    worker.start();
    awaitUninterrupted(begun);

    assertThat(queue.close(Duration.ZERO, Duration.ofMillis(1), Duration.ofMinutes(5))).isTrue();

    assertThat(job.await(Duration.ofMinutes(5))).isTrue();
    assertThat(job.cancellation().isCancelled()).isTrue();
    assertThatThrownBy(job::result)
        .isInstanceOfSatisfying(
            ProblemException.class, problem -> assertThat(problem.status()).isEqualTo(503));
  }

  /** Stopped by its client, it scores what it has found; that is bounded, as all it does. */
  @Test
  void aJobThatIsStoppedScoresWhatItHasFoundForAWhile() {
    AtomicLong clock = new AtomicLong(-7);
    Job<String> job =
        new Job<>(
            running(0),
            Duration.ofDays(1),
            () -> {},
            running -> {
              running.cancel();
              clock.addAndGet(Duration.ofSeconds(19).toNanos());
              running.requireWanted();
              assertThat(running.cancellation().isCancelled()).isTrue();
              assertThat(running.cancellation().isEnded()).isFalse();
              clock.addAndGet(Duration.ofSeconds(1).toNanos());
              running.requireWanted();
              assertThat(running.cancellation().isEnded()).isTrue();
              return "what is finished";
            },
            clock::get);

    job.run(() -> {});

    assertThat(job.result()).isEqualTo("what is finished");
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** However many have come and gone. */
  @Test
  void jobsThatAreDoneAreNotKept() {
    JobQueue queue = queue(2, 2);
    WeakReference<Object> done = new WeakReference<>(finished(queue));

    System.gc();

    assertThat(done.get()).isNull();
    assertThat(queue.running()).isZero();
  }

  private Object finished(JobQueue queue) {
    Job<Object> job = queue.submit(CLIENT, running(0), running -> new Object());
    threads.work();
    Object result = job.result();
    queue.release(job);
    return result;
  }

  /** One MB of memory for all jobs. */
  private JobQueue smallQueue() {
    return new JobQueue(
        ServiceLimits.defaults()
            .with(ServiceLimit.JOBS, 4)
            .with(ServiceLimit.QUEUE, 8)
            .with(ServiceLimit.JOB_MEGABYTES, 1),
        metrics,
        threads);
  }

  @Test
  void aJobWaitsUntilThereIsMemoryForItAndTheNextOnesWaitBehindIt() {
    JobQueue queue = smallQueue();
    queue.submit(CLIENT, running(600_000), job -> "");
    Job<String> large = queue.submit(CLIENT, running(448_577), job -> "large");
    Job<String> small = queue.submit(CLIENT, running(1), job -> "small");

    assertThat(queue.running()).isEqualTo(1);
    assertThat(queue.position(large)).isEqualTo(1);
    assertThat(queue.position(small)).isEqualTo(2);

    threads.tasks.remove().run();
    assertThat(queue.running()).isEqualTo(2);
    threads.work();
    assertThat(large.result()).isEqualTo("large");
    assertThat(small.result()).isEqualTo("small");
  }

  @Test
  void jobsThatJustFitRunTogether() {
    JobQueue queue = smallQueue();
    queue.submit(CLIENT, running(600_000), job -> "");
    queue.submit(CLIENT, running(448_576), job -> "");

    assertThat(queue.running()).isEqualTo(2);
    queue.submit(CLIENT, running(1), job -> "");
    assertThat(queue.waiting()).isEqualTo(1);
  }

  @Test
  void aJobOfMoreThanAllMemoryRunsAlone() {
    JobQueue queue = smallQueue();
    Job<String> huge = queue.submit(CLIENT, running(Long.MAX_VALUE), job -> "huge");
    Job<String> next = queue.submit(CLIENT, running(1), job -> "next");
    Job<String> hugeAsWell = queue.submit(CLIENT, running(Long.MAX_VALUE), job -> "huge as well");

    assertThat(queue.running()).isEqualTo(1);
    threads.tasks.remove().run();
    assertThat(huge.result()).isEqualTo("huge");
    assertThat(queue.running()).isEqualTo(1);
    threads.work();
    assertThat(next.result()).isEqualTo("next");
    assertThat(hugeAsWell.result()).isEqualTo("huge as well");
  }

  @Test
  void theOthersBeginWhenTheOneThatTheyWaitBehindIsAbandoned() {
    JobQueue queue = smallQueue();
    queue.submit(CLIENT, running(600_000), job -> "");
    Job<String> large = queue.submit(CLIENT, running(1_000_000), job -> "large");
    queue.submit(CLIENT, running(100_000), job -> "");
    queue.submit(CLIENT, running(100_000), job -> "");
    assertThat(queue.running()).isEqualTo(1);

    queue.abandon(large);

    assertThat(queue.running()).isEqualTo(3);
    assertThat(queue.waiting()).isZero();
  }

  /** However long its client takes to read it. */
  @Test
  void anAnswerTakesMemoryUntilItIsWritten() {
    JobQueue queue = smallQueue();
    Job<String> first = queue.submit(CLIENT, new Job.Memory(0, 600_000, 200_000), job -> "first");
    Job<String> second = queue.submit(CLIENT, running(900_000), job -> "second");
    threads.work();

    assertThat(first.result()).isEqualTo("first");
    assertThat(queue.answered()).isEqualTo(1);
    assertThat(queue.running()).isZero();
    assertThat(queue.position(second)).isEqualTo(1);

    queue.release(first);
    queue.release(first);
    assertThat(queue.answered()).isZero();
    assertThat(queue.running()).isEqualTo(1);
    threads.work();
    assertThat(second.result()).isEqualTo("second");
  }

  @Test
  void nothingIsKeptForAJobWhoseClientWentAwayWhileItRan() {
    JobQueue queue = smallQueue();
    Job<String> job = queue.submit(CLIENT, new Job.Memory(0, 600_000, 600_000), running -> "");
    queue.abandon(job);
    threads.work();

    assertThat(queue.answered()).isZero();
    queue.submit(CLIENT, running(1_000_000), running -> "");
    assertThat(queue.running()).isEqualTo(1);
  }

  @Test
  void jobsThatWaitTakeMemoryOfWhichTheyHaveAPart() {
    JobQueue queue = smallQueue();
    queue.submit(CLIENT, running(500_000), job -> "");
    queue.submit(CLIENT, new Job.Memory(262_144, 600_000, 0), job -> "");
    assertThatThrownBy(() -> queue.submit(CLIENT, new Job.Memory(1, 1, 0), job -> ""))
        .isInstanceOfSatisfying(
            ProblemException.class, problem -> assertThat(problem.status()).isEqualTo(429));
    Job<String> small = queue.submit(CLIENT, running(1), job -> "");
    assertThat(queue.waiting()).isEqualTo(2);

    threads.tasks.remove().run();

    // Whatever waited leaves its part to those that wait now.
    assertThat(queue.position(small)).isZero();
    assertThat(queue.running()).isEqualTo(2);
  }

  @Test
  void neverMoreMemoryIsTakenThanThereIsAndEveryJobHasItsTurn() {
    Random random = new Random(5);
    JobQueue queue = smallQueue();
    List<Job<Long>> running = new ArrayList<>();
    List<Job<Long>> all = new ArrayList<>();
    for (int k = 0; k < 500; k++) {
      if (queue.waiting() < 8) {
        all.add(
            queue.submit(CLIENT, running(random.nextLong(1 << 20)), job -> job.memory().running()));
      }
      while (queue.waiting() == 8 || (random.nextInt(3) == 0 && !threads.tasks.isEmpty())) {
        threads.tasks.remove().run();
      }
      running.clear();
      all.stream().filter(job -> !job.isDone() && queue.position(job) == 0).forEach(running::add);
      assertThat(running.stream().mapToLong(job -> job.memory().running()).sum())
          .isLessThanOrEqualTo(1 << 20);
      assertThat(running).hasSize(queue.running());
    }
    threads.work();
    assertThat(all).allMatch(Job::isDone);
  }
}
