package dev.infill.bert;

import dev.infill.bert.hub.HubReference;
import dev.infill.bert.hub.ModelHub;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.TransferListener;

/**
 * Where the models come from that users name.
 *
 * @param resolver finds those that are on this machine
 * @param hub gives those of the Hugging Face hub
 */
record ModelSources(ModelResolver resolver, ModelHub hub) {
  /**
   * Finds a model, downloaded if it is one of the hub and not there yet.
   *
   * @throws dev.infill.core.InvalidInputException for field {@code model} if there is no such
   *     model, or it may not be downloaded
   * @throws dev.infill.bert.hub.HubException if it cannot be downloaded
   */
  WeightsSource find(String model, TransferListener listener) {
    return resolver.resolve(
        HubReference.isReference(model)
            ? hub.fetch(
                    HubReference.parse(model),
                    (folder, export) -> ModelResolver.preview(model, folder, export),
                    listener)
                .toString()
            : model);
  }
}
