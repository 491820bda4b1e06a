package dev.infill.evaluation.answers;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.file.CsvLine;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Stories of five sentences, of which the third is to be filled in, each of its pieces being a
 * blank: the infilling of ROCStories (Mostafazadeh et al. 2016) as DiffuLLaMA (Gong et al. 2025)
 * has it, where a model is told how many pieces are missing.
 *
 * @param corpus a CSV file, plain, gzip or zstd, whose first line names columns {@code sentence1}
 *     to {@code sentence5}, as that of ROCStories does; its format is not looked at
 */
record Stories(ReferenceCorpus corpus) {
  private static final int SENTENCES = 5;
  private static final int MIDDLE = 2;

  /**
   * Draws stories whose pieces the model knows and has room for, and which have no empty sentence.
   *
   * @param model cuts them into pieces
   * @param seed decides which
   * @param count how many
   * @return tasks whose blanks are pieces, as the vocabulary spells them
   * @throws InvalidInputException if the file cannot be read so, or has too few such stories
   */
  List<MaskingTask> draw(MaskedLanguageModel model, long seed, int count) {
    List<Sentence> lines = new ArrayList<>();
    try (CorpusReader reader = CorpusReader.open(corpus.file(), CorpusFormat.LINES)) {
      reader.sentences().forEach(lines::add);
    }
    int[] columns = columns(lines.remove(0));
    Collections.shuffle(lines, new Random(seed));
    List<MaskingTask> drawn =
        lines.stream().flatMap(line -> task(model, line, columns).stream()).limit(count).toList();
    if (drawn.size() < count) {
      throw new InvalidInputException(
          "texts",
          "corpus %s has %d stories that can be masked, not %d: give fewer texts or a larger corpus"
              .formatted(corpus.name(), drawn.size(), count));
    }
    return drawn;
  }

  private int[] columns(Sentence heading) {
    List<String> names =
        fields(heading).stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    int[] columns =
        IntStream.rangeClosed(1, SENTENCES).map(k -> names.indexOf("sentence" + k)).toArray();
    if (IntStream.of(columns).anyMatch(column -> column < 0)) {
      throw new InvalidInputException(
          "corpora",
          "%s: its first line must name columns sentence1 to sentence5, separated by commas"
              .formatted(corpus.file()));
    }
    return columns;
  }

  private List<String> fields(Sentence line) {
    try {
      return CsvLine.fields(line.text());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "corpora",
          "%s:%d: not a line of CSV: %s".formatted(corpus.file(), line.line(), e.getMessage()),
          e);
    }
  }

  /** Returns the task of a story; empty if the model cannot have been asked for its sentence. */
  private Optional<MaskingTask> task(MaskedLanguageModel model, Sentence line, int[] columns) {
    List<String> fields = fields(line);
    if (IntStream.of(columns).anyMatch(column -> column >= fields.size())) {
      throw new InvalidInputException(
          "corpora",
          "%s:%d: %d values, fewer than the first line names"
              .formatted(corpus.file(), line.line(), fields.size()));
    }
    List<List<String>> sentences =
        IntStream.of(columns)
            .mapToObj(column -> List.of(fields.get(column).strip().split("\\s+")))
            .toList();
    List<String> all = joined(sentences, SENTENCES);
    if (all.contains("")
        || BlankedText.count(String.join(" ", all)) > 0
        || !new KnownPieces(model::tokenize, model.vocabulary()).test(all)) {
      return Optional.empty();
    }
    // Cut in its place: in some models a piece says whether a space stands before it.
    TokenizedText before = tokenized(model, joined(sentences, MIDDLE));
    TokenizedText after = tokenized(model, joined(sentences, MIDDLE + 1));
    TokenSet allowed = model.vocabulary().select(VocabularyChoice.PIECES);
    List<String> words = new ArrayList<>(joined(sentences, MIDDLE));
    List<Integer> blanks = new ArrayList<>();
    // The last piece of each is a special token.
    for (int position = before.length() - 1; position < after.length() - 1; position++) {
      if (allowed.indexOf(after.piece(position)) < 0) {
        return Optional.empty();
      }
      blanks.add(words.size());
      words.add(model.vocabulary().token(after.piece(position)));
    }
    sentences.subList(MIDDLE + 1, SENTENCES).forEach(words::addAll);
    return Optional.of(
        new MaskingTask(corpus.name() + ":" + line.line(), corpus.name(), words, blanks));
  }

  private static List<String> joined(List<List<String>> sentences, int count) {
    return sentences.stream().limit(count).flatMap(List::stream).toList();
  }

  private static TokenizedText tokenized(MaskedLanguageModel model, List<String> words) {
    return model.tokenize(new BlankedText(String.join(" ", words), List.of()));
  }
}
