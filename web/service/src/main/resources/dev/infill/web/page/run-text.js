import { FILL } from "./control-list.js";
import * as fillText from "./fill-text.js";
import * as sampleText from "./sample-text.js";

/** How a run is told of: the search for the most probable fillings and samplers have the same functions. */
export function textOf({ mode }) {
  return mode === FILL ? fillText : sampleText;
}
