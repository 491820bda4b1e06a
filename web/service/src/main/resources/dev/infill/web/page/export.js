import { FILL } from "./control-list.js";
import { element } from "./dom.js";
import { copiesOnClick } from "./clipboard.js";
import { fillsByBlank, writtenFills } from "./fills-by-blank.js";

/** Spreadsheets take such cells for formulas, whoever wrote the text. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** What is told of a filling, where it is. */
const NUMBERS = ["twoWay", "energy", "total", "probability", "probabilityStandardError", "probabilityBound", "chains"];

function quoted(value) {
  const written = value === null || value === undefined ? "" : String(value);
  const text = typeof value === "string" && FORMULA.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The candidates as CSV (RFC 4180), a line each; log f of the pieces of a blank are added up. */
export function toCsv({ candidates }) {
  const blanks = fillsByBlank(candidates[0]?.fills ?? []).length;
  const told = NUMBERS.filter((name) => candidates[0]?.[name] !== undefined);
  const places = Array.from({ length: blanks }, (_, blank) => blank + 1);
  const head = [
    "rank", "text", ...told,
    ...places.flatMap((blank) => [`fill${blank}`, `logProbability${blank}`]),
  ];
  const rows = candidates.map((one, rank) => [
    rank + 1, one.text, ...told.map((name) => one[name]),
    ...writtenFills(one.fills).flatMap((fill, blank) => [fill, logProbability(one.fills, blank)]),
  ]);
  return [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function logProbability(fills, blank) {
  const { pieces } = fillsByBlank(fills)[blank];
  return pieces.some((piece) => piece.logProbability === null)
    ? null
    : pieces.reduce((sum, piece) => sum + piece.logProbability, 0);
}

/** The candidates as plain text, a line each. */
export function toText({ candidates }) {
  return candidates.map(({ text }) => `${text.replaceAll(/\s*[\r\n]\s*/g, " ")}\n`).join("");
}

function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** The buttons that take a result out of the page. */
export function exportBar(result) {
  const name = `infill-${result.settings.sampler ?? FILL}-${result.settings.seed}`;
  const button = (label, listener) => element("button", { type: "button", class: "quiet", ...listener }, label);
  const saver = (label, onclick) => button(label, { onclick });
  return element(
    "div",
    { class: "exports", role: "group", "aria-label": "Take the result with you" },
    saver("JSON", () => save(`${name}.json`, "application/json", `${JSON.stringify(result, null, 2)}\n`)),
    saver("CSV", () => save(`${name}.csv`, "text/csv", toCsv(result))),
    saver("Text", () => save(`${name}.txt`, "text/plain", toText(result))),
    copiesOnClick(button("Copy all"), () => toText(result)),
  );
}
