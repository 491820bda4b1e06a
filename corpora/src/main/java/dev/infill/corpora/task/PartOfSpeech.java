package dev.infill.corpora.task;

/** The parts of speech of Universal Dependencies (universaldependencies.org/u/pos). */
public enum PartOfSpeech {
  /** Adjective. */
  ADJ,
  /** Adposition. */
  ADP,
  /** Adverb. */
  ADV,
  /** Auxiliary. */
  AUX,
  /** Coordinating conjunction. */
  CCONJ,
  /** Determiner. */
  DET,
  /** Interjection. */
  INTJ,
  /** Noun, proper nouns excepted. */
  NOUN,
  /** Numeral. */
  NUM,
  /** Particle. */
  PART,
  /** Pronoun. */
  PRON,
  /** Proper noun. */
  PROPN,
  /** Punctuation. */
  PUNCT,
  /** Subordinating conjunction. */
  SCONJ,
  /** Symbol. */
  SYM,
  /** Verb, auxiliaries excepted. */
  VERB,
  /** Anything else. */
  X;
}
