package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.core.infill.BlankConstraint;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.Choices;
import dev.infill.web.Versions;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything needed to get a result again. Members are named after the options of the command line,
 * and hold what these accept; {@code concurrentBatches} alone has no option. The threads of the
 * model are not among them: they change nothing in a result.
 *
 * @param sampler which sampler
 * @param energy which energy
 * @param gradient which gradient
 * @param balancing which balancing function
 * @param alpha the step size, where adaptation started if there was one
 * @param adapt the acceptance that α was adapted toward; null if it was not
 * @param intermediate how the continuous intermediates of cdmala, cdula and cgwg are found
 * @param alpha0 the step size of these
 * @param precondition whether the step size differed from blank to blank
 * @param cycles how many times the step size of dmala or cdmala fell; null for one step size
 * @param minibatch how many blanks the gradient of dula was estimated from; null for all
 * @param gwgBlanks how many blanks Gibbs-with-gradients changes in a step
 * @param block how many blanks gibbs-exact and hb take together; null for 1 and 10
 * @param radius how many blanks hb may change from a filling near that of the chain
 * @param acceptance how samplers that refuse moves decide
 * @param delta δ of the non-reversible acceptance
 * @param chains the number of chains
 * @param steps steps of each chain, burn-in included
 * @param burnIn steps that were not kept
 * @param top the most candidates
 * @param pool which states the candidates are taken from
 * @param repeats whether equal fillings are listed one by one
 * @param temperature T of the target exp(U/T)
 * @param anneal the temperature that burn-in began with; null if it was T all the time
 * @param seed the seed, as given or drawn; null only in a result that nothing was drawn for
 * @param start where the chains started
 * @param vocabulary which tokens may stand in a blank
 * @param allow by blank, counted from 1, the only tokens it may hold
 * @param forbid by blank, counted from 1, the tokens it may not hold
 * @param maxBlanks the most blanks
 * @param batch how many chains were evaluated together
 * @param concurrentBatches how many of these batches were evaluated at the same time
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
public record SettingsJson(
    String sampler,
    String energy,
    String gradient,
    String balancing,
    @Nullable Double alpha,
    @Nullable Double adapt,
    String intermediate,
    @Nullable Double alpha0,
    String precondition,
    @Nullable Integer cycles,
    @Nullable Integer minibatch,
    int gwgBlanks,
    @Nullable Integer block,
    int radius,
    String acceptance,
    @Nullable Double delta,
    int chains,
    int steps,
    int burnIn,
    int top,
    String pool,
    boolean repeats,
    @Nullable Double temperature,
    @Nullable Double anneal,
    @Nullable Long seed,
    String start,
    String vocabulary,
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
        Choices.label(settings.sampler()),
        Choices.label(settings.energy()),
        Choices.label(settings.gradient()),
        settings.balancing().label(),
        finiteOrNull(settings.stepSize()),
        finiteOrNull(settings.targetAcceptance()),
        Choices.label(settings.intermediate()),
        finiteOrNull(settings.intermediateStepSize()),
        Choices.label(settings.precondition()),
        settings.cycles().isPresent() ? settings.cycles().getAsInt() : null,
        settings.minibatch().isPresent() ? settings.minibatch().getAsInt() : null,
        settings.blanksPerStep(),
        settings.blockSize().isPresent() ? settings.blockSize().getAsInt() : null,
        settings.radius(),
        Choices.label(settings.acceptance()),
        finiteOrNull(settings.delta()),
        settings.chains(),
        settings.steps(),
        settings.burnIn(),
        settings.top(),
        Choices.label(settings.pool()),
        settings.repeats(),
        finiteOrNull(settings.temperature()),
        finiteOrNull(settings.annealFrom()),
        settings.seed().isPresent() ? settings.seed().getAsLong() : null,
        Choices.label(settings.start()),
        Choices.label(settings.vocabulary()),
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
