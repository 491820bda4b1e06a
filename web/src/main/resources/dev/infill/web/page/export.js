import { element } from "./dom.js";
import { copyText } from "./clipboard.js";

function quoted(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The candidates as CSV (RFC 4180), a line each. */
export function toCsv({ candidates }) {
  const blanks = candidates[0]?.fills.length ?? 0;
  const numbers = Array.from({ length: blanks }, (_, blank) => blank + 1);
  const head = [
    "rank", "text", "energy", "share", "shareStandardError", "chains",
    ...numbers.flatMap((blank) => [`fill${blank}`, `logProbability${blank}`]),
  ];
  const rows = candidates.map((one, rank) => [
    rank + 1, one.text, one.energy, one.share, one.shareStandardError, one.chains,
    ...one.fills.flatMap(({ token, logProbability }) => [token, logProbability]),
  ]);
  return [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** The candidates as plain text, a line each. */
export function toText({ candidates }) {
  return candidates.map(({ text }) => `${text}\n`).join("");
}

function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** The buttons that take a result out of the page. */
export function exportBar(result) {
  const name = `infill-${result.settings.sampler}-${result.settings.seed}`;
  const button = (label, onclick) => element("button", { type: "button", class: "quiet", onclick }, label);
  return element(
    "div",
    { class: "exports", role: "group", "aria-label": "Take the result with you" },
    button("JSON", () => save(`${name}.json`, "application/json", `${JSON.stringify(result, null, 2)}\n`)),
    button("CSV", () => save(`${name}.csv`, "text/csv", toCsv(result))),
    button("Text", () => save(`${name}.txt`, "text/plain", toText(result))),
    button("Copy all", (event) => copyText(toText(result), event.currentTarget)),
  );
}
