package dev.infill.bert.runtime;

import dev.infill.bert.graph.network.BertGraph;
import dev.infill.bert.graph.network.BertGraph.Kind;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The graphs of one masked language model on one device. A session is opened when it is first
 * needed: a sampler with own-term proposals never pays for the gradient.
 *
 * <p>Thread-safe. Closing waits for the runs that are under way: ONNX Runtime frees a session even
 * where another thread is using it.
 */
public final class BertRuntime implements AutoCloseable {
  private final Map<Kind, LazySession> sessions = new EnumMap<>(Kind.class);
  private final int vocabularySize;
  private final Execution execution;

  /** Held for reading by every run, for writing while the sessions are closed. */
  private final ReadWriteLock passes = new ReentrantReadWriteLock();

  private volatile boolean closed;

  private BertRuntime(Map<Kind, Path> graphs, int vocabularySize, Execution execution) {
    this.vocabularySize = vocabularySize;
    this.execution = execution;
    graphs.forEach((kind, graph) -> sessions.put(kind, new LazySession(kind, graph)));
  }

  /**
   * Opens the graphs of a compiled model.
   *
   * @param cardGraphs the graphs for a CUDA device; of conditionals alone if there are no gradients
   * @param processorGraphs the graphs for the processor
   * @param vocabularySize V
   * @param device where to run; without a usable card the processor runs them
   * @param precision of the products; the graphs are of that precision
   * @param threads the threads of one model pass, at least 1
   * @param notice receives one line, with the reason, for each wish that cannot be met
   * @throws RuntimeFailureException if ONNX Runtime cannot open a graph of conditionals
   * @throws IllegalArgumentException if there is no thread, or TF32 is asked of the processor
   */
  public static BertRuntime open(
      Map<Kind, Path> cardGraphs,
      Map<Kind, Path> processorGraphs,
      int vocabularySize,
      Device device,
      Precision precision,
      int threads,
      Consumer<String> notice) {
    if (device == Device.CPU && precision == Precision.TF32) {
      throw new IllegalArgumentException("the processor has no TF32");
    }
    Precision onCpu = precision == Precision.TF32 ? Precision.FLOAT32 : precision;
    if (device != Device.CPU) {
      try {
        Execution execution = new Execution(Device.CUDA, precision, threads);
        return opened(cardGraphs, vocabularySize, execution);
      } catch (RuntimeFailureException e) {
        // The list of providers does not tell whether a card can be used; a trial does.
        if (device == Device.CUDA || precision != Precision.FLOAT32) {
          notice.accept(
              "CUDA cannot be used here, running %son the CPU (%s)"
                  .formatted(
                      precision == Precision.FLOAT32 ? "" : "in " + onCpu + " ",
                      CudaFailure.reason(String.valueOf(e.getMessage()))));
        }
      }
    }
    return opened(processorGraphs, vocabularySize, new Execution(Device.CPU, onCpu, threads));
  }

  private static BertRuntime opened(
      Map<Kind, Path> graphs, int vocabularySize, Execution execution) {
    BertRuntime runtime = new BertRuntime(graphs, vocabularySize, execution);
    try {
      runtime.session(Kind.CONDITIONALS);
      if (execution.device() == Device.CUDA && runtime.hasGradients()) {
        // ONNX Runtime loads cuDNN in its first pass. An export may not take this sequence.
        runtime.logits(new SequenceBatch(1, 2, new long[2], 1, new long[1]));
      }
      return runtime;
    } catch (RuntimeException e) {
      runtime.close();
      throw e;
    }
  }

  /**
   * Returns the version of ONNX Runtime, which is loaded now if it was not before.
   *
   * @param cache the folder of Infill's cache, where its native libraries are kept
   * @throws RuntimeFailureException if its native library cannot be loaded
   */
  public static String version(Path cache) {
    return OnnxRuntime.environment(cache).getVersion();
  }

  /** Returns V. */
  public int vocabularySize() {
    return vocabularySize;
  }

  /** Says whether there are gradients, and graphs of mixtures. */
  public boolean hasGradients() {
    return sessions.containsKey(Kind.GRADIENT);
  }

  /** Returns where the graphs run: {@code CPU} or {@code CUDA}. */
  public Device device() {
    return execution.device();
  }

  /** Returns the precision of products: that asked for, if the device has it. */
  public Precision precision() {
    return execution.precision();
  }

  /**
   * Returns the logits at the asked positions.
   *
   * @param batch the sequences
   * @throws RuntimeFailureException if ONNX Runtime fails, or its results are not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public PositionLogits logits(SequenceBatch batch) {
    return run(Kind.CONDITIONALS, batch, this::logits);
  }

  /**
   * Returns the logits at the asked positions where blanks hold mixtures of tokens.
   *
   * @param batch N = C·S sequences, S for each of C states, in order
   * @param mixtures the mixtures of the blanks
   * @throws RuntimeFailureException if ONNX Runtime fails, or its results are not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public PositionLogits logits(SequenceBatch batch, BlankMixtures mixtures) {
    return run(
        Kind.RELAXED_CONDITIONALS,
        batch,
        (session, inputs) -> {
          mixtures.put(inputs, batch.length());
          return logits(session, inputs);
        });
  }

  /**
   * Returns the logits at the asked positions and the cross terms of the gradient, where blanks
   * hold mixtures of tokens: of one token each at a filling.
   *
   * @param batch N = C·S sequences, S for each of C states, in order
   * @param mixtures the mixtures of the blanks
   * @throws RuntimeFailureException if ONNX Runtime fails, or its results are not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public CrossTerms crossTerms(SequenceBatch batch, BlankMixtures mixtures) {
    return run(
        Kind.GRADIENT,
        batch,
        (session, inputs) -> {
          mixtures.put(inputs, batch.length());
          mixtures.putAsked(inputs, batch.positionsPerSequence());
          Map<String, FloatBuffer> outputs =
              session.run(
                  inputs, Set.of(BertGraph.LOGITS, BertGraph.LOG_NORMALIZER, BertGraph.CROSS_TERM));
          return new CrossTerms(
              logits(outputs),
              finite(output(outputs, BertGraph.CROSS_TERM)),
              mixtures.blankPositions().length,
              vocabularySize);
        });
  }

  /** Runs a graph on sequences; nobody closes it meanwhile. */
  private <T> T run(
      Kind kind, SequenceBatch batch, BiFunction<GraphSession, GraphSession.Inputs, T> pass) {
    GraphSession session = session(kind);
    passes.readLock().lock();
    try (GraphSession.Inputs inputs = GraphSession.inputs()) {
      checkOpen();
      inputs.put(BertGraph.INPUT_IDS, batch.inputIds(), batch.sequences(), batch.length());
      inputs.put(
          BertGraph.POSITIONS, batch.positions(), batch.sequences(), batch.positionsPerSequence());
      return pass.apply(session, inputs);
    } finally {
      passes.readLock().unlock();
    }
  }

  private PositionLogits logits(GraphSession session, GraphSession.Inputs inputs) {
    return logits(session.run(inputs, Set.of(BertGraph.LOGITS, BertGraph.LOG_NORMALIZER)));
  }

  private PositionLogits logits(Map<String, FloatBuffer> outputs) {
    return new PositionLogits(
        output(outputs, BertGraph.LOGITS),
        finite(output(outputs, BertGraph.LOG_NORMALIZER)),
        vocabularySize);
  }

  /** Refuses numbers that are not finite: a logit that is not makes its normalizer so. */
  private static FloatBuffer finite(FloatBuffer numbers) {
    for (int i = 0; i < numbers.limit(); i++) {
      if (!Float.isFinite(numbers.get(i))) {
        throw new NonFiniteAnswerException();
      }
    }
    return numbers;
  }

  private static FloatBuffer output(Map<String, FloatBuffer> outputs, String name) {
    FloatBuffer output = outputs.get(name);
    if (output == null) {
      throw new IllegalStateException("the graph gave no output " + name);
    }
    return output;
  }

  /**
   * Opens a graph if it is not open yet. Call this before a shared pass, so that others do not wait
   * for the opening.
   *
   * @param kind which graph
   * @throws RuntimeFailureException if ONNX Runtime cannot open it
   * @throws IllegalStateException if the runtime is closed, or the model has no such graph
   */
  public void prepare(Kind kind) {
    session(kind);
  }

  /** Never called by who holds the lock of passes: opening a graph takes seconds. */
  private GraphSession session(Kind kind) {
    LazySession session = sessions.get(kind);
    if (session == null) {
      throw new IllegalStateException("the model has no gradients");
    }
    return session.opened();
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
  }

  /** The session of a graph. Whoever needs another graph does not wait while it is opened. */
  private final class LazySession {
    private final Kind kind;
    private final Path graph;
    private @Nullable GraphSession session;

    LazySession(Kind kind, Path graph) {
      this.kind = kind;
      this.graph = graph;
    }

    synchronized GraphSession opened() {
      checkOpen();
      if (session == null) {
        // Passes with gradient are always large, and their activations need the memory.
        session = GraphSession.open(graph, execution, /* packed= */ kind != Kind.GRADIENT);
      }
      return session;
    }

    synchronized void close() {
      if (session != null) {
        session.close();
        session = null;
      }
    }
  }

  @Override
  public void close() {
    passes.writeLock().lock();
    try {
      closed = true;
      RuntimeFailureException failure = null;
      for (LazySession session : sessions.values()) {
        try {
          session.close();
        } catch (RuntimeFailureException e) {
          failure = e;
        }
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      passes.writeLock().unlock();
    }
  }
}
