package dev.infill.corpora;

import dev.infill.core.TransferListener;

/**
 * What may be chosen about reading a corpus. Immutable.
 *
 * @param jsonField the field of {@link CorpusFormat#JSON_LINES} that holds the text
 * @param splitSentences whether a line of {@link CorpusFormat#TBC}, {@link CorpusFormat#WIKITEXT}
 *     or {@link CorpusFormat#LINES} is cut behind every {@code .}, {@code !} and {@code ?} that is
 *     a word of its own, with what closes behind it ({@code ''}, {@code )}, {@code ]}, and {@code
 *     "} where one is open); the original WikiText has whole paragraphs on a line. Other formats
 *     are not touched by it
 * @param progress notified of the bytes read, compressed ones where the file is compressed
 */
public record CorpusReaderOptions(
    String jsonField, boolean splitSentences, TransferListener progress) {
  private static final CorpusReaderOptions DEFAULTS =
      new CorpusReaderOptions("text", false, TransferListener.SILENT);

  /** Returns the defaults: the field {@code text}, lines as they are, no progress. */
  public static CorpusReaderOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Returns these options with another field.
   *
   * @param name see {@link CorpusReaderOptions}
   */
  public CorpusReaderOptions withJsonField(String name) {
    return new CorpusReaderOptions(name, splitSentences, progress);
  }

  /**
   * Returns these options with lines cut or not.
   *
   * @param split see {@link CorpusReaderOptions}
   */
  public CorpusReaderOptions withSplitSentences(boolean split) {
    return new CorpusReaderOptions(jsonField, split, progress);
  }

  /**
   * Returns these options with another listener.
   *
   * @param listener see {@link CorpusReaderOptions}
   */
  public CorpusReaderOptions withProgress(TransferListener listener) {
    return new CorpusReaderOptions(jsonField, splitSentences, listener);
  }
}
