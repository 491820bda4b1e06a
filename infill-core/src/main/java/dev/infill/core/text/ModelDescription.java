package dev.infill.core.text;

import java.util.Map;

/**
 * Which model gave a result, in the terms needed to use the same one again.
 *
 * @param name the model's name or where it was read from
 * @param sha256 the SHA-256 of its weights, 64 hexadecimal digits
 * @param device where it runs: {@code cpu} or {@code cuda}
 * @param precision what its matrix products are computed in: {@code float32}, {@code tf32} or
 *     {@code float16}; in another one, energies are slightly others
 * @param versions the versions of the libraries that run it, by name
 */
public record ModelDescription(
    String name, String sha256, String device, String precision, Map<String, String> versions) {
  /** Copies the map. */
  public ModelDescription {
    versions = Map.copyOf(versions);
  }
}
