package dev.infill.bert;

import dev.infill.bert.hub.HubReference;
import dev.infill.bert.hub.MavenRepository;
import dev.infill.bert.hub.ModelHub;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.TransferListener;
import java.nio.file.Path;

/**
 * The sources of the models that users name.
 *
 * @param resolver finds models on this machine
 * @param hub downloads models of the Hugging Face hub
 * @param repository downloads the default model
 * @param downloads the folder of the default model, where the resolver finds it
 */
record ModelSources(
    ModelResolver resolver, ModelHub hub, MavenRepository repository, Path downloads) {
  /**
   * Returns the sources of this process.
   *
   * @param cache the folder of compiled models
   */
  static ModelSources ofProcess(Path cache) {
    Path downloads = cache.resolve("downloads");
    return new ModelSources(
        new ModelResolver(ModelSources.class.getClassLoader(), downloads),
        ModelHub.ofProcess(),
        MavenRepository.ofProcess(),
        downloads);
  }

  /**
   * Finds a model. The default one and those of the hub are downloaded if need be.
   *
   * @throws dev.infill.core.InvalidInputException for field {@code model} if there is no such
   *     model, or it may not be downloaded
   * @throws dev.infill.bert.hub.HubException if it cannot be downloaded
   */
  WeightsSource find(String model, TransferListener listener) {
    if (HubReference.isReference(model)) {
      return resolver.resolve(
          hub.fetch(
                  HubReference.parse(model),
                  (folder, export) -> ModelResolver.preview(model, folder, export),
                  listener)
              .toString());
    }
    resolver.missing(model).ifPresent(jar -> repository.fetch(jar, downloads, listener));
    return resolver.resolve(model);
  }
}
