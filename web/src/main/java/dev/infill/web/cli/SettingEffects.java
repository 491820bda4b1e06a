package dev.infill.web.cli;

import dev.infill.core.infill.SamplerKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Which settings have an effect on which samplers, by the options' names without their dashes. */
final class SettingEffects {
  private static final Map<String, Predicate<SamplerKind>> EFFECTS = effects();

  private SettingEffects() {}

  private static Map<String, Predicate<SamplerKind>> effects() {
    Predicate<SamplerKind> all = any -> true;
    Map<String, Predicate<SamplerKind>> effects = new LinkedHashMap<>();
    effects.put("alpha", SamplerKind::hasStepSize);
    effects.put("alpha0", SamplerKind::usesIntermediates);
    effects.put("intermediate", SamplerKind::usesIntermediates);
    effects.put("balancing", SamplerKind::usesBalancing);
    effects.put("gradient", SamplerKind::usesGradient);
    effects.put("precondition", SamplerKind::hasStepSize);
    effects.put("cycles", SamplerKind::canAdapt);
    effects.put("minibatch", SamplerKind::hasMinibatch);
    effects.put("gwg-blanks", SamplerKind::hasBlanksPerStep);
    effects.put("block", SamplerKind::hasBlocks);
    effects.put("radius", SamplerKind::hasRadius);
    effects.put("acceptance", SamplerKind::hasAcceptance);
    effects.put("delta", SamplerKind::hasAcceptance);
    effects.put("temperature", all);
    effects.put("anneal", all);
    effects.put("burn-in", all);
    effects.put("start", all);
    return Collections.unmodifiableMap(effects);
  }

  /** Returns the settings that may follow a sampler's name. */
  static Set<String> names() {
    return EFFECTS.keySet();
  }

  /**
   * Says what is wrong where a setting has no effect on a sampler; empty if it has one, or is none
   * of {@link #names()}.
   *
   * @param kind the sampler
   * @param name the setting
   */
  static Optional<String> missing(SamplerKind kind, String name) {
    if (!EFFECTS.containsKey(name)) {
      return Optional.empty();
    }
    Predicate<SamplerKind> has = Objects.requireNonNull(EFFECTS.get(name), name);
    return has.test(kind)
        ? Optional.empty()
        : Optional.of(
            "%s has no %s; it is for %s"
                .formatted(
                    kind.label(),
                    name,
                    Arrays.stream(SamplerKind.values())
                        .filter(has)
                        .map(SamplerKind::label)
                        .collect(Collectors.joining(", "))));
  }
}
