package dev.infill.core.fill;

import dev.infill.core.FirstFew;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Looks for the most probable fillings of one text. A search goes on until the list is certain;
 * draws go on until Z is known to {@value #RELATIVE_ERROR} of its size. Both end at the most model
 * passes.
 *
 * <p>Every choice of the lengths of blanks is searched by itself, and the lists are merged.
 */
public final class FillJob {
  /**
   * Z, and so every probability, is known well enough with a standard error of this share of it.
   */
  public static final double RELATIVE_ERROR = 0.05;

  /** The share of all passes that the search may take before draws begin. */
  private static final double SEARCH = 0.5;

  /** The number of draws at first, where passes allow: fewer do not know their own error. */
  private static final int FIRST_DRAWS = 16;

  private static final int FEWEST_DRAWS = 8;
  private static final int MOST_DRAWS = 256;

  /** A diverse list is chosen among this many times its own number of fillings. */
  private static final int CHOICE = 5;

  private static final Comparator<FillPart> LEAST_KNOWN =
      Comparator.comparingDouble(part -> part.normalizer().relativeError());

  private final MaskedLanguageModel model;
  private final PreparedFill text;
  private final FillListener listener;
  private final ModelPasses passes;
  private final long began = System.nanoTime();
  private final List<FillPart> parts;
  private long searchPasses;

  /**
   * Makes a job of a text.
   *
   * @param model the model that the text was prepared for
   * @param text the text
   * @param listener is told the list while it is looked for
   * @param cancellation stops the job before its next model pass
   */
  public FillJob(
      MaskedLanguageModel model,
      PreparedFill text,
      FillListener listener,
      Cancellation cancellation) {
    this.text = text;
    this.listener = listener;
    passes = new ModelPasses(cancellation.ofThisThread());
    this.model = model.watched(passes);
    long seed = text.settings().seed().orElseThrow();
    parts = text.parts(this.model).stream().map(part -> new FillPart(part, seed)).toList();
  }

  /** Looks for the fillings. */
  public FillResult run() {
    FillSettings settings = text.settings();
    boolean finished =
        passes
            .unlessStopped(
                () -> {
                  search((int) Math.max(1, SEARCH * text.mostPasses()));
                  searchPasses = passes.count();
                  draw();
                  search(text.mostPasses());
                  return true;
                })
            .orElse(false);
    if (searchPasses == 0) {
      searchPasses = passes.count();
    }
    passes.finish();
    // One more than are listed bounds the rest; a diverse list is chosen among many.
    FillList list = list(Math.max(top(), text.settings().top() + 1));
    List<Filling> fillings = passes.unlessStopped(() -> list.fillings()).orElse(List.of());
    return new FillResult(
        text.reading(),
        settings,
        model.description(),
        fillings,
        marginals(),
        new FillJudge(settings, parts, list, fillings.size(), text.mostPasses()).verdict(),
        diagnostics(),
        !finished || passes.stop().isEnded());
  }

  private int top() {
    return text.settings().top() * (text.settings().select() == Selection.DIVERSE ? CHOICE : 1);
  }

  private boolean hasTimeLeft() {
    OptionalDouble most = text.settings().get(Settings.MAX_SECONDS);
    return most.isEmpty() || (System.nanoTime() - began) / 1e9 < most.getAsDouble();
  }

  private int asked() {
    return parts.stream().mapToInt(FillPart::passes).sum();
  }

  /** Searches until the list is certain, or the passes are used up. */
  private void search(int mostPasses) {
    double threshold = threshold();
    boolean goesOn = true;
    while (goesOn && hasTimeLeft()) {
      goesOn = false;
      for (FillPart part : parts) {
        int left = mostPasses - asked();
        if (left > 0 && part.mayHaveMore(threshold)) {
          part.search(threshold, left);
          goesOn = true;
        }
      }
      threshold = threshold();
      tell();
    }
  }

  /** Returns M + V per piece of the last filling of the list; −∞ while fillings are missing. */
  private double threshold() {
    List<FoundFilling> best = best(top());
    return best.size() < top()
        ? Double.NEGATIVE_INFINITY
        : best.get(best.size() - 1).totalPerPiece();
  }

  /** Returns the best of all that were found, the best first. */
  private List<FoundFilling> best(int most) {
    return FirstFew.of(
        parts.stream().flatMap(part -> part.found().stream()), FoundFilling.BEST_FIRST, most);
  }

  /** Draws until Z of every choice of lengths is known well enough, the least known first. */
  private void draw() {
    List<FillPart> drawing = new ArrayList<>(parts);
    while (!drawing.isEmpty() && hasTimeLeft()) {
      FillPart worst = Collections.max(drawing, LEAST_KNOWN);
      int fitting = (text.mostPasses() - asked()) / worst.passesPerDraw();
      boolean goesOn =
          worst.normalizer().relativeError() > RELATIVE_ERROR
              && fitting > 0
              && worst.draw(Math.min(fitting, wanted(worst)));
      if (goesOn) {
        tell();
      } else {
        drawing.remove(worst);
      }
    }
  }

  private static int wanted(FillPart part) {
    int made = part.normalizer().draws();
    if (made == 0) {
      return FIRST_DRAWS;
    }
    double excess = Math.pow(part.normalizer().relativeError() / RELATIVE_ERROR, 2) - 1;
    return (int) Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, Math.ceil(excess * made)));
  }

  /** Returns the list, made of the best fillings. */
  private FillList list(int among) {
    return new FillList(text.settings(), parts, best(among), model);
  }

  private void tell() {
    if (listener != FillListener.NONE) {
      FillList list = list(text.settings().top());
      listener.onProgress(
          new FillListener.Progress(
              passes.count(),
              text.mostPasses(),
              list.found().stream().map(FoundFilling::told).toList(),
              list.certain(),
              known(list.relativeError())));
    }
  }

  /** Returns an error if it is known. */
  private static OptionalDouble known(double relativeError) {
    return Double.isFinite(relativeError)
        ? OptionalDouble.of(relativeError)
        : OptionalDouble.empty();
  }

  private List<Marginal> marginals() {
    Map<Integer, Map<String, Probability>> byBlank = new HashMap<>();
    double prior = 1.0 / parts.size();
    for (FillPart part : parts) {
      if (part.found().isEmpty() || !Double.isFinite(part.normalizer().relativeError())) {
        return List.of();
      }
      for (int blank = 0; blank < part.blanks(); blank++) {
        Map<String, Probability> ofBlank = byBlank.computeIfAbsent(blank, first -> new HashMap<>());
        part.marginals(blank)
            .forEach(
                (word, probability) ->
                    ofBlank.merge(word, probability.times(prior), Probability::plus));
      }
    }
    return IntStream.range(0, byBlank.size())
        .mapToObj(blank -> Marginal.of(blank + 1, Objects.requireNonNull(byBlank.get(blank))))
        .toList();
  }

  private FillDiagnostics diagnostics() {
    FillPart worst = Collections.max(parts, LEAST_KNOWN);
    return new FillDiagnostics(
        passes.count(),
        searchPasses,
        parts.stream().mapToInt(part -> part.found().size()).sum(),
        parts.stream().mapToInt(part -> part.normalizer().draws()).sum(),
        known(worst.normalizer().relativeError()),
        worst.normalizer().effectiveShare(),
        worst.normalizer().paretoShape(),
        (System.nanoTime() - began) / 1e9);
  }
}
