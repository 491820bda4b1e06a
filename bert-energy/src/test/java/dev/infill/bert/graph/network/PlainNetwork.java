package dev.infill.bert.graph.network;

/** A masked language model in float64, one sequence at a time, written from its equations. */
public interface PlainNetwork {
  /** The row of the word embeddings that a piece stands for. */
  double[] word(int piece);

  /** The logits at one position of a sequence, given the rows of its word embeddings. */
  double[] logits(double[][] words, int position);
}
