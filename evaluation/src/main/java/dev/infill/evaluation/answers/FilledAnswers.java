package dev.infill.evaluation.answers;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most probable fillings by the two-way chain rule, as {@code infill fill} lists them.
 *
 * @param seed of its draws
 */
public record FilledAnswers(long seed) implements AnswerMethod {
  @Override
  public String name() {
    return "fill";
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    FillSettings settings =
        FillSettings.defaults()
            .withAll(
                Map.of(
                    Settings.VOCABULARY,
                    AnswerText.CHOICE,
                    Settings.TOP,
                    count,
                    Settings.SEED,
                    OptionalLong.of(seed)));
    AtomicLong certainAfter = new AtomicLong();
    Infiller infiller = new Infiller(model);
    FillResult result =
        infiller.fill(
            infiller.prepare(text.blanked(), settings),
            progress -> {
              if (progress.certain() == count) {
                certainAfter.compareAndSet(0, progress.modelPasses());
              }
            },
            new Cancellation());
    boolean certain = result.verdict().certain() == result.fillings().size();
    // A list of fewer fillings than were asked for is certain when nothing is left to be found.
    certainAfter.compareAndSet(0, result.diagnostics().modelPasses());
    return new Answers(
        result.fillings().stream()
            .map(filling -> AnswerText.tokens(model, filling.fills()))
            .toList(),
        filling -> twoWay(model, text, filling) - logNormalizer(result),
        Optional.of(
            new AnswerRun.Certainty(
                result.verdict().reliability().isReliedOn(),
                certain ? OptionalLong.of(certainAfter.get()) : OptionalLong.empty())));
  }

  /** Returns M of a filling, in nats. */
  private static double twoWay(MaskedLanguageModel model, AnswerText text, List<Integer> filling) {
    return new Scorer(model)
        .scoreFills(text.blanked().text(), filling.stream().map(model.vocabulary()::token).toList())
        .twoWay()
        .orElseThrow();
  }

  /** Returns log Z = M − log p of a listed filling, in nats; NaN where p is not known. */
  private static double logNormalizer(FillResult result) {
    Filling last = result.fillings().get(result.fillings().size() - 1);
    return last.twoWay() - Math.log(last.probability().estimate().orElse(Double.NaN));
  }
}
