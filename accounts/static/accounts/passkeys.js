// allauth's scripts talk to the device. This one says so when that fails, instead of keeping it to the console.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const sentence = document.getElementById("passkey_error");
  if (sentence) sentence.hidden = false;
});
