// The light or dark theme of the playground and the API reference: the system's preference until the reader selects one
// with the button or by a link with #theme=…. Runs in the head, before anything is drawn. In the reference it also
// unfolds the section that a link leads to.
"use strict";
{
  const name = "tatami-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen;
  try { chosen = localStorage.getItem(name); } catch { /* storage is not allowed: the choice applies to this page only */ }

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

  /** Unfolds the section that the address names, and what it is folded into. */
  const unfold = () => {
    const section = document.querySelector("main")?.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`);
    const folds = [section?.querySelector(":scope > details") ?? section?.parentElement.querySelector(`[id="${section.id}"] + details`)];
    for (let one = section?.closest("details"); one; one = one.parentElement.closest("details")) folds.push(one);
    for (const one of folds) if (one) one.open = true;
    if (folds.some(Boolean)) section.scrollIntoView();
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
    // The table of contents is open if there is room beside the text; else it closes after a selection.
    const contents = document.getElementById("contents");
    if (contents === null) return;
    for (const one of document.querySelectorAll(".origin")) one.textContent = location.origin;
    unfold();
    addEventListener("hashchange", unfold);
    const wide = matchMedia("(min-width: 801px)");
    const fit = () => { contents.open = wide.matches; };
    fit();
    wide.addEventListener("change", fit);
    contents.addEventListener("click", ({ target }) => { if (target.closest("a") !== null && !wide.matches) contents.open = false; });
  });
}
