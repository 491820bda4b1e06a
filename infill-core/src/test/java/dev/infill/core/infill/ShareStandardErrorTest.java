package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.TinyLanguageModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The standard errors that candidates state of their shares. */
class ShareStandardErrorTest {
  private final TinyLanguageModel model = new TinyLanguageModel();

  /**
   * Errors of 200 short runs in units of the standard errors that they state: their root mean
   * square is 1 if these are right. With 200 runs it is known to 5 % for 20 chains; batch means of
   * one autocorrelated chain are somewhat too small, as they are known to be.
   */
  @Test
  void standardErrorsAreOfTheRightSize() {
    assertThat(standardizedError(20, 60, Pool.VISITED)).isBetween(0.85, 1.2);
    assertThat(standardizedError(20, 60, Pool.LAST)).isBetween(0.85, 1.2);
    assertThat(standardizedError(1, 1000, Pool.VISITED)).isBetween(0.85, 1.3);
  }

  private double standardizedError(int chains, int steps, Pool pool) {
    Posterior posterior =
        new Posterior(model, InfillerPosteriorTest.TEXT, InfillerPosteriorTest.ALLOWED, 1);
    List<String> likeliest =
        posterior.energies().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    int runs = 200;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      Infilling infilling =
          new Infiller(model)
              .infill(
                  InfillerPosteriorTest.TEXT,
                  InfillerPosteriorTest.settings(SamplerKind.GIBBS_MH)
                      .chains(chains)
                      .steps(steps)
                      .burnIn(20)
                      .pool(pool)
                      .seed(run)
                      .build());
      Candidate best =
          infilling.candidates().stream()
              .filter(candidate -> tokens(candidate).equals(likeliest))
              .findFirst()
              .orElseThrow();
      double error = best.share() - posterior.probability(likeliest);
      squares += Math.pow(error / best.shareStandardError().orElseThrow(), 2);
    }
    return Math.sqrt(squares / runs);
  }

  private static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }
}
