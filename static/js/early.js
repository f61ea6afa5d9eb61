// Runs before the page is painted, so that what needs JavaScript is never seen where there is none.
document.documentElement.classList.add("js");
