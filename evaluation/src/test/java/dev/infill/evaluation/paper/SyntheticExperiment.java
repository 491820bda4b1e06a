package dev.infill.evaluation.paper;

import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.metrics.ReferenceIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Experiments that nobody ran: every blank has its words in order of likelihood, a chain draws
 * their ranks geometrically, and draws better ones the longer it has gone.
 */
public final class SyntheticExperiment {
  public static final String VERSION = "0.0.0-test";

  /** A label that would end a script element and begin an image if it were not escaped. */
  public static final String NASTY_LABEL = "</script><img src=x onerror=alert(2)>, \"dula\"";

  public static final int CHAINS = 25;
  public static final int STEPS = 50;

  private static final int CANDIDATES = 30;
  private static final int WORDS = 120;

  private final Random random;
  private final List<MaskingTask> tasks = new ArrayList<>();
  private final List<TaskRun> runs = new ArrayList<>();
  private final List<SamplerDescription> descriptions = new ArrayList<>();
  private final List<ComparedAt> comparisons;
  private int kept = 5;

  public SyntheticExperiment(int taskCount, long seed, ComparedAt... comparisons) {
    this.random = new Random(seed);
    this.comparisons = List.of(comparisons);
    for (int i = 0; i < taskCount; i++) {
      List<String> words = sentence(15 + random.nextInt(11));
      int blanks = Math.round(words.size() / 4f);
      TreeSet<Integer> positions = new TreeSet<>();
      while (positions.size() < blanks) {
        positions.add(1 + random.nextInt(words.size() - 2));
      }
      String corpus = i % 2 == 0 ? "tbc" : "wiki";
      tasks.add(new MaskingTask(corpus + ":" + (100 + i), corpus, words, List.copyOf(positions)));
    }
  }

  /** The protocol's samplers and some more, with figures such as they may have. */
  public static ExperimentData typical(int taskCount, long seed) {
    return new SyntheticExperiment(taskCount, seed, ComparedAt.STEPS, ComparedAt.PASSES)
        .sampler("gibbs", "gibbs", 0.62, 14)
        .sampler("gwg", "gwg", 0.5, 9)
        .sampler("dula", "dula", 0.17, 3)
        .sampler("dmala", "dmala", 0.34, 6)
        .sampler("gibbs-mh", "gibbs-mh", 0.58, 16)
        .sampler("dmala+balancing=power:0.9", "dmala", 0.55, 4)
        .sampler("dmala+temperature=0.5", "dmala", 0.7, 7)
        .data();
  }

  /** The typical experiment of ten tasks, summed up once for all tests. */
  public static final class Typical {
    public static final int RESAMPLES = 300;
    public static final ExperimentData DATA = typical(10, 1);
    public static final ExperimentSummary SUMMARY = ExperimentReport.summarize(DATA, 1, RESAMPLES);

    private Typical() {}
  }

  /** More samplers than a sentence names, most of them at three temperatures. */
  public static ExperimentData crowd(int taskCount, long seed) {
    SyntheticExperiment experiment = new SyntheticExperiment(taskCount, seed, ComparedAt.STEPS);
    for (String kind : List.of("gibbs", "gwg", "dula")) {
      experiment.sampler(kind, kind, 0.6, 8);
    }
    for (String kind : List.of("dmala", "dula", "gwg", "gibbs", "gibbs-mh")) {
      String label = kind + (Sampler.of(kind).has(Settings.ALPHA) ? "+alpha=0.4" : "");
      experiment
          .sampler(label + "+temperature=1.5", kind, 0.3, 5)
          .sampler(label + "+temperature=0.5", kind, 0.7, 7)
          .sampler(label + "+start=random", kind, 0.5, 20);
    }
    return experiment
        .sampler("dmala", "dmala", 0.6, 6)
        .sampler("gibbs-mh", "gibbs-mh", 0.6, 6)
        .sampler("dmala+balancing=power:0.9", "dmala", 0.55, 4)
        .sampler("dmala+balancing=power:0.9+temperature=1.5", "dmala", 0.35, 4)
        .sampler("dula+alpha=0.2", "dula", 0.2, 3)
        .data();
  }

  /** Texts, labels and figures that a report must survive. */
  public static ExperimentData nasty(long seed) {
    SyntheticExperiment experiment = new SyntheticExperiment(0, seed, ComparedAt.STEPS);
    experiment.tasks.add(
        new MaskingTask(
            "a|b:<1>",
            "</script><b>corpus</b>",
            List.of(
                "<script>alert(1)</script>",
                "\"quoted\"",
                "it",
                "'s",
                "&amp;",
                "🙂",
                "was",
                "e\u0301",
                "|",
                "`code`",
                "*",
                "<!--",
                "end",
                "."),
            List.of(2, 5, 6)));
    experiment.tasks.add(
        new MaskingTask(
            "tbc:7", "tbc", List.of("he", "went", "there", "and", "sang", "."), List.of(1, 4)));
    return experiment
        .sampler("gibbs", "gibbs", 0.6, 5)
        .sampler(NASTY_LABEL, "dula", 0.2, 5)
        .with(NASTY_LABEL, List.of("</script>", "##<i>", "🙂"), Double.NEGATIVE_INFINITY)
        .data();
  }

  public SyntheticExperiment kept(int count) {
    this.kept = count;
    return this;
  }

  /**
   * Adds a sampler and its runs.
   *
   * @param sharpness the probability of the likeliest word in the end; less is more diverse
   * @param slowness after how many steps about two thirds of the way are made
   */
  public SyntheticExperiment sampler(String label, String kind, double sharpness, double slowness) {
    boolean langevin = Sampler.of(kind).has(Settings.ALPHA);
    descriptions.add(
        new SamplerDescription(
            label,
            kind,
            langevin
                ? OptionalDouble.of(Double.parseDouble(given(label, "alpha", "0.4")))
                : OptionalDouble.empty(),
            Sampler.of(kind).has(Settings.GRADIENT) ? given(label, "balancing", "sqrt") : "",
            Sampler.of(kind).has(Settings.GRADIENT) ? "exact" : "",
            given(label, "start", "masked"),
            langevin ? "all blanks" : "1 blank",
            Double.parseDouble(given(label, "temperature", "1")),
            Sampler.of(kind).isExact()));
    for (MaskingTask task : tasks) {
      runs.add(run(task, label, kind, sharpness, slowness));
    }
    return this;
  }

  /** Returns what a label gives for a setting. */
  private static String given(String label, String setting, String fallback) {
    Matcher matcher = Pattern.compile("\\+" + setting + "=([^+]*)").matcher(label);
    return matcher.find() ? matcher.group(1) : fallback;
  }

  /** Gives the first two chains of a sampler some fills, and the second one an energy. */
  private SyntheticExperiment with(String sampler, List<String> fills, double energy) {
    runs.replaceAll(
        run ->
            run.sampler().equals(sampler)
                ? mapped(
                    run,
                    sample -> {
                      List<String> given = fills.subList(0, sample.fills().size());
                      return sample.chain() > 1
                          ? sample
                          : new Sample(
                              sample.chain(),
                              given,
                              text(run.task(), given),
                              sample.chain() == 0 ? 0 : energy);
                    })
                : run);
    return this;
  }

  /** Returns a run whose samples are others. */
  static TaskRun mapped(TaskRun run, UnaryOperator<Sample> change) {
    return run.with(
        run.snapshots().stream()
            .map(
                at ->
                    new Snapshot(
                        at.step(), at.modelPasses(), at.samples().stream().map(change).toList()))
            .toList());
  }

  /** Returns an experiment with other runs, settings and seconds. */
  public static ExperimentData with(
      ExperimentData data,
      List<TaskRun> runs,
      List<Setting> settings,
      Map<String, Double> seconds) {
    return new ExperimentData(
        data.samplers(),
        runs,
        data.comparisons(),
        data.kept(),
        data.tbc(),
        data.wiki(),
        settings,
        data.samplerDescriptions(),
        seconds,
        data.version());
  }

  public ExperimentData data() {
    return new ExperimentData(
        descriptions.stream().map(SamplerDescription::label).toList(),
        runs,
        comparisons,
        kept,
        references(5),
        references(6),
        List.of(
            new Setting("tasks", tasks.size() + ", drawn with seed 1"),
            new Setting("chains", CHAINS + " × " + STEPS + " steps"),
            new Setting("model", "none: <synthetic> & seeded"),
            new Setting("command", "infill evaluate paper --seed 1 --out \"a|b\"")),
        descriptions,
        Map.of("gibbs", 12.5),
        VERSION);
  }

  private TaskRun run(
      MaskingTask task, String label, String kind, double sharpness, double slowness) {
    int blanks = task.positions().size();
    boolean single = kind.equals("gibbs");
    int last = single && comparisons.contains(ComparedAt.PASSES) ? STEPS * blanks : STEPS;
    Map<ComparedAt, Integer> steps = new TreeMap<>();
    Map<ComparedAt, TaskRun.Diagnostics> diagnostics = new TreeMap<>();
    for (ComparedAt comparison : comparisons) {
      steps.put(comparison, comparison == ComparedAt.STEPS ? STEPS : last);
      diagnostics.put(
          comparison,
          new TaskRun.Diagnostics(
              single || kind.equals("dula") ? 1 : 0.3 + 0.2 * random.nextDouble(),
              0.2 + 0.1 * random.nextDouble(),
              single ? 0.3 : 0.4 + random.nextDouble(),
              single ? OptionalDouble.empty() : OptionalDouble.of(40 + 60 * random.nextDouble()),
              OptionalDouble.of(30 + (label.hashCode() & 31))));
    }
    TreeSet<Integer> looked = new TreeSet<>(steps.values());
    looked.add(0);
    looked.add(last);
    for (double step = 1; step < last; step = Math.max(step + 1, step * 4 / 3)) {
      looked.add((int) step);
    }
    List<Snapshot> snapshots = new ArrayList<>();
    for (int step : looked) {
      double way = 1 - Math.exp(-step / slowness);
      snapshots.add(
          new Snapshot(
              step,
              (long) CHAINS * step * (single ? 1 : blanks),
              samples(task, 0.08 + (sharpness - 0.08) * way)));
    }
    return new TaskRun(task, label, 1, snapshots, steps, diagnostics);
  }

  private List<Sample> samples(MaskingTask task, double sharpness) {
    List<Sample> samples = new ArrayList<>();
    for (int chain = 0; chain < CHAINS; chain++) {
      List<String> fills = new ArrayList<>();
      double energy = -0.3 * (task.id().hashCode() & 7);
      for (int blank : task.positions()) {
        int rank = 0;
        while (rank < CANDIDATES - 1 && random.nextDouble() > sharpness) {
          rank++;
        }
        fills.add(word((task.words().get(blank).hashCode() & 0xffff) + 7 * rank));
        energy -= 0.5 + 0.35 * rank;
      }
      samples.add(new Sample(chain, fills, text(task, fills), energy));
    }
    return samples;
  }

  private static String text(MaskingTask task, List<String> fills) {
    List<String> words = new ArrayList<>(task.words());
    for (int i = 0; i < fills.size(); i++) {
      words.set(task.positions().get(i), fills.get(i));
    }
    return String.join(" ", words).replace(" ##", "");
  }

  /** Common words, each followed by few others, so that there are n-grams in common. */
  private ReferenceIndex references(long seed) {
    Random own = new Random(seed);
    List<List<String>> sentences = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      sentences.add(sentence(own, 12 + own.nextInt(14)));
    }
    tasks.forEach(task -> sentences.add(task.words()));
    return ReferenceIndex.of(sentences);
  }

  private List<String> sentence(int length) {
    return sentence(random, length);
  }

  private static List<String> sentence(Random random, int length) {
    List<String> words = new ArrayList<>();
    int word = random.nextInt(WORDS);
    for (int i = 0; i < length - 1; i++) {
      words.add(word(word));
      word = (word * 5 + 3 + 11 * random.nextInt(3)) % WORDS;
    }
    words.add(".");
    return words;
  }

  /** A pronounceable word of a number. */
  private static String word(int number) {
    String consonants = "bdfgklmnprstvz";
    String vowels = "aeiou";
    int at = Math.floorMod(number, WORDS);
    return ""
        + consonants.charAt(at % 14)
        + vowels.charAt(at / 14 % 5)
        + consonants.charAt(at * 3 % 14)
        + (at > 69 ? vowels.charAt(at % 5) : "");
  }
}
