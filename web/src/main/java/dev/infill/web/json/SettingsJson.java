package dev.infill.web.json;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.BlankConstraint;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.Versions;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Everything needed to get a result again: {@link InfillSettings}, the model and the versions.
 * Members are named after the options of the command line, and hold what these accept; {@code
 * concurrentBatches} alone has no option. Null is what was not given. The threads of the model are
 * not among them: they change nothing in a result.
 */
public record SettingsJson(
    SamplerKind sampler,
    EnergyKind energy,
    GradientKind gradient,
    String balancing,
    double alpha,
    OptionalDouble adapt,
    IntermediateForm intermediate,
    double alpha0,
    Precondition precondition,
    OptionalInt cycles,
    OptionalInt minibatch,
    int gwgBlanks,
    OptionalInt block,
    int radius,
    AcceptanceKind acceptance,
    double delta,
    int chains,
    int steps,
    int burnIn,
    int top,
    Pool pool,
    boolean repeats,
    double temperature,
    OptionalDouble anneal,
    OptionalLong seed,
    Start start,
    VocabularyChoice vocabulary,
    SortedMap<Integer, List<String>> allow,
    SortedMap<Integer, List<String>> forbid,
    int maxBlanks,
    int batch,
    int concurrentBatches,
    ModelJson model,
    SortedMap<String, String> versions) {
  /**
   * Maps settings.
   *
   * @param settings the settings
   * @param model the model that they are for
   * @param versions the versions of the application
   */
  public static SettingsJson of(
      InfillSettings settings, ModelDescription model, Versions versions) {
    return new SettingsJson(
        settings.sampler(),
        settings.energy(),
        settings.gradient(),
        settings.balancing().label(),
        settings.stepSize(),
        settings.targetAcceptance(),
        settings.intermediate(),
        settings.intermediateStepSize(),
        settings.precondition(),
        settings.cycles(),
        settings.minibatch(),
        settings.blanksPerStep(),
        settings.blockSize(),
        settings.radius(),
        settings.acceptance(),
        settings.delta(),
        settings.chains(),
        settings.steps(),
        settings.burnIn(),
        settings.top(),
        settings.pool(),
        settings.repeats(),
        settings.temperature(),
        settings.annealFrom(),
        settings.seed(),
        settings.start(),
        settings.vocabulary(),
        tokens(settings.constraints(), BlankConstraint::allowed),
        tokens(settings.constraints(), BlankConstraint::forbidden),
        settings.maxBlanks(),
        settings.batch(),
        settings.concurrentBatches(),
        ModelJson.of(model),
        versions(versions, model));
  }

  private static SortedMap<Integer, List<String>> tokens(
      Map<Integer, BlankConstraint> constraints, Function<BlankConstraint, List<String>> which) {
    SortedMap<Integer, List<String>> tokens = new TreeMap<>();
    constraints.forEach(
        (blank, constraint) -> {
          if (!which.apply(constraint).isEmpty()) {
            tokens.put(blank, which.apply(constraint));
          }
        });
    return tokens;
  }

  static SortedMap<String, String> versions(Versions versions, ModelDescription model) {
    SortedMap<String, String> all = versions.all();
    all.putAll(model.versions());
    return all;
  }

  /**
   * Which model.
   *
   * @param name its name, or where it was read from
   * @param sha256 the SHA-256 of its weights
   * @param device where it ran
   * @param precision what its matrix products were computed in
   */
  public record ModelJson(String name, String sha256, String device, String precision) {
    /**
     * Maps a model.
     *
     * @param model the model
     */
    public static ModelJson of(ModelDescription model) {
      return new ModelJson(model.name(), model.sha256(), model.device(), model.precision());
    }
  }
}
