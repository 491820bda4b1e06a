const SHOWN_MILLISECONDS = 1500;

/** Copies a text, and says so on the button that asked for it. */
export async function copyText(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = copyBySelection(text) ? "Copied" : "Not copied";
  }
  setTimeout(() => (button.textContent = label), SHOWN_MILLISECONDS);
}

/** Where the page did not come over HTTPS or from this machine there is no clipboard to write to. */
function copyBySelection(text) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
