package dev.infill.core.text;

import java.util.Map;

/**
 * Names the model of a result, so that the same one can be used again.
 *
 * @param name the model's name or the place it was read from
 * @param sha256 the SHA-256 of its weights, 64 hexadecimal digits
 * @param device where it runs: {@code cpu} or {@code cuda}
 * @param precision the numbers of its matrix products: {@code float32}, {@code tf32} or {@code
 *     float16}; each has slightly other energies
 * @param versions the versions of the libraries that run it, by name
 */
public record ModelDescription(
    String name, String sha256, String device, String precision, Map<String, String> versions) {
  /** Copies the map. */
  public ModelDescription {
    versions = Map.copyOf(versions);
  }
}
