// Before anything is painted: the colours that were chosen last time.
try {
  const saved = JSON.parse(localStorage.getItem("crownhead.settings") ?? "{}");
  const root = document.documentElement;
  if (typeof saved.theme === "string") root.dataset.theme = saved.theme;
  if (typeof saved.pieces === "string") root.dataset.pieces = saved.pieces;
  if (saved.mode === "light" || saved.mode === "dark") root.dataset.mode = saved.mode;
} catch {
  // Nothing was saved, or nothing may be read: the usual colours.
}
