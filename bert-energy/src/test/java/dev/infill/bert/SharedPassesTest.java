package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.bert.weights.SyntheticCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that ask a random BERT of 2 layers at the same time, against each asking it alone. */
@Timeout(600)
class SharedPassesTest {
  private static final int VOCABULARY = SyntheticCheckpoint.VOCABULARY.size();
  private static final PassSize ROOMY = new PassSize(1000, 1000, 1000, 1000);

  @TempDir static Path folder = Path.of("");

  private static BertModel model;

  private final Queue<ModelPass> passes = new ConcurrentLinkedQueue<>();
  private final CountDownLatch mayRun = new CountDownLatch(1);
  private final AtomicBoolean held = new AtomicBoolean();

  @BeforeAll
  static void open() throws IOException {
    model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(
                    new SyntheticCheckpoint(4).writeFolder(folder.resolve("model")).toString())
                .withCache(folder.resolve("cache"))
                .withThreads(1));
  }

  @AfterAll
  static void close() {
    model.close();
  }

  private static SequenceBatch batch(int seed, int sequences, int length, int positions) {
    Random random = new Random(seed);
    return new SequenceBatch(
        sequences,
        length,
        random.longs((long) sequences * length, 0, VOCABULARY).toArray(),
        positions,
        random.longs((long) sequences * positions, 0, length).toArray());
  }

  private static PositionLogits direct(SequenceBatch batch) {
    return model.runtime().logits(batch);
  }

  private static List<Double> numbers(PositionLogits logits, SequenceBatch batch) {
    List<Double> numbers = new ArrayList<>();
    for (int row = 0; row < batch.sequences() * batch.positionsPerSequence(); row++) {
      numbers.add(logits.logNormalizer(row));
      for (int token = 0; token < VOCABULARY; token++) {
        numbers.add(logits.logit(row, token));
      }
    }
    return numbers;
  }

  private SharedPasses shared(Function<SequenceBatch, PositionLogits> pass, PassSize size) {
    return new SharedPasses(pass, size, passes::add);
  }

  /** The first run waits for the test. */
  private PositionLogits holding(SequenceBatch batch) {
    if (held.compareAndSet(false, true)) {
      try {
        mayRun.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return direct(batch);
  }

  /** One thread that asks. */
  private record Asking(SequenceBatch batch, FutureTask<PositionLogits> answer, Thread thread) {
    static Asking start(SharedPasses passes, SequenceBatch batch) {
      FutureTask<PositionLogits> answer = new FutureTask<>(() -> passes.logits(batch));
      Asking asking = new Asking(batch, answer, new Thread(answer));
      asking.thread.start();
      while (asking.thread.getState() != Thread.State.WAITING && !answer.isDone()) {
        Thread.onSpinWait();
      }
      return asking;
    }

    void assertIsAnswered() throws Exception {
      assertThat(numbers(answer.get(), batch)).isEqualTo(numbers(direct(batch), batch));
    }
  }

  @Test
  void oneRunAnswersAllThatWaitsAndHasTheSameShape() throws Exception {
    SharedPasses shared = shared(this::holding, ROOMY);
    List<Asking> asking = new ArrayList<>();
    asking.add(Asking.start(shared, batch(1, 2, 7, 1)));
    asking.add(Asking.start(shared, batch(2, 3, 7, 1)));
    asking.add(Asking.start(shared, batch(3, 1, 8, 1)));
    asking.add(Asking.start(shared, batch(4, 4, 7, 1)));
    asking.add(Asking.start(shared, batch(5, 2, 7, 2)));
    asking.add(Asking.start(shared, batch(6, 5, 8, 1)));
    mayRun.countDown();
    for (Asking one : asking) {
      one.assertIsAnswered();
    }
    assertThat(passes)
        .extracting(ModelPass::sequences, ModelPass::length, ModelPass::requests)
        .containsExactly(tuple(2, 7, 1), tuple(7, 7, 2), tuple(6, 8, 2), tuple(2, 7, 1));
  }

  @Test
  void noRunIsLargerThanAPass() throws Exception {
    SharedPasses shared = shared(this::holding, new PassSize(5 * 7, 1000, 1000, 1000));
    List<Asking> asking =
        IntStream.of(1, 3, 4, 2, 1)
            .mapToObj(sequences -> Asking.start(shared, batch(sequences, sequences, 7, 1)))
            .toList();
    mayRun.countDown();
    for (Asking one : asking) {
      one.assertIsAnswered();
    }
    // What waited longest is first, with what of the others has room.
    assertThat(passes).extracting(ModelPass::sequences).containsExactly(1, 5, 5);
  }

  @Test
  void noneFailsByWhatAnotherAsked() throws Exception {
    SharedPasses shared =
        shared(
            batch -> {
              PositionLogits answer = holding(batch);
              if (batch.sequences() % 10 == 0) {
                throw new IllegalStateException("ten at once");
              }
              return answer;
            },
            ROOMY);
    List<Asking> asking =
        IntStream.of(1, 3, 10, 7)
            .mapToObj(sequences -> Asking.start(shared, batch(sequences, sequences, 7, 1)))
            .toList();
    mayRun.countDown();
    asking.get(0).assertIsAnswered();
    asking.get(1).assertIsAnswered();
    asking.get(3).assertIsAnswered();
    assertThatThrownBy(() -> asking.get(2).answer().get())
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("ten at once");
  }

  @Test
  void anErrorReachesWhoeverAsked() throws Exception {
    SharedPasses shared =
        shared(
            batch -> {
              holding(batch);
              throw new LinkageError("broken");
            },
            ROOMY);
    List<Asking> asking =
        Stream.of(batch(1, 1, 7, 1), batch(2, 1, 7, 1), batch(3, 1, 7, 1))
            .map(batch -> Asking.start(shared, batch))
            .toList();
    mayRun.countDown();
    for (Asking one : asking) {
      assertThatThrownBy(() -> one.answer().get()).hasCauseInstanceOf(LinkageError.class);
    }
  }

  @Test
  void anInterruptStaysForWhoeverAsked() throws Exception {
    SharedPasses shared = shared(this::holding, ROOMY);
    Asking first = Asking.start(shared, batch(1, 1, 7, 1));
    FutureTask<Boolean> interrupted =
        new FutureTask<>(
            () -> {
              shared.logits(batch(2, 1, 7, 1));
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(interrupted);
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    mayRun.countDown();
    assertThat(interrupted.get()).isTrue();
    first.assertIsAnswered();
  }

  /** Each keeps all of its activations, however many threads there are. */
  @Test
  void passesOfThreadsAloneRunOneAfterAnother() throws Exception {
    SharedPasses shared = shared(SharedPassesTest::direct, ROOMY);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore arrived = new Semaphore(0);
    List<FutureTask<Integer>> tasks =
        IntStream.range(0, 8)
            .mapToObj(
                thread ->
                    new FutureTask<>(
                        () ->
                            shared.alone(
                                batch(thread, 1, 5, 1),
                                asked -> {
                                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                  arrived.release();
                                  awaitUninterruptibly(mayRun);
                                  running.decrementAndGet();
                                  return thread;
                                })))
            .toList();
    List<Thread> threads = tasks.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    arrived.acquire();
    while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
    mayRun.countDown();
    for (int thread = 0; thread < tasks.size(); thread++) {
      assertThat(tasks.get(thread).get()).isEqualTo(thread);
    }
    assertThat(most.get()).isEqualTo(1);
  }

  /** What was given up while it waited for others is not run. */
  @Test
  void whatIsWatchedIsAskedWhenItsTurnHasCome() throws Exception {
    SharedPasses shared = shared(SharedPassesTest::direct, ROOMY);
    AtomicBoolean givenUp = new AtomicBoolean();
    AtomicInteger runs = new AtomicInteger();
    SharedPasses watched =
        shared.watched(
            sequences -> {
              if (givenUp.get()) {
                throw new CancellationException();
              }
            });
    CountDownLatch begun = new CountDownLatch(1);
    Thread first =
        new Thread(
            () ->
                shared.alone(
                    batch(1, 1, 5, 1),
                    asked -> {
                      begun.countDown();
                      awaitUninterruptibly(mayRun);
                      return 0;
                    }));
    first.start();
    begun.await();
    FutureTask<Integer> second =
        new FutureTask<>(() -> watched.alone(batch(2, 1, 5, 1), asked -> runs.incrementAndGet()));
    Thread waiting = new Thread(second);
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    givenUp.set(true);
    mayRun.countDown();

    assertThatThrownBy(second::get).hasCauseInstanceOf(CancellationException.class);
    assertThat(runs.get()).isZero();
    first.join();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first run is held until all others wait; what meets in later ones is left to the clock. */
  @Test
  void manyThreadsAreAnsweredAsIfEachWereAlone() throws Exception {
    int threads = 16;
    SharedPasses shared = shared(this::holding, new PassSize(60, 1000, 1000, 1000));
    List<Asking> first =
        IntStream.range(0, threads)
            .mapToObj(thread -> Asking.start(shared, batch(thread, 1 + thread % 3, 5, 1)))
            .toList();
    mayRun.countDown();
    for (Asking one : first) {
      one.assertIsAnswered();
    }
    CyclicBarrier together = new CyclicBarrier(threads);
    List<FutureTask<Boolean>> tasks =
        IntStream.range(0, threads)
            .mapToObj(
                thread ->
                    new FutureTask<>(
                        () -> {
                          Random random = new Random(thread);
                          boolean same = true;
                          for (int k = 0; k < 40; k++) {
                            SequenceBatch batch =
                                batch(
                                    random.nextInt(),
                                    1 + random.nextInt(6),
                                    5 + random.nextInt(3),
                                    1 + random.nextInt(2));
                            together.await();
                            same &=
                                numbers(shared.logits(batch), batch)
                                    .equals(numbers(direct(batch), batch));
                          }
                          return same;
                        }))
            .toList();
    tasks.forEach(task -> new Thread(task).start());
    for (FutureTask<Boolean> task : tasks) {
      assertThat(task.get()).isTrue();
    }
    // Of three sequences of five pieces at most, at least four requests are 60 pieces.
    assertThat(passes.stream().skip(1).findFirst().orElseThrow().requests())
        .isGreaterThanOrEqualTo(4);
    assertThat(passes).allMatch(pass -> pass.sequences() * pass.length() <= 60);
    assertThat(passes.stream().mapToInt(ModelPass::requests).sum()).isEqualTo(threads * 41);
  }

  @Test
  void onlyBatchesOfOneShapeAreJoined() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SequenceBatch.joined(List.of(batch(1, 1, 7, 1), batch(2, 1, 8, 1))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SequenceBatch.joined(List.of(batch(1, 1, 7, 1), batch(2, 1, 7, 2))));
  }
}
