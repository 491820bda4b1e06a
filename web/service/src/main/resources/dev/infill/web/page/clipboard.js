import { byId } from "./dom.js";

const SHOWN_MILLISECONDS = 1500;

/**
 * Makes a button copy a text; it says so for a moment, also to those who hear the page.
 *
 * @param {HTMLButtonElement} button
 * @param {() => string} text asked for at every click
 * @returns {HTMLButtonElement} the button
 */
export function copiesOnClick(button, text) {
  const label = button.textContent;
  let timer = 0;
  button.addEventListener("click", async () => {
    const said = (await copy(text())) ? "Copied" : "Not copied";
    button.textContent = said;
    byId("live").textContent = `${said}.`;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), SHOWN_MILLISECONDS);
  });
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Where the page did not come over HTTPS or from this machine there is no clipboard to write to. */
function copyBySelection(text) {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return copied;
}
