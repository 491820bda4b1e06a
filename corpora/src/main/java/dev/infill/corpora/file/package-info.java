/** Files that appear whole or not at all or grow by whole lines; lines, comma-separated values. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.file;
