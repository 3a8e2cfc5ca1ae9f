// Light or dark, in the playground and the API reference alike: as the system prefers until somebody chooses
// with the button or comes by a link with #theme=…, then as was chosen. Runs in the head, before anything is drawn.
"use strict";
{
  const name = "tatami-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen;
  try { chosen = localStorage.getItem(name); } catch { /* not allowed to keep anything: for this page only */ }

  const choose = (theme) => {
    chosen = theme;
    try { localStorage.setItem(name, theme); } catch { /* as above */ }
    show();
  };
  const isDark = () => (chosen === "dark" || chosen === "light" ? chosen === "dark" : dark.matches);
  const show = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(isDark()));
  };
  const readLink = () => {
    const theme = new URLSearchParams(location.hash.slice(1)).get("theme");
    if (theme === "dark" || theme === "light") choose(theme);
  };

  show();
  readLink();
  dark.addEventListener("change", show);
  addEventListener("hashchange", readLink);
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
    show();
    // The contents stand open where there is room beside the text; elsewhere they close once a place is chosen.
    const contents = document.getElementById("contents");
    if (contents === null) return;
    const wide = matchMedia("(min-width: 801px)");
    const fit = () => { contents.open = wide.matches; };
    fit();
    wide.addEventListener("change", fit);
    contents.addEventListener("click", ({ target }) => { if (target.closest("a") !== null && !wide.matches) contents.open = false; });
  });
}
