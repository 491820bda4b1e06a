package dev.infill.web.batch;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.corpora.file.RawLine;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.JsonMembers;
import dev.infill.web.api.MalformedJsonException;
import dev.infill.web.api.SampleRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A line of the input: a request with an id.
 *
 * @param number the number of the line, from 1
 * @param id what the line calls itself, else its number
 * @param members its JSON object; empty if it is refused
 * @param refusal why it is refused before it is looked at as a request
 */
record BatchLine(
    long number, String id, Optional<JsonMembers> members, Optional<RuntimeException> refusal) {
  private static final String ID = "id";

  /**
   * Reads a line. One that is no JSON object, or whose id is no id, has its number for an id.
   *
   * @param line the line
   */
  static BatchLine of(RawLine line) {
    String number = Long.toString(line.number());
    if (line.isTooLong()) {
      return refused(
          line,
          new InvalidInputException(
              "line", "the line is longer than %,d bytes".formatted(RawLine.LONGEST)));
    }
    try {
      JsonMembers members = JsonMembers.readLine(line.bytes());
      String id = members.textOrWholeNumber(ID).orElse(number);
      if (id.isBlank()) {
        throw new InvalidInputException(ID, "the id is blank; leave it out, or give one");
      }
      return new BatchLine(line.number(), id, Optional.of(members), Optional.empty());
    } catch (InvalidInputException | MalformedJsonException e) {
      return refused(line, e);
    }
  }

  private static BatchLine refused(RawLine line, RuntimeException refusal) {
    return new BatchLine(
        line.number(), Long.toString(line.number()), Optional.empty(), Optional.of(refusal));
  }

  /**
   * Returns what is asked for.
   *
   * @param defaults what holds where the line says nothing
   * @param model the model
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is
   * @throws MalformedJsonException if the line is no JSON object
   */
  FillRequest request(FillSettings defaults, ModelDescription model) {
    return FillRequest.of(members(FillRequest.MEMBERS), defaults, model);
  }

  /** Returns what is asked for of chains, as {@link #request(FillSettings, ModelDescription)}. */
  SampleRequest request(SampleSettings defaults, ModelDescription model) {
    return SampleRequest.of(members(SampleRequest.MEMBERS), defaults, model);
  }

  private JsonMembers members(List<String> known) {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return members
        .orElseThrow()
        .requireKnown(Stream.concat(Stream.of(ID), known.stream()).toArray(String[]::new));
  }
}
