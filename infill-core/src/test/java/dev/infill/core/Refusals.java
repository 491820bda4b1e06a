package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Expects that input is refused. */
public final class Refusals {
  private Refusals() {}

  /** Expects an error of a field; returns it. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      String field, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidInputException.class, thrown -> assertThat(thrown.field()).isEqualTo(field));
  }
}
