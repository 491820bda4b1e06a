package dev.infill.bert.weights.tokenizer;

/**
 * A token of a {@code tokenizer.json} that is found in a text as it is written, before anything
 * else is cut.
 *
 * @param id its row in the word embeddings
 * @param content what is written
 * @param special whether it is no text: a beginning, an end, a blank
 * @param singleWord whether it is found only where no letter stands beside it
 * @param stripsLeft whether the white space before it goes with it
 * @param stripsRight whether the white space after it goes with it
 * @param normalized whether it is looked for in the normalised text
 */
public record AddedToken(
    int id,
    String content,
    boolean special,
    boolean singleWord,
    boolean stripsLeft,
    boolean stripsRight,
    boolean normalized) {}
