package dev.infill.web.cli.bench;

import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.Peer;
import dev.infill.web.api.Choices;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Another program, run in turn with jobs.
 *
 * @param benchmark {@code peer}
 * @param command the shell's command
 * @param text the text of the jobs; the program may have had another
 * @param seconds of each of its processes, from start to end
 * @param medianSeconds their median
 * @param minimumSeconds the least of them
 * @param openingSeconds how long it took to open the model here, which is not in the jobs' seconds
 * @param jobsTimesFaster for every job by its name the peer's median seconds over the job's
 * @param outputs what each process printed, as it printed it
 */
record PeerBenchmarkJson(
    String benchmark,
    String command,
    String text,
    List<Double> seconds,
    double medianSeconds,
    double minimumSeconds,
    double openingSeconds,
    Map<String, Double> jobsTimesFaster,
    List<String> outputs) {
  static PeerBenchmarkJson of(
      JobBenchmark.Result result, JobBenchmark.PeerJob peer, double openingSeconds) {
    Map<String, Double> timesFaster = new TreeMap<>();
    result
        .jobs()
        .forEach(
            job ->
                timesFaster.put(
                    Choices.label(job.kind()), peer.medianSeconds() / job.medianSeconds()));
    return new PeerBenchmarkJson(
        "peer",
        peer.command(),
        result.text(),
        peer.runs().stream().map(Peer.Run::seconds).toList(),
        peer.medianSeconds(),
        peer.minimumSeconds(),
        openingSeconds,
        timesFaster,
        peer.runs().stream().map(Peer.Run::output).toList());
  }
}
