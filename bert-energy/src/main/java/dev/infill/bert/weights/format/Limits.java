package dev.infill.bert.weights.format;

/**
 * The limits within which the files of a model are read. Anyone may have written the files: a limit
 * keeps a small file from taking all memory or time, and no model comes near it.
 */
public final class Limits {
  /** The bytes of a JSON file; its tree takes some twenty times as many. */
  public static final int JSON_BYTES = 4 << 20;

  /** The names, values and brackets of a JSON file. */
  public static final long JSON_VALUES = 1 << 20;

  /** The levels of objects and lists within one another in JSON. */
  static final int JSON_DEPTH = 64;

  /** The bytes of a list of tokens or a tokenizer; one of 250,000 tokens has 17 MB. */
  public static final int TOKENIZER_BYTES = 64 << 20;

  /** The names, values and brackets of a tokenizer for each of its tokens; Gemma's has 15. */
  public static final int TOKEN_VALUES = 64;

  /** The other names, values and brackets of a tokenizer; published ones have some hundred. */
  public static final int OTHER_TOKENIZER_VALUES = 20_000;

  /** The levels of a tokenizer's steps within one another; published ones have half of them. */
  public static final int STEP_LEVELS = 4;

  /** The steps of a part of a tokenizer; some published normalizers have ten. */
  public static final int STEPS = 64;

  /** The characters of a text that a step looks for or writes. */
  public static final int STEP_CHARS = 100;

  /** The characters of a token; those of SentencePiece have up to 16, runs of spaces up to 128. */
  public static final int TOKEN_CHARS = 1000;

  /** The characters of a word that is cut, in time by their square; BERT takes 100. */
  public static final int WORD_CHARS = 1000;

  /** The score of a Unigram's piece, which is the logarithm of a probability. */
  public static final double PIECE_SCORE = 1e6;

  /** The characters of a SentencePiece normalizer in Base64; published ones have 320,000. */
  public static final int CHARACTER_MAP_CHARS = 1 << 20;

  /** How many characters a normalizer may make of one; ALBERT's could make 648: 18 · 2 · 18. */
  public static final double NORMALIZED_CHARS = 1000;

  /** The bytes of the index of a TensorFlow checkpoint; that of BERT-base has 10 KB. */
  public static final int CHECKPOINT_INDEX_BYTES = 16 << 20;

  /** The bytes of an entry of such an index; entries have some fifty. */
  static final int CHECKPOINT_ENTRY_BYTES = 1 << 16;

  /** The bytes of all nodes of an ONNX graph; those of BERT-large have 2 MB. */
  static final long NODE_BYTES = 128 << 20;

  /**
   * The nodes of an ONNX graph; BERT-large has 2,000. ONNX Runtime needs time by their square to
   * read a graph.
   */
  static final int NODES = 10_000;

  /** The tensors, inputs or outputs of an ONNX graph. */
  static final int GRAPH_ENTRIES = 50_000;

  /** The numbers that one node of an ONNX graph makes of a shape in the file: 2 GiB in float32. */
  static final long NODE_NUMBERS = 1L << 29;

  /** The axes of a tensor. */
  static final int AXES = 16;

  /** The bytes of all tensors of an ONNX file that are lists of integers of variable length. */
  static final long LISTED_BYTES = 64 << 20;

  /** The layers of a network. */
  public static final int LAYERS = 1000;

  /** Any size of a network, such as its width. */
  public static final int SIZE = 100_000_000;

  private Limits() {}
}
