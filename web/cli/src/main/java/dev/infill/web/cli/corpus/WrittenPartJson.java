package dev.infill.web.cli.corpus;

import dev.infill.corpora.sampling.WrittenPart;

/**
 * A part that a corpus was split into.
 *
 * @param part its name
 * @param share its share
 * @param file its file
 * @param sentences how many sentences it has
 * @param words how many words they have
 */
record WrittenPartJson(String part, double share, String file, long sentences, long words) {
  static WrittenPartJson of(WrittenPart part) {
    return new WrittenPartJson(
        part.part().name(),
        part.part().share(),
        part.file().toString(),
        part.sentences(),
        part.words());
  }
}
