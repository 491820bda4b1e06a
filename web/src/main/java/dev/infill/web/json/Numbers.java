package dev.infill.web.json;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Numbers as JSON knows them: what is not finite, or not there, is null. */
final class Numbers {
  private Numbers() {}

  static @Nullable Double finiteOrNull(double value) {
    return Double.isFinite(value) ? value : null;
  }

  static @Nullable Double finiteOrNull(OptionalDouble value) {
    return value.isPresent() ? finiteOrNull(value.getAsDouble()) : null;
  }
}
