/**
 * Infill as an engine of the Deep Java Library: a model is loaded by DJL's {@code Criteria} and
 * asked by a {@code Predictor}, in a program or by DJL Serving.
 *
 * <p>Why an engine: a path given to {@code Criteria}, and every model that DJL Serving loads, ends
 * in {@code Model.newInstance(name, device, engine)} followed by {@code load(path, options)}.
 * Neither a model zoo (a path brings its own) nor a translator (it only surrounds a model that some
 * engine has loaded) can put another model there. The engine has no arrays: requests and answers
 * pass through DJL's lists as they are, between {@link
 * dev.infill.web.djl.InfillTranslatorFactory}'s translators and the predictor, so that DJL's own
 * batches and metrics work as for any model.
 *
 * <p>May use {@code dev.infill.core}, {@code dev.infill.bert} and {@code dev.infill.web.api}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.djl;
