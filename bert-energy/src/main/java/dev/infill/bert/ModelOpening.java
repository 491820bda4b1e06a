package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.store.Ahead;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.tokenizer.PieceTokenizer;
import dev.infill.bert.tokenizer.TokenizerLibrary;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.ModelDescription;
import java.nio.file.Path;
import java.util.Map;

/**
 * How a model is opened: found, compiled into the cache, then its tokenizer and its graphs. Native
 * libraries and the tokenizer are loaded in threads of their own meanwhile.
 *
 * @param options which model, and how it runs
 * @param compiler makes its graphs
 */
record ModelOpening(BertModelOptions options, BertGraphCompiler compiler) {
  ModelOpening(BertModelOptions options) {
    this(options, BertGraphCompiler.of(options.precision()));
  }

  /** Compiles the model if need be, and opens it. */
  BertModel open() {
    if (options.precision() == Precision.TF32 && options.device() == Device.CPU) {
      throw new InvalidInputException(
          "precision",
          "the CPU has no tf32: it takes the device cuda (or auto), or precision float32 or"
              + " float16");
    }
    WeightsSource source = source();
    Ahead<String> version = version();
    try {
      return store()
          .open(source, options.listener(), compiled -> open(compiled, version), BertModel::close);
    } catch (RuntimeException e) {
      // When this returns, nothing is written into the cache any more.
      version.discard(loaded -> {});
      throw e;
    }
  }

  /** Compiles the model if need be. */
  CompiledModel compile() {
    return store().open(source(), options.listener());
  }

  /** Opens a model that is compiled. */
  BertModel open(CompiledModel compiled) {
    return open(compiled, version());
  }

  private WeightsSource source() {
    return ModelSources.ofProcess(cache()).find(options.model(), options.listener());
  }

  private ModelStore store() {
    return new ModelStore(cache(), compiler);
  }

  private Path cache() {
    return options.cache().orElseGet(ModelStore::defaultRoot);
  }

  private Ahead<String> version() {
    return Ahead.start(() -> BertRuntime.version(cache()));
  }

  private BertModel open(CompiledModel compiled, Ahead<String> version) {
    Ahead<PieceTokenizer> tokenizer = Ahead.start(() -> tokenizer(compiled));
    try {
      Map<String, String> versions = Map.of("onnxruntime", version.get());
      BertRuntime runtime = runtime(compiled);
      try {
        // Fails if a special token is missing.
        PieceTokenizer pieces = tokenizer.get();
        PassSize size =
            ExportTrial.passSize(runtime, compiled, BertModel.maskId(compiled), options.listener());
        ModelDescription description =
            new ModelDescription(
                options.model(),
                compiled.manifest().sha256(),
                runtime.device().toString(),
                runtime.precision().toString(),
                versions);
        SharedPasses passes = new SharedPasses(runtime::logits, size, options.passListener());
        return new BertModel(description, compiled, pieces, runtime, passes);
      } catch (RuntimeException e) {
        runtime.close();
        throw e;
      }
    } catch (RuntimeException e) {
      tokenizer.discard(PieceTokenizer::close);
      throw e;
    }
  }

  private PieceTokenizer tokenizer(CompiledModel compiled) {
    TokenizerLibrary.load(cache());
    return PieceTokenizer.of(
        compiled.tokenizer(), compiled.manifest().configuration().maxPositions());
  }

  private BertRuntime runtime(CompiledModel compiled) {
    return ExportTrial.ofExport(
        compiled,
        () ->
            BertRuntime.open(
                compiler.cardGraphs(compiled),
                compiler.processorGraphs(compiled),
                compiled.vocabulary().size(),
                options.device(),
                options.precision(),
                options.threads(),
                options.listener()::notice));
  }
}
