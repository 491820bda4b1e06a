package dev.infill.web.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.util.passthrough.PassthroughNDManager;
import dev.infill.web.api.Versions;
import org.jspecify.annotations.Nullable;

/** Makes models that fill texts. It has no arrays, so nothing else can be computed with it. */
final class InfillEngine extends Engine {
  /** DJL's default engine is the one of the lowest rank, and this one is of no use as that. */
  private static final int LAST = Integer.MAX_VALUE;

  @Override
  public @Nullable Engine getAlternativeEngine() {
    return null;
  }

  @Override
  public String getEngineName() {
    return InfillEngineProvider.ENGINE;
  }

  @Override
  public int getRank() {
    return LAST;
  }

  @Override
  public String getVersion() {
    return Versions.current().infill();
  }

  /** Cards are used where a model's option {@code device} says so; DJL does not deal them out. */
  @Override
  public boolean hasCapability(String capability) {
    return false;
  }

  @Override
  public Model newModel(String name, @Nullable Device device) {
    return new InfillModel(name, newBaseManager(device));
  }

  @Override
  public NDManager newBaseManager() {
    return newBaseManager(null);
  }

  @Override
  public NDManager newBaseManager(@Nullable Device device) {
    return new PassthroughNDManager(this, device);
  }
}
