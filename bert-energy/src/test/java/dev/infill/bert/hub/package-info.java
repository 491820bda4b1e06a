/** Tests of models from the Hugging Face hub. */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.hub;
