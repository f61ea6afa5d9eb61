// The devices to which notices are pushed: this browser is asked only when its user presses the button, and all forms of the
// panel are answered in place.
(() => {
  "use strict";
  const place = document.getElementById("push");
  if (!place) return;
  const rows = () => place.querySelector(".places__rows"), said = place.querySelector(".places__said");
  const lang = document.documentElement.lang, language = lang === "en" ? "en-GB" : lang, DAY = 86400000;

  // Moments by the clock of this device: "today, 14:02".
  function clocks() {
    const day = (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate());
    for (const time of place.querySelectorAll("time")) {
      const at = new Date(time.dateTime), days = Math.round((day(new Date()) - day(at)) / DAY);
      const near = days >= 0 && days < 2 && new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
      const words = near || new Intl.DateTimeFormat(language, { day: "numeric", month: "long" }).format(at);
      const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
      time.textContent = "day" in time.dataset ? words : `${words}, ${clock}`;
    }
  }

  // --- what this browser can do
  const home = () => /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;

  async function state() {
    if (!isSecureContext) return "insecure";
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return home() ? "home" : "none";
    if (Notification.permission === "denied") return "denied";
    const registration = await navigator.serviceWorker.getRegistration("/");
    const mine = registration && await registration.pushManager.getSubscription();
    return "ready" in rows().dataset && Notification.permission === "granted" && mine ? "" : "ask";
  }

  async function show() {
    const now = await state(), line = place.querySelector("[data-allow]");
    line.hidden = !now;
    for (const part of line.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== now;
    line.querySelector("form").hidden = now !== "ask";
  }

  // --- the site's key and the browser's address
  function bytes(text) {
    const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  }

  function same(key, wanted) {
    const found = key ? new Uint8Array(key) : [];
    return found.length === wanted.length && wanted.every((byte, at) => byte === found[at]);
  }

  async function subscription() {
    if (await Notification.requestPermission() !== "granted") return null;
    await navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "all" });
    const { pushManager } = await navigator.serviceWorker.ready, key = bytes(place.dataset.key);
    const known = await pushManager.getSubscription();
    if (known && same(known.options.applicationServerKey, key)) return known;
    if (known) await known.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  async function forget() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const mine = registration && await registration.pushManager.getSubscription();
    if (mine) await mine.unsubscribe();
  }

  // --- the forms
  async function send(action, data) {
    const answer = await fetch(action, { method: "POST", body: data, redirect: "manual", headers: { "Fairdeal-Panel": "1" } });
    if (answer.type === "opaqueredirect") return location.reload();  // signed out meanwhile
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".places__rows");
    if (!fresh) throw new Error(String(answer.status));
    const button = document.activeElement, value = button && place.contains(button) ? button.value : "";
    const here = rows().querySelector("[data-here]");
    rows().replaceWith(fresh);
    said.textContent = fresh.dataset.said;
    const again = value && fresh.querySelector(`button[value="${value}"]`);
    if (again) again.focus({ preventScroll: true });
    if (here && !fresh.querySelector("[data-here]")) await forget();
    clocks();
    came();
    await show();
  }

  place.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    event.preventDefault();
    const data = new FormData(form, button), words = button.innerHTML;
    button.disabled = true;
    if (button.dataset.busy && !/remove/.test(button.formAction)) button.textContent = button.dataset.busy;
    said.textContent = "";
    shown = false;
    try {
      if ("subscribe" in form.dataset) {
        const found = await subscription();
        if (!found) return await show();
        const { endpoint, keys } = found.toJSON();
        for (const [name, value] of Object.entries({ endpoint, ...keys })) data.set(name, value);
      }
      await send(button.hasAttribute("formaction") ? button.formAction : form.action, data);
    } catch {
      said.textContent = said.dataset.failed;
    } finally {
      button.disabled = false;
      button.innerHTML = words;
    }
  });

  // The worker says when a test has been shown here, before or after the push service has said that it took it.
  let shown = false;
  function came() {
    const told = shown && place.querySelector("[data-here] [data-came]");
    if (!told) return;
    told.querySelector(".place__word").textContent = said.textContent = told.dataset.came;
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.addEventListener("message", ({ data }) => {
    shown = shown || Boolean(data) && data.pushed === "test";
    came();
  });

  clocks();
  show();
})();
