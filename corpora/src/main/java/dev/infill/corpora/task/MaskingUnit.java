package dev.infill.corpora.task;

/**
 * What is masked at a time. It is always whole words, never pieces of words, and one {@code [MASK]}
 * stands for one word.
 */
public sealed interface MaskingUnit {
  /** Single words, each as likely as any other; they may stand side by side. */
  record Words() implements MaskingUnit {}

  /**
   * Spans of words. Their lengths are drawn until they make up the amount, the last one cut to fit;
   * they are then put into the sentence in random order, every arrangement in which no two overlap
   * or touch being equally likely. All words of a span may be masked.
   *
   * @param length how long they are
   */
  record Spans(SpanLength length) implements MaskingUnit {}
}
