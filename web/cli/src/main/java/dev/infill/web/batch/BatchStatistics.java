package dev.infill.web.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.Smoothing;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.web.api.Choices;
import dev.infill.web.api.Mode;
import dev.infill.web.api.Versions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of a job's results, counted from its files line by line, whichever engine has written
 * them. Not thread-safe.
 */
public final class BatchStatistics {
  private static final BleuSettings BLEU = BleuSettings.standard();
  private static final Set<String> RELIABLE =
      Stream.of(Reliability.values())
          .filter(Reliability::isReliedOn)
          .map(Choices::label)
          .collect(Collectors.toSet());
  private static final String ORDERS = "1-" + TextMetrics.NGRAM_ORDER;

  private final ObjectReader reader = JsonMapper.builder().build().readerFor(JsonNode.class);
  private final Mean energy = new Mean();
  private final Mean bestEnergy = new Mean();
  private final Mean bestTwoWay = new Mean();
  private final Mean acceptanceRate = new Mean();
  private final Mean effectiveSampleSize = new Mean();
  private final Mean distinctFillings = new Mean();
  private final List<Mean> distinctNgrams = means();
  private final List<Ratio> uniqueNgrams = new ArrayList<>();
  private Optional<BleuStatistics> selfBleu = Optional.empty();
  private long filled;
  private long failed;
  private long candidates;
  private long textsCompared;
  private long passes;
  private long hits;
  private long draws;
  private long reliable;
  private long certain;

  /** A mean of what is there; NaN of nothing. */
  private static final class Mean {
    private double sum;
    private long count;

    void add(JsonNode figure) {
      if (figure.isNumber()) {
        add(figure.doubleValue());
      }
    }

    void add(double figure) {
      sum += figure;
      count++;
    }

    double value() {
      return sum / count;
    }
  }

  private static List<Mean> means() {
    return Stream.generate(Mean::new).limit(TextMetrics.NGRAM_ORDER).toList();
  }

  /**
   * Counts the results of all parts, in their order.
   *
   * @param job the job
   * @param parts the parts, each of them complete
   * @param progress is given how many parts are counted
   * @throws InvalidInputException if a file is not as it was written, or holds other results than
   *     those that are due, in their order
   * @throws UncheckedIOException if a file cannot be read
   */
  public static BatchStatistics of(BatchJob job, List<BatchPart> parts, TransferListener progress) {
    BatchStatistics statistics = new BatchStatistics();
    for (BatchPart part : parts) {
      progress.progress(TransferListener.Stage.READING, part.index(), parts.size());
      job.folder().requireUnchanged(List.of(part));
      statistics.add(job.folder().results(part), job.input(), part);
    }
    return statistics;
  }

  private void add(Path file, Path input, BatchPart part) {
    try (BufferedReader lines = Files.newBufferedReader(file);
        PartInput due = PartInput.open(input, part)) {
      List<String> ids = new ArrayList<>(part.texts());
      for (int k = 0; k < part.texts(); k++) {
        ids.add(BatchLine.of(due.next()).id());
      }
      due.requireSame();
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String id = number < ids.size() ? ids.get(number) : "";
        number++;
        add(result(file, number, id, line));
      }
      if (number != part.texts()) {
        throw new PartChecksum(file)
            .refusal("it has %d results of %d texts".formatted(number, part.texts()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be counted: %s".formatted(file, FailureReason.of(e)), e);
    }
  }

  private JsonNode result(Path file, int number, String id, String line) {
    try {
      JsonNode result = reader.readTree(line);
      if (result.path("id").asText().equals(id)) {
        return result;
      }
      throw new PartChecksum(file)
          .refusal("its line %d is not the result of the id '%s'".formatted(number, id));
    } catch (JsonProcessingException e) {
      throw new PartChecksum(file)
          .refusal("its line %d is not one that Infill wrote".formatted(number));
    }
  }

  private void add(JsonNode result) {
    if (result.has("problem")) {
      failed++;
      return;
    }
    filled++;
    JsonNode diagnostics = result.path("diagnostics");
    energy.add(diagnostics.path("meanEnergy"));
    acceptanceRate.add(diagnostics.path("acceptanceRate"));
    effectiveSampleSize.add(diagnostics.path("effectiveSampleSize"));
    distinctFillings.add(diagnostics.path("distinctFillings"));
    passes += diagnostics.path("modelPasses").longValue();
    hits += diagnostics.path("hits").longValue();
    draws += diagnostics.path("draws").longValue();
    bestEnergy.add(result.at("/candidates/0/energy"));
    bestTwoWay.add(result.at("/candidates/0/twoWay"));
    reliable += RELIABLE.contains(result.at("/verdict/reliability").asText()) ? 1 : 0;
    certain += result.at("/verdict/certain").asInt(-1) == result.path("candidates").size() ? 1 : 0;
    List<List<String>> sentences = new ArrayList<>();
    result
        .path("candidates")
        .forEach(candidate -> sentences.add(words(candidate.path("text").textValue())));
    candidates += sentences.size();
    if (sentences.size() > 1) {
      compare(sentences);
    }
  }

  private static List<String> words(String text) {
    return LowerCase.of(List.of(text.strip().split("\\s+", -1)));
  }

  /** Counts how different the fillings of one text are; the counts of all texts are pooled. */
  private void compare(List<List<String>> sentences) {
    TextMetrics metrics = TextMetrics.of(sentences, Map.of(), BLEU, Smoothing.NONE);
    textsCompared++;
    selfBleu =
        Stream.concat(selfBleu.stream(), metrics.selfBleu().stream()).reduce(BleuStatistics::plus);
    for (int n = 0; n < TextMetrics.NGRAM_ORDER; n++) {
      Ratio unique = metrics.uniqueAmongSentences().get(n);
      if (n < uniqueNgrams.size()) {
        uniqueNgrams.set(n, uniqueNgrams.get(n).plus(unique));
      } else {
        uniqueNgrams.add(unique);
      }
      double distinct = metrics.distinct().get(n);
      if (!Double.isNaN(distinct)) {
        distinctNgrams.get(n).add(distinct);
      }
    }
  }

  /** Returns how many texts could not be filled. */
  public long failed() {
    return failed;
  }

  /**
   * Returns the summary of the job.
   *
   * @param job all that decides the results
   * @param parts how many files they are in
   * @param timing what it took to end the job
   * @param versions the versions of the application
   */
  public BatchSummaryJson summary(
      BatchJobJson job, int parts, BatchSummaryJson.TimingJson timing, Versions versions) {
    return new BatchSummaryJson(
        job,
        parts,
        filled + failed,
        filled,
        failed,
        candidates,
        figures(job.mode()),
        new BatchSummaryJson.DiversityJson(
            textsCompared,
            selfBleu.map(counted -> counted.score(BLEU)).orElse(Double.NaN),
            uniqueNgrams.stream().map(Ratio::percent).toList(),
            distinctNgrams.stream().map(Mean::value).toList(),
            signatures(versions)),
        timing,
        versions.all());
  }

  private Record figures(Mode mode) {
    return switch (mode) {
      case FILL ->
          new BatchSummaryJson.FillFiguresJson(
              reliable, certain, bestTwoWay.value(), bestEnergy.value(), passes, draws);
      case SAMPLE ->
          new BatchSummaryJson.SampleFiguresJson(
              reliable,
              energy.value(),
              bestEnergy.value(),
              acceptanceRate.value(),
              effectiveSampleSize.value(),
              distinctFillings.value(),
              passes,
              hits);
    };
  }

  private static SortedMap<String, String> signatures(Versions versions) {
    Signatures signatures = new Signatures(true, versions.infill());
    return new TreeMap<>(
        Map.of(
            "selfBleu", signatures.selfBleu(BLEU),
            "unique", signatures.uniqueAmongSentences(ORDERS),
            "distinct", signatures.distinct(ORDERS)));
  }
}
