/** Gets public corpora from their addresses: checked, and resumed where a download broke off. */
@org.jspecify.annotations.NullMarked
package dev.infill.corpora.fetch;
