package dev.infill.corpora.sampling;

import java.nio.file.Path;

/**
 * A part of a corpus that has been written.
 *
 * @param part the part
 * @param file its file: a sentence a line, as {@link dev.infill.corpora.CorpusFormat#LINES}
 * @param sentences how many sentences it has, at least 1
 * @param words how many words they have
 */
public record WrittenPart(CorpusPart part, Path file, long sentences, long words) {}
