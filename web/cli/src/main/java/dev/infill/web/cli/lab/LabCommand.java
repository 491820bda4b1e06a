package dev.infill.web.cli.lab;

import dev.infill.evaluation.lab.LabExperiment;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.option.HelpOption;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * {@code infill lab}: lists the experiments, each of which is a command below it.
 *
 * @param console what it talks to
 * @param experiments the experiments
 */
public record LabCommand(Console console, List<LabExperiment> experiments) implements Runnable {
  /** Copies the list. */
  public LabCommand {
    experiments = List.copyOf(experiments);
  }

  /** Returns the command with those below it. */
  public CommandLine commandLine() {
    CommandSpec command = CommandSpec.wrapWithoutInspection(this).name("lab");
    UsageMessageSpec usage = command.usageMessage();
    usage.description(
        "Run the papers' experiments that need no language model; without a command, list them.");
    usage.commandListHeading("%nCommands:%n");
    usage.optionListHeading("%nOptions:%n");
    usage.footer(
        "",
        "Examples:",
        "  infill lab",
        "  infill lab step-size --out lab",
        "",
        "infill lab %s --help explains every option.".formatted(experiments.get(0).name()));
    HelpOption.addTo(command);
    // A folder may be named after a command: --out lab.
    CommandLine commandLine = new CommandLine(command).setAllowSubcommandsAsOptionParameters(true);
    experiments.forEach(
        experiment ->
            commandLine.addSubcommand(
                new CommandLine(new LabExperimentCommand(console, experiment).spec())
                    .setAllowSubcommandsAsOptionParameters(true)));
    return commandLine;
  }

  @Override
  public void run() {
    StringBuilder list = new StringBuilder();
    for (LabExperiment experiment : experiments) {
      list.append("%-16s%s%n".formatted(experiment.name(), experiment.description()));
    }
    console.out().print(list.toString());
  }
}
