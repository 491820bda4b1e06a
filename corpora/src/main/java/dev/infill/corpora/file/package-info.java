/** Files that appear whole or not at all. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.file;
