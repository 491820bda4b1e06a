package dev.infill.corpora.task;

/** Why a sentence does not qualify. */
enum PassedOver {
  TOO_SHORT("too short"),
  TOO_LONG("too long"),
  READS_LIKE_A_BLANK("with a word that reads like a blank"),
  UNKNOWN_WORD("with a word that the corpus gives as [UNK]"),
  PUNCTUATION_ONLY("of punctuation alone"),
  REPEATED("the same as another"),
  TOO_FEW_MASKABLE("with too few words that may be masked, or no room for the spans"),
  NOT_ACCEPTED("with a word piece unknown to the tokenizer");

  private final String description;

  PassedOver(String description) {
    this.description = description;
  }

  /** Returns what such a sentence is, for people. */
  String description() {
    return description;
  }
}
