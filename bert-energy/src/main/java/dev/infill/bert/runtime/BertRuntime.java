package dev.infill.bert.runtime;

import dev.infill.bert.graph.network.BertGraph;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The graphs of one BERT on one device. A session is opened when it is first needed: a sampler with
 * own-term proposals never pays for the gradient graph.
 *
 * <p>Thread-safe. Closing waits for the runs that are under way: ONNX Runtime frees a session even
 * where another thread is using it.
 */
public final class BertRuntime implements AutoCloseable {
  private final BertGraphs graphs;
  private final int vocabularySize;
  private final Execution execution;
  private final Precision precision;
  private final Map<Path, LazySession> opened = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Held for reading by every run, for writing by what closes the sessions. */
  private final ReadWriteLock sessions = new ReentrantReadWriteLock();

  private BertRuntime(
      BertGraphs graphs, int vocabularySize, Execution execution, Precision precision) {
    this.graphs = graphs;
    this.vocabularySize = vocabularySize;
    this.execution = execution;
    this.precision = precision;
  }

  /**
   * Opens the graphs of a compiled model.
   *
   * @param cardGraphs the graphs for a CUDA device
   * @param processorGraphs the graphs for the processor
   * @param vocabularySize V
   * @param device where to run; what cannot be had falls back to the processor
   * @param precision of the products; the graphs are those of that precision
   * @param threads the threads of one model pass, at least 1
   * @param notice receives one line for each thing that was asked for and cannot be had, with the
   *     reason
   * @throws RuntimeFailureException if ONNX Runtime cannot open a graph of conditionals
   * @throws IllegalArgumentException if there is no thread, or TF32 is asked of the processor
   */
  public static BertRuntime open(
      BertGraphs cardGraphs,
      BertGraphs processorGraphs,
      int vocabularySize,
      Device device,
      Precision precision,
      int threads,
      Consumer<String> notice) {
    if (threads < 1) {
      throw new IllegalArgumentException("a model pass needs at least 1 thread, not " + threads);
    }
    if (device == Device.CPU && precision == Precision.TF32) {
      throw new IllegalArgumentException("the processor has no TF32");
    }
    if (device != Device.CPU) {
      try {
        return opened(cardGraphs, vocabularySize, device, precision, threads);
      } catch (RuntimeFailureException e) {
        // Listed providers say nothing: only trying tells whether a card can be used.
        if (device == Device.CUDA || precision != Precision.FLOAT32) {
          notice.accept(
              "CUDA cannot be used here, running %son the CPU (%s)"
                  .formatted(
                      precision == Precision.FLOAT32 ? "" : "in " + onCpu(precision) + " ",
                      CudaFailure.reason(String.valueOf(e.getMessage()))));
        }
      }
    }
    return opened(processorGraphs, vocabularySize, Device.CPU, onCpu(precision), threads);
  }

  private static Precision onCpu(Precision asked) {
    return asked == Precision.TF32 ? Precision.FLOAT32 : asked;
  }

  private static BertRuntime opened(
      BertGraphs graphs, int vocabularySize, Device device, Precision precision, int threads) {
    BertRuntime runtime =
        new BertRuntime(
            graphs, vocabularySize, Execution.on(device, precision, threads), precision);
    runtime.conditionals();
    return runtime;
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
    return graphs.gradients().isPresent();
  }

  /** Returns where the graphs run: {@code CPU} or {@code CUDA}. */
  public Device device() {
    return execution.cuda() ? Device.CUDA : Device.CPU;
  }

  /** Returns what products are computed in: what was asked for, if it could be had. */
  public Precision precision() {
    return precision;
  }

  /**
   * Returns the logits at the asked positions.
   *
   * @param batch the sequences
   * @throws RuntimeFailureException if ONNX Runtime fails, or what it computes is not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public PositionLogits logits(SequenceBatch batch) {
    return run(
        batch,
        inputs ->
            positionLogits(
                conditionals().run(inputs, Set.of(BertGraph.LOGITS, BertGraph.LOG_NORMALIZER))));
  }

  /**
   * Returns the logits at the asked positions and the cross terms of the one-hot gradient.
   *
   * @param batch N = C·S sequences, S for each of C states, in order
   * @param targets N × P, the token at each asked position whose term enters U
   * @param blankPositions m, the position of each blank
   * @param crossMask S × m, 1 where the sequence holds the blank's fill, 0 where it is masked
   * @throws RuntimeFailureException if ONNX Runtime fails, or what it computes is not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public CrossTerms crossTerms(
      SequenceBatch batch, long[] targets, long[] blankPositions, float[] crossMask) {
    int blanks = blankPositions.length;
    return run(
        batch,
        inputs -> {
          inputs.put(BertGraph.TARGETS, targets, batch.sequences(), batch.positionsPerSequence());
          inputs.put(BertGraph.CROSS_MASK, crossMask, crossMask.length / blanks, blanks);
          // Its passes are always large, and its activations need the memory.
          return crossTerms(session(gradientGraphs().gradient(), false), inputs, blankPositions);
        });
  }

  /**
   * Returns the logits at the asked positions, blanks holding mixtures of tokens.
   *
   * @param batch N = C·S sequences, S for each of C points, in order
   * @param mixtures what the blanks hold
   * @throws RuntimeFailureException if ONNX Runtime fails, or what it computes is not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public PositionLogits relaxedLogits(SequenceBatch batch, BlankMixtures mixtures) {
    return run(
        batch,
        inputs -> {
          mixtures.put(inputs, batch.length());
          return positionLogits(
              session(gradientGraphs().relaxedConditionals(), true)
                  .run(inputs, Set.of(BertGraph.LOGITS, BertGraph.LOG_NORMALIZER)));
        });
  }

  /**
   * Returns the logits at the asked positions and the cross terms of the gradient, blanks holding
   * mixtures of tokens.
   *
   * @param batch N = C·S sequences, S for each of C points, in order
   * @param mixtures what the blanks hold
   * @throws RuntimeFailureException if ONNX Runtime fails, or what it computes is not finite
   * @throws IllegalStateException if the runtime is closed
   */
  public CrossTerms relaxedCrossTerms(SequenceBatch batch, BlankMixtures mixtures) {
    return run(
        batch,
        inputs -> {
          mixtures.put(inputs, batch.length());
          mixtures.putAsked(inputs, batch.positionsPerSequence());
          return crossTerms(
              session(gradientGraphs().relaxedGradient(), false),
              inputs,
              mixtures.blankPositions());
        });
  }

  private CrossTerms crossTerms(
      GraphSession session, GraphSession.Inputs inputs, long[] blankPositions) {
    inputs.put(BertGraph.BLANK_POSITIONS, blankPositions, blankPositions.length);
    Map<String, FloatBuffer> outputs =
        session.run(
            inputs, Set.of(BertGraph.LOGITS, BertGraph.LOG_NORMALIZER, BertGraph.CROSS_TERM));
    return new CrossTerms(
        positionLogits(outputs),
        finite(output(outputs, BertGraph.CROSS_TERM)),
        blankPositions.length,
        vocabularySize);
  }

  /** Runs a graph on sequences; nobody closes it meanwhile. */
  private <T> T run(SequenceBatch batch, Function<GraphSession.Inputs, T> pass) {
    sessions.readLock().lock();
    try (GraphSession.Inputs inputs = GraphSession.inputs()) {
      inputs.put(BertGraph.INPUT_IDS, batch.inputIds(), batch.sequences(), batch.length());
      inputs.put(
          BertGraph.POSITIONS, batch.positions(), batch.sequences(), batch.positionsPerSequence());
      return pass.apply(inputs);
    } finally {
      sessions.readLock().unlock();
    }
  }

  private PositionLogits positionLogits(Map<String, FloatBuffer> outputs) {
    return new PositionLogits(
        output(outputs, BertGraph.LOGITS),
        finite(output(outputs, BertGraph.LOG_NORMALIZER)),
        vocabularySize);
  }

  /** Refuses numbers that are not finite: a logit that is none makes the normalizer none. */
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

  private GraphSession conditionals() {
    return session(graphs.conditionals(), true);
  }

  private BertGraphs.OfGradients gradientGraphs() {
    return graphs
        .gradients()
        .orElseThrow(() -> new IllegalStateException("the model has no gradients"));
  }

  private GraphSession session(Path graph, boolean packed) {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    return opened.computeIfAbsent(graph, path -> new LazySession()).of(graph, packed);
  }

  /** The session of a graph: who needs another graph does not wait while this one is opened. */
  private final class LazySession {
    private volatile @Nullable GraphSession session;

    GraphSession of(Path graph, boolean packed) {
      GraphSession known = session;
      return known == null ? open(graph, packed) : known;
    }

    private synchronized GraphSession open(Path graph, boolean packed) {
      GraphSession known = session;
      if (known == null) {
        known = GraphSession.open(graph, execution, packed);
        session = known;
      }
      return known;
    }

    void close() {
      GraphSession known = session;
      if (known != null) {
        known.close();
      }
    }
  }

  @Override
  public void close() {
    sessions.writeLock().lock();
    try {
      closeSessions();
    } finally {
      sessions.writeLock().unlock();
    }
  }

  private void closeSessions() {
    closed = true;
    RuntimeFailureException failure = null;
    for (LazySession session : opened.values()) {
      try {
        session.close();
      } catch (RuntimeFailureException e) {
        failure = e;
      }
    }
    opened.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
