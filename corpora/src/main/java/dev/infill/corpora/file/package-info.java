/** Files that appear whole or not at all, and the lines of comma-separated ones. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.file;
