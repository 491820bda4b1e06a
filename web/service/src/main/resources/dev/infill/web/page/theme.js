// A classic script, not a module: it runs before anything is painted, so a chosen theme does not flash.
(() => {
  const KEY = "infill.theme";
  const root = document.documentElement;
  const show = (theme) => {
    if (theme === "light" || theme === "dark") {
      root.dataset.theme = theme;
    } else {
      delete root.dataset.theme;
    }
  };
  const kept = () => {
    try {
      return localStorage.getItem(KEY) ?? "auto";
    } catch {
      return "auto";
    }
  };
  show(kept());
  addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    select.value = root.dataset.theme ?? "auto";
    select.addEventListener("change", () => {
      show(select.value);
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    });
  });
})();
