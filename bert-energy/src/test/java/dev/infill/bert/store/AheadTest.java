package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AheadTest {
  private static Supplier<String> throwing(Throwable failure) {
    return () -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  @Test
  void isMadeByAThreadThatFindsWhatTheCallingOneFinds() throws Exception {
    Thread calling = Thread.currentThread();
    ClassLoader before = calling.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[0], before)) {
      calling.setContextClassLoader(loader);
      List<Thread> makers = new ArrayList<>();
      Ahead<ClassLoader> ahead =
          Ahead.start(
              () -> {
                makers.add(Thread.currentThread());
                return Thread.currentThread().getContextClassLoader();
              });
      assertThat(ahead.get()).isSameAs(loader);
      assertThat(makers).doesNotContain(calling).allMatch(Thread::isDaemon);
    } finally {
      calling.setContextClassLoader(before);
    }
  }

  @Test
  void throwsWhatItsMakerThrew() {
    for (Throwable failure : List.of(new IllegalStateException("no"), new LinkageError("no"))) {
      assertThatThrownBy(Ahead.start(throwing(failure))::get).isSameAs(failure);
    }
  }

  @Test
  void anInterruptDoesNotCutItShort() {
    Ahead<String> ahead = Ahead.start(() -> "made");
    Thread.currentThread().interrupt();
    String made = ahead.get();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(made).isEqualTo("made");
  }

  @Test
  void whatIsNotNeededIsClosedUnlessItFailed() {
    List<String> closed = new ArrayList<>();
    Ahead.start(() -> "made").discard(closed::add);
    Ahead.start(throwing(new IllegalStateException("no"))).discard(closed::add);
    assertThat(closed).containsExactly("made");
  }
}
