/** Tests of the model cache. */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.store;
