package dev.infill.bert;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives the real BERT-base to the tests that ask for it. It is opened once for all classes. */
final class RealModel implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BertModel.class;
  }

  /** JUnit closes the model after the last class. */
  @Override
  public BertModel resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(RealModel.class))
        .computeIfAbsent(BertModel.class, key -> BertModel.open(), BertModel.class);
  }
}
