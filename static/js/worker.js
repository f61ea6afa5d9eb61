// Has the browser run the service worker (games/lobby/worker.js), when the page is there and its own requests are done.
if ("serviceWorker" in navigator && isSecureContext) addEventListener("load", () => {
  navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "all" }).catch(() => {});  // nothing needs it
});
