'use strict';
// The page works without this: here are the filter, the buttons and the keys j, k, / and ?.
(function () {
  var list = Array.from(document.querySelectorAll('.finding'));
  var groups = Array.from(document.querySelectorAll('.group'));
  var words = list.map(function (f) { return f.querySelector('summary').textContent.toLowerCase(); });
  var search = document.getElementById('search');
  var boxes = Array.from(document.querySelectorAll('#tools input[type=checkbox]'));
  var shown = document.getElementById('shown');
  var most = 500, page = 0, found = []; // so many are shown at once; those that pass the filter
  var turns = document.getElementById('turns');
  document.body.classList.add('live');

  function show() {
    var from = page * most, now = found.slice(from, from + most);
    list.forEach(function (f) { f.hidden = true; });
    now.forEach(function (f) { f.hidden = false; });
    groups.forEach(function (g) { g.hidden = !g.querySelector('.finding:not([hidden])'); });
    shown.textContent = (now.length < found.length ? from + 1 + ' to ' + (from + now.length) + ' of ' : '') +
      found.length + ' of ' + list.length + ' shown';
    turns.hidden = found.length <= most;
  }

  function turn(step) {
    page = Math.max(0, Math.min(Math.ceil(found.length / most) - 1, page + step));
    show();
  }

  function filter() {
    var text = search.value.trim().toLowerCase();
    var on = boxes.filter(function (b) { return b.checked; }).map(function (b) { return b.value; });
    found = list.filter(function (f, i) {
      return on.indexOf(f.dataset.kind) >= 0 && (text === '' || words[i].indexOf(text) >= 0);
    });
    page = 0;
    show();
  }

  function visible() { return list.filter(function (f) { return !f.hidden; }); }

  function move(step) {
    var all = visible(), at = -1;
    all.forEach(function (f, i) { if (f.contains(document.activeElement)) at = i; });
    var next = all[Math.max(0, Math.min(all.length - 1, at + step))];
    if (next) next.querySelector('summary').focus();
  }

  function open(value) { visible().forEach(function (f) { f.open = value; }); }

  function target() {
    var f = location.hash && document.getElementById(location.hash.slice(1));
    if (f && found.indexOf(f) >= 0) {
      page = Math.floor(found.indexOf(f) / most);
      show();
      f.scrollIntoView();
    }
    if (f && f.open === false) f.open = true;
  }

  search.addEventListener('input', filter);
  boxes.forEach(function (b) { b.addEventListener('change', filter); });
  document.getElementById('back').addEventListener('click', function () { turn(-1); });
  document.getElementById('on').addEventListener('click', function () { turn(1); });
  document.getElementById('open').addEventListener('click', function () { open(true); });
  document.getElementById('close').addEventListener('click', function () { open(false); });
  document.addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === search) {
      if (e.key === 'Escape') { search.value = ''; filter(); search.blur(); }
      return;
    }
    if (e.key === 'j') move(1);
    else if (e.key === 'k') move(-1);
    else if (e.key === '/') { e.preventDefault(); search.focus(); }
  });
  window.addEventListener('hashchange', target);
  filter();
  target();
})();
