package dev.infill.corpora;

import dev.infill.core.InvalidInputException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How a corpus is written, and so how its sentences and words are separated.
 *
 * <p>Blank lines are passed over in every format. White space is that of Unicode. The clean-up of
 * {@link #TBC} and {@link #WIKITEXT} is that of the samples of Wang and Cho (2019), "BERT has a
 * Mouth, and It Must Speak", which the DLP paper measures against.
 */
public enum CorpusFormat {
  /**
   * Toronto BookCorpus as it is passed around: a sentence a line in Penn-Treebank tokens. Words are
   * lower-cased; {@code ``} and {@code ''} become {@code "}.
   */
  TBC,

  /**
   * WikiText: tokenised text, a sentence a line (the 5,000-line samples) or a paragraph a line (the
   * original files). Words are lower-cased; {@code <unk>} and {@code @@UNKNOWN@@} become {@code
   * [UNK]}; {@code @-@} and its like stay. Headings ({@code = Title =}: the first and the last word
   * are {@code =}) are no sentences. A line is a sentence, unless {@link
   * CorpusReaderOptions#splitSentences} is set.
   */
  WIKITEXT,

  /** A tokenised sentence a line, words at white space and just as they stand, case included. */
  LINES,

  /**
   * Prose. Blank lines separate paragraphs; sentences are found in a paragraph by Apache OpenNLP's
   * detector with its English model; words, lower-cased, by its simple tokenizer, so that
   * punctuation stands apart. A paragraph longer than 65,536 characters is dealt with piece by
   * piece: a sentence longer than that is cut at a white space.
   */
  TEXT,

  /**
   * A JSON object a line. One field of it is read ({@link CorpusReaderOptions#jsonField}): a string
   * is prose, as {@link #TEXT}; an array of strings is one sentence's words, just as they stand.
   */
  JSON_LINES;

  /** Returns the name that users type, such as {@code json-lines}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Guesses the format of a file by its name ({@code .jsonl}, {@code .ndjson}, {@code .json};
   * {@code .gz} apart) and else by its first 64 KiB: marks of WikiText ({@code <unk>},
   * {@code @@UNKNOWN@@}, {@code @-@}, {@code @,@}, {@code @.@}, headings), of BookCorpus ({@code
   * ``}, {@code ''}), a first line that is a JSON object, punctuation that stands apart ({@link
   * #LINES}). All else is {@link #TEXT}.
   *
   * @param file the file, compressed or not
   * @throws InvalidInputException for the file's name as its field if it cannot be read, or its
   *     name is that of a table, a tagged text or a Markdown document ({@code .csv}, {@code .tsv},
   *     {@code .conll}, {@code .conllu}, {@code .md} and their like)
   */
  public static CorpusFormat guess(Path file) {
    return FormatGuess.of(file);
  }
}
