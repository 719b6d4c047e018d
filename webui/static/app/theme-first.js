// Sets the theme before the first paint, so that a dark room is never lit by a white page. Classic script on purpose.
(function () {
  let wanted = "auto";
  try { wanted = localStorage.getItem("theme") || "auto"; } catch { /* storage is switched off: follow the system */ }
  const light = wanted === "light" || (wanted !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
})();
