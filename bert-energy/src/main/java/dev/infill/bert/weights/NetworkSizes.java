package dev.infill.bert.weights;

/** What is known of a masked language model's network, however it is described. */
public sealed interface NetworkSizes permits BertConfiguration, ExportSizes {
  /** Returns V, the number of word pieces. */
  int vocabularySize();

  /** Returns the most pieces of a text, those around it ({@code [CLS]}, {@code [SEP]}) included. */
  int maxPositions();
}
