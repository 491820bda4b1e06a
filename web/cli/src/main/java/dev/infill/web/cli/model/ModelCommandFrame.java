package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.evaluation.table.Table;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands that look after compiled models have in common: cache, output, answers. */
final class ModelCommandFrame {
  private final Console console;
  private final CachedModels cached = new CachedModels();
  private final OutputOptions output = new OutputOptions();
  private final JsonLines json = new JsonLines();

  ModelCommandFrame(Console console) {
    this.console = console;
  }

  /**
   * Returns a command with its options and those of all.
   *
   * @param command the command, annotated
   * @param heading what help calls its own options and parameters
   * @param own these; empty if it has none
   */
  CommandSpec spec(Object command, String heading, Optional<CommandSpec> own) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command);
    OptionGroups groups = new OptionGroups();
    own.ifPresent(options -> groups.add(heading, options));
    groups
        .add("Cache", CommandSpec.forAnnotatedObject(cached))
        .add("Output", output.spec())
        .applyTo(spec);
    return spec;
  }

  /** Returns what lies in the cache. */
  ModelInventory inventory() {
    return cached.inventory();
  }

  Palette palette() {
    return output.palette(console);
  }

  ProgressDisplay progress() {
    return new ProgressDisplay(console, output.isQuiet());
  }

  /**
   * Answers, in the form that was asked for.
   *
   * @param record the answer for programs
   * @param text the same for people, with its line ends
   */
  void print(Record record, String text) {
    console.out().print(output.isJson() ? json.line(record) + "\n" : text);
  }

  /**
   * Answers with all of several things, in the form that was asked for.
   *
   * @param records them for programs, a line each
   * @param table the same for people; a file has rows of any length
   */
  void printAll(List<? extends Record> records, Table table) {
    if (output.isJson()) {
      records.forEach(record -> print(record, ""));
    } else if (!records.isEmpty()) {
      printText(table.text(console.outIsTerminal() ? console.columns() : Integer.MAX_VALUE));
    }
  }

  /** Tells people what programs can tell by themselves. */
  void printText(String text) {
    if (!output.isJson()) {
      console.out().print(text);
    }
  }

  /** Tells people why there is no answer, if there is no model. */
  void explainIfEmpty(List<CachedModel> models, ModelInventory inventory) {
    if (models.isEmpty() && !output.isQuiet()) {
      console.complain("there are no compiled models in " + inventory.folder());
    }
  }
}
