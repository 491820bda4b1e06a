/**
 * A BERT masked language model as an energy over the blanks of a text: {@link
 * dev.infill.bert.BertModel}.
 *
 * <p>May use {@code dev.infill.core}; ONNX Runtime, ONNX protobuf classes and DJL's tokenizers are
 * used in the packages below, each in one of them only.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert;
