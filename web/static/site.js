/* A little comfort; every page works without it. "/" goes to the search box, the arrow keys to the change before and after. */
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`a[rel~="${rel}"]`);
  if (link) link.click();
  if (event.key === "/") {
    event.preventDefault();
    document.querySelector("input[type=search]")?.focus();
  }
});
