package dev.infill.bert;

import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.NumberRange;
import dev.infill.core.TransferListener;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which model is opened, and how it runs. Immutable.
 *
 * @param model a model's name, whose weights are on the class path; the path of its checkpoint; or
 *     {@code hf:OWNER/NAME} or {@code hf:OWNER/NAME@REVISION}, a model of the Hugging Face hub
 * @param cache the folder of compiled models, and of native libraries if it is the first model that
 *     a process opens; empty for the user's cache folder
 * @param device where it runs
 * @param precision the precision of matrix products; the processor has no TF32
 * @param threads the threads of one model pass, from 1 to 1,024
 * @param listener is notified of long work (compiling a model) and of notices
 * @param passListener is notified of every run of the model
 */
public record BertModelOptions(
    String model,
    Optional<Path> cache,
    Device device,
    Precision precision,
    int threads,
    TransferListener listener,
    PassListener passListener) {
  private static final NumberRange THREADS = new NumberRange(1, 1_024);

  /** Checks the number of threads. */
  public BertModelOptions {
    THREADS.require("threads", threads);
  }

  /** Returns the defaults: BERT-base uncased in float32 on the CPU, every processor, silently. */
  public static BertModelOptions defaults() {
    return new BertModelOptions(
        ModelResolver.DEFAULT_MODEL,
        Optional.empty(),
        Device.CPU,
        Precision.FLOAT32,
        Runtime.getRuntime().availableProcessors(),
        TransferListener.SILENT,
        PassListener.NONE);
  }

  /**
   * Returns these options with another model.
   *
   * @param model a name or a path
   */
  public BertModelOptions withModel(String model) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another cache folder.
   *
   * @param cache the folder of compiled models
   */
  public BertModelOptions withCache(Path cache) {
    return new BertModelOptions(
        model, Optional.of(cache), device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another device.
   *
   * @param device where the model runs
   */
  public BertModelOptions withDevice(Device device) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another precision.
   *
   * @param precision the precision of matrix products
   */
  public BertModelOptions withPrecision(Precision precision) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another number of threads.
   *
   * @param threads at least 1
   */
  public BertModelOptions withThreads(int threads) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another listener.
   *
   * @param listener is notified of long work and of notices
   */
  public BertModelOptions withListener(TransferListener listener) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }

  /**
   * Returns these options with another listener to passes.
   *
   * @param passListener is notified of every run of the model
   */
  public BertModelOptions withPassListener(PassListener passListener) {
    return new BertModelOptions(model, cache, device, precision, threads, listener, passListener);
  }
}
