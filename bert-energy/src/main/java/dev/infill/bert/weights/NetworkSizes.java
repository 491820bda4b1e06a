package dev.infill.bert.weights;

/** The sizes that are known of every masked language model. */
public sealed interface NetworkSizes permits BertConfiguration, ExportSizes {
  /** Returns V, the number of word pieces. */
  int vocabularySize();

  /** Returns the most pieces of a text, with those around it ({@code [CLS]}, {@code [SEP]}). */
  int maxPositions();
}
