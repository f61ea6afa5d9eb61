// Runs before the page is painted, so that what needs JavaScript is never seen where there is none.
document.documentElement.classList.add("js");
// The question whether sounds are wished has a line of its own on a phone (moments.js), from the first picture of a page.
try { const device = JSON.parse(localStorage.getItem("device")); if (device?.asks && !("sound" in device)) document.documentElement.dataset.asks = ""; } catch { /* no memory */ }
