package dev.infill.web.djl;

import ai.djl.BaseModel;
import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.engine.EngineException;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.translate.Translator;
import dev.infill.bert.BertModel;
import dev.infill.bert.hub.HubException;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.ModelStoreException;
import dev.infill.core.InvalidInputException;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.SampleRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A model that fills texts, as DJL loads and closes it. Thread-safe once it is loaded; its
 * predictors share the model's runs.
 */
final class InfillModel extends BaseModel {
  private final AtomicInteger predictors = new AtomicInteger();
  private @Nullable Loaded loaded;

  /**
   * What is there after loading.
   *
   * @param model the model
   * @param options how it was loaded
   */
  private record Loaded(BertModel model, LoadOptions options) {}

  /**
   * Creates a model that is to be loaded.
   *
   * @param name what DJL calls it
   * @param manager of the engine, and of the device that DJL wants it to run on
   */
  InfillModel(String name, NDManager manager) {
    super(name);
    this.manager = manager;
    this.dataType = DataType.FLOAT32;
  }

  @Override
  public synchronized void load(
      Path path, @Nullable String prefix, @Nullable Map<String, ?> options)
      throws IOException, MalformedModelException {
    if (loaded != null) {
      throw new IllegalStateException("the model " + getName() + " is loaded already");
    }
    LoadOptions read =
        LoadOptions.of(options == null ? Map.of() : options, path, manager.getDevice());
    setModelDir(path);
    loaded = new Loaded(open(read), read);
  }

  private BertModel open(LoadOptions options) throws IOException, MalformedModelException {
    try {
      return BertModel.open(options.model().withListener(new LoadingLog(getName())));
    } catch (InvalidInputException e) {
      if (e.field().equals("model")) {
        throw new MalformedModelException(e.getMessage(), e);
      }
      throw e;
    } catch (HubException | ModelStoreException e) {
      throw new IOException(e.getMessage(), e);
    } catch (RuntimeFailureException e) {
      throw new EngineException(e.getMessage(), e);
    }
  }

  private synchronized Loaded loaded() {
    if (loaded == null) {
      throw new IllegalStateException("the model " + getName() + " is not loaded");
    }
    return loaded;
  }

  /** Returns how it was loaded, and how texts are filled that come without settings. */
  LoadOptions options() {
    return loaded().options();
  }

  /** Returns which model it is. */
  ModelDescription description() {
    return loaded().model().description();
  }

  /**
   * Looks for the most probable fillings of a text.
   *
   * @param request the text, and how
   * @throws InvalidInputException if it cannot be filled so
   * @throws IllegalStateException if the model is closed
   */
  FillResult fill(FillRequest request) {
    return infiller().fill(request.text(), request.settings());
  }

  /**
   * Samples fillings of a text.
   *
   * @param request the text, and how
   * @throws InvalidInputException if it cannot be filled so
   * @throws IllegalStateException if the model is closed
   */
  SampleResult sample(SampleRequest request) {
    return infiller().sample(request.text(), request.settings());
  }

  private Infiller infiller() {
    return new Infiller(loaded().model(), Math.max(1, predictors.get()));
  }

  /** Returns how many predictors are open, which share the memory for what may be met again. */
  AtomicInteger predictors() {
    return predictors;
  }

  @Override
  public <I, O> Predictor<I, O> newPredictor(Translator<I, O> translator, Device at) {
    return new InfillPredictor<>(this, translator, at);
  }

  @Override
  public synchronized void close() {
    if (loaded != null) {
      loaded.model().close();
    }
    super.close();
  }

  /** DJL's own complains of every model whose manager is open, which this kind always is. */
  @Override
  @SuppressWarnings("Finalize")
  protected void finalize() {}
}
