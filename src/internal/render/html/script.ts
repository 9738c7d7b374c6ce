import { type Html, html } from "../markup.ts";

/** No backslashes, because it is a template literal. The content security policy forbids setting styles. */
export const HTML_SCRIPT: Html = html`(function () {
"use strict";
var doc = document, byId = function (id) { return doc.getElementById(id); };
doc.documentElement.className = "js";
/* Without the script, a long list stays above the displayed view: hiding it would require a search of all nodes. */
doc.querySelector("main").className = "short";

/* A view in a noscript element is built when its link is followed. */
var folded = new Map();
doc.querySelectorAll("noscript[data-of]").forEach(function (each) { folded.set(each.getAttribute("data-of"), each); });
function unfold(id) {
  var place = folded.get(id);
  if (!place) return false;
  var made = doc.createElement("template");
  made.innerHTML = place.textContent;
  place.replaceWith(made.content);
  folded.delete(id);
  return true;
}
function show() {
  var id = decodeURIComponent(location.hash.slice(1)), view = id.split("-part-")[0];
  if (unfold(view)) location.replace("#" + id);
  var target = byId(id);
  if (!target) return;
  if (target.classList.contains("view")) { target.focus({ preventScroll: true }); scrollTo(0, 0); }
}
addEventListener("hashchange", show);
if (location.hash) show();
addEventListener("beforeprint", function () {
  if (folded.size <= 300) Array.from(folded.keys()).forEach(unfold);
  if (body) { list.every = true; apply(); }
});

/* Copying. */
doc.addEventListener("click", function (event) {
  var button = event.target.closest && event.target.closest(".copy");
  if (!button) return;
  var before = button.previousElementSibling, text = before.title || before.textContent;
  var done = function () {
    button.classList.add("done");
    setTimeout(function () { button.classList.remove("done"); }, 1200);
  };
  var byHand = function () {
    var field = doc.createElement("textarea");
    field.value = text;
    doc.body.append(field);
    field.select();
    doc.execCommand("copy");
    field.remove();
    button.focus();
    done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand); else byHand();
});

/* The table. Rows remain strings until they are shown, so that thousands of rows cost nothing. */
var body = byId("rows"), list = { every: false, count: 100 };
if (!body) return;
var all, chains = {}, kinds = "", order = "", ofChain = byId("chain");
var search = byId("search"), select = byId("order"), shown = byId("shown"), further = byId("further");
var at = function (row, name) {
  var from = row.indexOf(" data-" + name + '="') + name.length + 8;
  return row.slice(from, row.indexOf('"', from));
};
function rows() {
  if (all) return all;
  var texts = Array.from(body.children, function (row) { return row.outerHTML; });
  var more = byId("more");
  if (more) texts = texts.concat(more.textContent.split(String.fromCharCode(10)));
  texts.forEach(function (row) { if (row.indexOf('<tr class="chain"') === 0) chains[at(row, "c")] = row; });
  all = texts.filter(function (row) { return row.indexOf("<tr data-k=") === 0; }).map(function (row) {
    return { row: row, c: at(row, "c"), k: at(row, "k"), i: +at(row, "i"), b: +at(row, "b"), n: at(row, "n"), a: at(row, "a"), q: at(row, "q") };
  });
  return all;
}
var orders = {
  i: function (one, other) { return one.i - other.i; },
  n: function (one, other) { return one.n < other.n ? -1 : one.n > other.n ? 1 : one.i - other.i; },
  a: function (one, other) { return one.a < other.a ? -1 : 1; },
  b: function (one, other) { return other.b - one.b || one.i - other.i; }
};
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
function apply() {
  var words = escaped(search.value.trim().toLowerCase()).split(" ").filter(Boolean);
  var found = rows().filter(function (each) {
    return (!ofChain || !ofChain.value || each.c === ofChain.value) && (!kinds || (" " + kinds + " ").indexOf(" " + each.k + " ") !== -1) &&
      words.every(function (word) { return each.q.indexOf(word) !== -1; });
  });
  found.sort(orders[order] || orders.i);
  var count = list.every ? found.length : Math.min(found.length, list.count);
  var last;
  body.innerHTML = found.slice(0, count).map(function (each) {
    var head = order || each.c === last ? "" : chains[each.c] || "";
    last = each.c;
    return head + each.row;
  }).join("");
  tell(found.length, count);
}
function tell(found, count) {
  var total = +select.getAttribute("data-total");
  shown.textContent = found === 0 ? "No matching contracts." :
    count < found ? count.toLocaleString("en") + " of " + found.toLocaleString("en") + " shown" :
    found < total ? found.toLocaleString("en") + " of " + total.toLocaleString("en") + " contracts" : "";
  further.hidden = count >= found;
}
tell(+select.getAttribute("data-total"), body.querySelectorAll("[data-k]").length);
if (window.requestIdleCallback) requestIdleCallback(rows);
if (ofChain) ofChain.addEventListener("change", function () { list.count = 100; apply(); });
body.addEventListener("click", function (event) {
  var button = event.target.closest("[data-chain]");
  if (!button) return;
  ofChain.value = button.getAttribute("data-chain");
  list.count = 100;
  apply();
  ofChain.focus();
});
search.addEventListener("input", function () { list.count = 100; apply(); });
select.addEventListener("change", function () { order = select.value; apply(); });
further.addEventListener("click", function () { list.count += 400; apply(); });
doc.querySelectorAll(".filters button").forEach(function (button) {
  button.addEventListener("click", function () {
    kinds = button.getAttribute("data-of");
    doc.querySelectorAll(".filters button").forEach(function (each) {
      each.setAttribute("aria-pressed", String(each === button));
    });
    list.count = 100;
    apply();
  });
});
doc.addEventListener("keydown", function (event) {
  if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && search.offsetParent) {
    event.preventDefault();
    search.focus();
  }
});
})();
`;
