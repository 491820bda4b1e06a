package dev.infill.web.pytorch;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.tokenizer.TokenizerLibrary;
import dev.infill.evaluation.lab.energy.EnergyNetwork;
import java.nio.file.Path;
import java.util.List;

/** Makes {@link ResidualNetwork}s. */
public final class ResidualNetworkFactory implements EnergyNetwork.Factory {
  /** DJL's, which say where it keeps its libraries. */
  private static final List<String> FOLDERS = List.of("ENGINE_CACHE_DIR", "DJL_CACHE_DIR");

  /**
   * Threads of an operation. The times of the lab are those of one thread, and the networks are
   * small.
   */
  private static final String THREADS = "ai.djl.pytorch.num_threads";

  /** For {@link java.util.ServiceLoader}. */
  public ResidualNetworkFactory() {}

  /**
   * Returns a network on the CPU, in float32.
   *
   * @throws RuntimeFailureException if the native library of PyTorch cannot be unpacked or loaded
   */
  @Override
  public EnergyNetwork create(
      EnergyNetwork.Architecture architecture, EnergyNetwork.Training training) {
    return new ResidualNetwork(engine(), architecture, training);
  }

  private static synchronized Engine engine() {
    if (System.getProperty(THREADS) == null) {
      System.setProperty(THREADS, "1");
    }
    boolean isLeftToDjl =
        FOLDERS.stream()
            .anyMatch(name -> System.getenv(name) != null || System.getProperty(name) != null);
    Path folder = ModelStore.defaultRoot().resolve("native");
    if (!isLeftToDjl) {
      System.setProperty(FOLDERS.get(0), folder.toString());
    }
    try {
      return TokenizerLibrary.offline(() -> Engine.getEngine("PyTorch"));
    } catch (EngineException | LinkageError | IllegalStateException e) {
      throw new RuntimeFailureException(
          "PyTorch's native library cannot be loaded; there is one for Linux, Windows and Macs with"
              + " Apple's processors, which is unpacked into the cache, %s, or the folder that DJL_CACHE_DIR names, which must be writable"
                  .formatted(folder),
          e);
    } finally {
      if (!isLeftToDjl) {
        // It says where other libraries of DJL are as well.
        System.clearProperty(FOLDERS.get(0));
      }
    }
  }
}
