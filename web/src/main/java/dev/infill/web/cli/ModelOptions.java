package dev.infill.web.cli;

import dev.infill.web.Choices;
import dev.infill.web.model.Device;
import dev.infill.web.model.ModelRequest;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that say which model is used, and how it is run. */
final class ModelOptions {
  @Option(
      names = "--model",
      paramLabel = "NAME|PATH",
      defaultValue = ModelRequest.DEFAULT_MODEL,
      description =
          "The model: a name, or a folder with config.json, vocab.txt or tokenizer.json, and"
              + " model.safetensors. Default: ${DEFAULT-VALUE}.")
  private String model = "";

  @Option(
      names = "--device",
      paramLabel = "auto|cpu|cuda",
      defaultValue = "auto",
      converter = DeviceConverter.class,
      description =
          "What the model runs on; auto takes a GPU that works, else the CPU. Default:"
              + " ${DEFAULT-VALUE}.")
  private Device device = Device.AUTO;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadsConverter.class,
      description = "Threads of the model; changes speed, not results. Default: one per processor.")
  private @Nullable Integer threads;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "The folder that keeps compiled models. Default: the user's cache folder.")
  private @Nullable Path cache;

  /** Returns the model that is asked for. */
  ModelRequest request() {
    int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    return new ModelRequest(model, device, used, Optional.ofNullable(cache));
  }

  private static final class ThreadsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return NumberOption.integer(value);
    }
  }

  private static final class DeviceConverter implements ITypeConverter<Device> {
    @Override
    public Device convert(String value) {
      return Choices.of("device", Device.class).parse(value);
    }
  }
}
