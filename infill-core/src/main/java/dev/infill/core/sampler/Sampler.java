package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.kernel.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A sampler with its parameters. Each is a record whose components are settings of the table
 * ({@link Settings}) and are checked when it is made. Formulas, costs, and what was measured on
 * text: {@code docs/samplers.md}.
 */
public sealed interface Sampler permits Dmala, Dula, Gwg, Gibbs, GibbsMh, Cdmala, Cdula, Cgwg {
  /** Returns the labels of all samplers. */
  static List<String> labels() {
    return SamplerType.labels();
  }

  /**
   * Returns a sampler whose parameters are the defaults.
   *
   * @param label its label, such as {@code gibbs-mh}
   * @throws IllegalArgumentException if there is none of that label
   */
  static Sampler of(String label) {
    return of(label, Setting::fallback);
  }

  /**
   * Returns a sampler.
   *
   * @param label its label, such as {@code gibbs-mh}
   * @param values the value of each of its parameters
   * @throws IllegalArgumentException if there is none of that label
   * @throws InvalidInputException if a value is out of its range, or two do not go together
   */
  static Sampler of(String label, Function<Setting<?>, ?> values) {
    return SamplerType.of(label).make(values);
  }

  /** Says whether it leaves π(θ) ∝ exp(U(θ)/T) invariant, as its kernel does. */
  boolean isExact();

  /** Returns what it does, in a line. */
  String summary();

  /**
   * Returns its kernel.
   *
   * @param target U/T
   * @param scales the preconditioner g, one positive number per blank; empty if there is none
   */
  Kernel kernel(Energy target, Optional<double[]> scales);

  /**
   * Says whether its proposals can be drawn where an energy is computed, for one that offers it
   * ({@link Energy#langevinDraws()}).
   */
  default boolean canBeDrawn() {
    return false;
  }

  /** Returns the name that users type, such as {@code gibbs-mh}. */
  default String label() {
    return SamplerType.label(getClass());
  }

  /**
   * Says whether a setting is one of its parameters.
   *
   * @param setting any setting
   */
  default boolean has(Setting<?> setting) {
    return SamplerType.of(label()).has(setting);
  }

  /**
   * Refuses a setting that has an effect on other samplers only.
   *
   * @param setting any setting
   * @throws InvalidInputException naming the setting and the samplers that it is for
   */
  default void requireEffect(Setting<?> setting) {
    if (!has(setting) && !setting.samplers().isEmpty()) {
      throw new InvalidInputException(
          setting.name(),
          "%s has no %s; it is for %s"
              .formatted(label(), setting.name(), String.join(", ", setting.samplers())));
    }
  }

  /**
   * Returns the value of a parameter.
   *
   * @param setting one of its parameters
   * @throws InvalidInputException if it has no such parameter
   */
  @SuppressWarnings("unchecked") // A component has the type of its setting.
  default <T> T get(Setting<T> setting) {
    requireEffect(setting);
    return (T) SamplerType.of(label()).get(this, setting);
  }

  /**
   * Returns the same sampler with another value of a parameter.
   *
   * @param setting one of its parameters
   * @param value its value
   * @throws InvalidInputException if it has no such parameter, or the value is out of its range
   */
  default <T> Sampler with(Setting<T> setting, T value) {
    requireEffect(setting);
    return of(label(), other -> other.equals(setting) ? value : get(other));
  }
}
