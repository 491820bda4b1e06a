package dev.infill.corpora;

import dev.infill.core.TransferListener;

/**
 * Choices about reading a corpus. Immutable.
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
  /** The defaults: the field {@code text}, lines as they are, no progress. */
  public static final CorpusReaderOptions DEFAULTS =
      new CorpusReaderOptions("text", false, TransferListener.SILENT);
}
