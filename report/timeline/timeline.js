"use strict";
/* Draws the time line. The arrays of the data have the order that timeline_page.c says. */
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const view = $("view"), canvas = $("canvas"), pen = canvas.getContext("2d");
const KINDS = ["fence", "access", "exposure", "lock", "lock_all"];
const ARROWS = ["put", "get", "update", "message", "collective"];
const LABEL = 150, STEP = 22, EPOCH = 18, STRIP = 10, GAP = 12;
let zoom = 40, tracks = [], chosen = null, window_ = -1, words = "", height = 0, color = {}, waiting = 0;

/* Items in the order of their begin, with the largest end so far: what is in sight is found by
 * halving. */
function series(items) {
  items.sort((a, b) => a[1] - b[1]);
  let most = 0;
  return { items, reach: items.map(m => (most = Math.max(most, m[2]))) };
}
function first(array, wanted, of) {
  let lo = 0, hi = array.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (of(array[mid]) < wanted) lo = mid + 1; else hi = mid;
  }
  return lo;
}
function* inSight(s, left, right) {
  for (let i = first(s.reach, left, x => x); i < s.items.length && s.items[i][1] <= right; i++)
    if (s.items[i][2] >= left) yield s.items[i];
}

/* A list such as 0-3,8; empty: all. */
function rankSet(text) {
  const parts = text.split(",").map(p => p.trim()).filter(p => p)
    .map(p => p.match(/^(\d+)(?:-(\d+))?$/)).filter(p => p);
  return rank => !parts.length || parts.some(p => rank >= +p[1] && rank <= +(p[2] || p[1]));
}

function prepare() {
  tracks = data.tracks.map((t, k) => ({ k, rank: t[0], rows: t[2], lost: t[3], moments: [], bars: [], copies: [] }));
  for (const m of data.moments) tracks[m[0]].moments.push(m);
  for (const b of data.bars) tracks[b[0]][b[3] < 10 ? "bars" : "copies"].push(b);
  for (const t of tracks) {
    t.windows = [...new Set(t.copies.map(b => b[8]))].sort((a, b) => a - b);
    for (const what of ["moments", "bars", "copies"]) t[what] = series(t[what]);
  }
  const begun = new Map();
  data.flights = series(data.arrows.map(a => {
    const before = begun.get(a[1]) || 0; /* arrows that begin in its column */
    begun.set(a[1], before + 1);
    return [a, Math.min(a[1], a[3]), Math.max(a[1], a[3]), before % 4 / 3];
  }));
}

function layOut() {
  const shown = rankSet($("ranks").value);
  let y = 26;
  for (const t of tracks) {
    t.shown = shown(t.rank);
    if (!t.shown) continue;
    t.top = y;
    t.strips = t.windows.filter(w => window_ < 0 || w === window_);
    t.steps = y + 4 + t.rows * EPOCH;
    t.height = t.rows * EPOCH + STEP + 8 + t.strips.length * (2 * STRIP + 6);
    y += t.height + GAP;
  }
  height = y;
  resize();
}

function resize() {
  view.style.height = Math.max(150, Math.min(height + 20, innerHeight * .7)) + "px";
  $("size").style.width = LABEL + (data.columns + 1) * zoom + "px";
  $("size").style.height = height + "px";
  canvas.style.width = canvas.style.height = 0; /* it must not be what makes scroll bars necessary */
  const ratio = devicePixelRatio || 1, w = view.clientWidth, h = view.clientHeight;
  canvas.width = w * ratio;
  canvas.height = h * ratio;
  canvas.style.width = w + "px";
  canvas.style.height = h + "px";
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw();
}

function colors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["bg", "fg", "soft", "line", "error", "focus", "call", "load", "store", "lane", "agree", "newer",
    "older", "bar-text", ...KINDS, ...ARROWS]) color[name] = style.getPropertyValue("--" + name).trim();
}

/* The browser is asked for these once for each picture: to ask is slow. */
let sight = { left: 0, top: 0, width: 0, height: 0 };
function look() {
  sight = { left: view.scrollLeft, top: view.scrollTop, width: view.clientWidth, height: view.clientHeight };
}
const x = column => LABEL + (column + .5) * zoom - sight.left;
const y = at => at - sight.top;
const place = i => { const p = data.places[i]; return p ? (p.file || "?") + ":" + (p.line || "?") + (p.function ? " in " + p.function : "") : ""; };
const said = m => data.texts[m[3]] + " " + place(m[4]) + " " + (m[7] < 0 ? "" : data.texts[m[7]]);
const dim = text => words && !text().toLowerCase().includes(words);
const hidden = w => window_ >= 0 && w >= 0 && w !== window_;

function label(text, left, top, width) {
  if (width < 28) return;
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width - 3, 20);
  pen.clip();
  pen.fillText(text, left + 4, top + 12);
  pen.restore();
}

/* Leaves out what falls on the pixel on which one of its row has ended, but not what is chosen. */
function* apart(items, row) {
  const last = [];
  for (const i of items) {
    const end = x(i[2]), r = row(i);
    if (end - last[r] < 1 && i !== chosen) continue;
    last[r] = end;
    yield i;
  }
}

function drawBar(t, b) {
  const left = Math.max(x(b[1]), LABEL - 4), right = Math.max(x(b[2]), left + 1), top = y(t.top + b[4] * EPOCH);
  pen.globalAlpha = hidden(b[8]) || dim(() => data.texts[b[5]] + place(b[6])) ? .2 : 1;
  pen.fillStyle = color[KINDS[b[3]]];
  pen.fillRect(left, top, right - left, EPOCH - 2);
  pen.fillStyle = color["bar-text"];
  label(data.texts[b[5]], left, top, right - left);
  if (chosen === b) outline(left, top, right - left, EPOCH - 2);
  pen.globalAlpha = 1;
}

function outline(left, top, width, high) {
  pen.strokeStyle = color.focus;
  pen.lineWidth = 2.5;
  pen.strokeRect(left - 1, top - 1, width + 2, high + 2);
}

/* What is narrower than a pixel and falls on the one before is drawn once. */
function drawMoments(t, left, right) {
  let last = -9;
  const top = y(t.steps);
  for (const m of inSight(t.moments, left, right)) {
    const text = data.texts[m[3]], at = x(m[1]), wide = Math.max((m[2] - m[1]) * zoom, Math.min(zoom * .5, 9), 2);
    if (at - last < 1 && wide <= 2 && m !== chosen && m[7] < 0) continue;
    last = at;
    const local = text.startsWith("load") || text.startsWith("store");
    pen.globalAlpha = hidden(m[5]) || dim(() => said(m)) ? .15 : 1;
    pen.fillStyle = m[7] >= 0 ? color.error : local ? color[text.startsWith("load") ? "load" : "store"] : color.call;
    pen.fillRect(at, top + (local ? 7 : 2), wide, local ? STEP - 14 : STEP - 4);
    if (m[7] >= 0 && wide >= 5) {
      pen.fillStyle = color.bg;
      pen.fillText("!", at + Math.min(wide, 12) / 2 - 2, top + 15);
    } else if (!local) {
      pen.fillStyle = color.bg;
      label(text.replace(/^MPI_(Win_)?/, "").replace(/\(.*/, ""), at, top + 3, wide);
    }
    if (m === chosen) outline(at, top + 1, wide, STEP - 2);
  }
  pen.globalAlpha = 1;
}

function hatch(left, top, width) {
  pen.fillStyle = color.older;
  pen.fillRect(left, top, width, STRIP);
  pen.strokeStyle = color.soft;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = Math.max(left, 0) + 3; at < Math.min(left + width, sight.width); at += 7) {
    pen.moveTo(at, top + STRIP);
    pen.lineTo(Math.min(at + 5, left + width), top);
  }
  pen.stroke();
}

function drawStrips(t, left, right) {
  t.strips.forEach((w, i) => {
    const top = y(t.steps + STEP + 3 + i * (2 * STRIP + 6));
    pen.fillStyle = color.agree;
    pen.fillRect(LABEL, top, sight.width, 2 * STRIP + 1);
    for (const b of apart(inSight(t.copies, left, right), b => b[3] + 2 * b[8])) {
      if (b[8] !== w) continue;
      const from = Math.max(x(b[1]), LABEL), wide = Math.max(x(b[2]) - from, 2), isPublic = b[3] === 11;
      pen.fillStyle = color.newer;
      pen.fillRect(from, top + (isPublic ? STRIP + 1 : 0), wide, STRIP);
      hatch(from, top + (isPublic ? 0 : STRIP + 1), wide);
      if (b === chosen) outline(from, top, wide, 2 * STRIP + 1);
    }
  });
}

/* `aside`: 0 to 1, so that arrows of one column do not lie on each other. */
function drawArrow(a, aside) {
  const from = tracks[a[0]], to = tracks[a[2]];
  if (!from.shown || !to.shown) return;
  const shift = Math.min(zoom * .5, 9) * (.1 + .8 * aside);
  const x0 = x(a[1]) + shift, x1 = x(a[3]) + shift;
  let y0 = y(from.steps) + STEP / 2, y1 = y(to.steps) + STEP / 2;
  if (Math.max(y0, y1) < 0 || Math.min(y0, y1) > sight.height) return;
  const down = y1 > y0 ? 1 : -1;
  if (from === to) { y0 -= 3; y1 = y0 - STEP; } else y1 -= down * STEP * .45;
  pen.strokeStyle = pen.fillStyle = color[ARROWS[a[4]]];
  pen.lineWidth = a[4] < 3 ? 1.6 : 1;
  pen.setLineDash(a[4] === 3 ? [5, 3] : a[4] === 4 ? [2, 3] : []);
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
  pen.setLineDash([]);
  if (zoom < 3) return;
  const back = a[4] === 1, tip = back ? [x0, y0] : [x1, y1], tail = back ? [x1, y1] : [x0, y0];
  const angle = Math.atan2(tip[1] - tail[1], tip[0] - tail[0]);
  pen.beginPath();
  pen.moveTo(tip[0], tip[1]);
  for (const turn of [-.45, .45]) pen.lineTo(tip[0] - 7 * Math.cos(angle + turn), tip[1] - 7 * Math.sin(angle + turn));
  pen.fill();
}

function drawArrows(left, right) {
  const wanted = [0, 1, 2].map(() => $("operations").checked)
    .concat($("messages").checked, $("collectives").checked);
  let last = new Map();
  for (const f of inSight(data.flights, left, right)) {
    const a = f[0];
    if (!wanted[a[4]]) continue;
    if (zoom < 3) { /* of many in one place, one */
      const key = a[0] * 4096 + a[2] * 8 + a[4], at = Math.round(x(a[1]));
      if (last.get(key) === at) continue;
      last.set(key, at);
    }
    drawArrow(a, f[3]);
  }
}

function drawLabels() {
  pen.fillStyle = color.bg;
  pen.fillRect(0, 0, LABEL - 4, sight.height);
  for (const t of tracks.filter(t => t.shown)) {
    pen.fillStyle = color.fg;
    pen.font = "600 13px system-ui, sans-serif";
    pen.fillText("rank " + t.rank, 8, y(t.top) + 12);
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = color.soft;
    if (t.lost) pen.fillText(t.lost + " more steps", 8, y(t.top) + 26);
    t.strips.forEach((w, i) => {
      const top = y(t.steps + STEP + 3 + i * (2 * STRIP + 6));
      const name = data.windows[w] || "";
      pen.fillText((name.length > 12 ? name.slice(0, 11) + "\u2026" : name) + " private", 8, top + 9);
      pen.fillText("public", 8, top + STRIP + 10);
    });
  }
}

function draw() {
  waiting = 0;
  look();
  pen.fillStyle = color.bg;
  pen.fillRect(0, 0, sight.width, sight.height);
  pen.font = "11px system-ui, sans-serif";
  const left = (sight.left / zoom) - 1, right = (sight.left + sight.width - LABEL) / zoom + 1;
  const seen = tracks.filter(t => t.shown && y(t.top) < sight.height && y(t.top + t.height) > 0);
  for (const t of seen) {
    pen.fillStyle = color.lane;
    pen.fillRect(0, y(t.steps) - 1, sight.width, STEP + 1);
    for (const b of apart(inSight(t.bars, left, right), b => b[4])) drawBar(t, b);
    drawStrips(t, left, right);
  }
  drawArrows(left, right);
  for (const t of seen) drawMoments(t, left, right);
  drawLabels();
}
function soon() { if (!waiting) waiting = requestAnimationFrame(draw); }

function setZoom(to, about) {
  const at = about === undefined ? (view.clientWidth - LABEL) / 2 : about - LABEL;
  const column = (view.scrollLeft + at) / zoom;
  zoom = Math.min(200, Math.max((view.clientWidth - LABEL - 20) / (data.columns + 1), .0005, Math.min(to, 200)));
  resize();
  view.scrollLeft = column * zoom - at;
  soon();
}

const trackOf = item => tracks[item[0]];
function describe(item) {
  const isStep = item.length === 8, lines = [];
  const source = i => data.places[i] && data.places[i].source ? "\n" + data.places[i].source : "";
  const name = isStep ? item[5] : item[8];
  lines.push("rank " + trackOf(item).rank + (isStep && item[6] ? ", thread " + item[6] : "") +
    (name >= 0 ? ", window " + data.windows[name].replace(/^window /, "") : ""));
  if (isStep) {
    if (item[4] >= 0) lines.push("at " + place(item[4]) + source(item[4]));
    if (item[7] >= 0) lines.push("finding: " + data.texts[item[7]]);
  } else {
    lines.push("from " + (place(item[6]) || "a place that is not known") + source(item[6]));
    lines.push("to " + (item[7] < 0 ? "the end of what was seen" : place(item[7]) + source(item[7])));
  }
  return [data.texts[isStep ? item[3] : item[5]], lines.join("\n"), isStep && item[7] >= 0];
}

function choose(item, reveal) {
  chosen = item;
  const detail = $("detail"), title = document.createElement("b");
  if (item) {
    const [what, text, bad] = describe(item);
    title.textContent = what;
    detail.replaceChildren(title, text);
    detail.classList.toggle("bad", !!bad);
    const t = trackOf(item);
    look();
    if (reveal) {
      if (x(item[1]) < LABEL + 20 || x(item[1]) > view.clientWidth - 60)
        view.scrollLeft = item[1] * zoom - (view.clientWidth - LABEL) / 2;
      if (y(t.top) < 0 || y(t.top + t.height) > view.clientHeight) view.scrollTop = t.top - 30;
    }
  }
  soon();
}

function hit(px, py) {
  const at = py + view.scrollTop, column = (px - LABEL + view.scrollLeft) / zoom - .5;
  const t = tracks.find(t => t.shown && at >= t.top && at < t.top + t.height);
  if (!t || px < LABEL) return null;
  const near = Math.max(.6, 4 / zoom), within = s => [...inSight(s, column - near, column + near)];
  if (at < t.steps) {
    const row = Math.floor((at - t.top) / EPOCH);
    return within(t.bars).find(b => b[4] === row && b[1] <= column && b[2] >= column) || null;
  }
  if (at < t.steps + STEP)
    return within(t.moments).sort((a, b) => Math.abs(a[1] - column + .2) - Math.abs(b[1] - column + .2))[0] || null;
  const w = t.strips[Math.floor((at - t.steps - STEP - 3) / (2 * STRIP + 6))];
  return within(t.copies).find(b => b[8] === w && b[1] <= column + near && b[2] >= column - near) || null;
}

/* The step at the other end of an arrow that begins or ends at this one. */
function partner(item) {
  for (const f of inSight(data.flights, item[1], item[2])) {
    const a = f[0];
    const [k, column] = a[0] === item[0] && a[1] === item[1] ? [a[2], a[3]]
      : a[2] === item[0] && a[3] === item[1] ? [a[0], a[1]] : [-1, 0];
    if (k >= 0 && tracks[k].shown) return nearest(tracks[k], column);
  }
  return null;
}
function nearest(t, column) {
  const s = t.moments.items, i = first(s, column, m => m[1]);
  return s[i] || s[i - 1] || null;
}
function step(by) {
  const t = chosen ? trackOf(chosen) : tracks.find(t => t.shown);
  if (!t) return;
  const s = t.moments.items, i = chosen ? s.indexOf(chosen) : -1;
  choose(i >= 0 ? s[i + by] || chosen : nearest(t, chosen ? chosen[1] : 0), true);
}
function otherRank(by) {
  const shown = tracks.filter(t => t.shown), i = chosen ? shown.indexOf(trackOf(chosen)) : -1;
  const t = shown[i < 0 ? 0 : i + by];
  if (t) choose(nearest(t, chosen ? chosen[1] : 0), true);
}
function findNext() {
  const all = data.moments, start = chosen ? all.indexOf(chosen) : -1;
  for (let n = 1; words && n <= all.length; n++) {
    const m = all[(start + n) % all.length];
    if (!dim(() => said(m)) && trackOf(m).shown && !hidden(m[5])) return choose(m, true);
  }
}

const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => otherRank(-1), ArrowDown: () => otherRank(1),
  Enter: () => { const m = chosen && partner(chosen); if (m) choose(m, true); },
  "+": () => setZoom(zoom * 1.5), "=": () => setZoom(zoom * 1.5), "-": () => setZoom(zoom / 1.5), "0": () => setZoom(0),
  Home: () => choose(chosen ? trackOf(chosen).moments.items[0] : null, true),
  End: () => choose(chosen ? trackOf(chosen).moments.items.at(-1) : null, true),
  n: findNext
};

/* The table: a part of a rank's steps at a time. */
const PART = 200;
let part = 0;
function table() {
  const t = tracks[+$("table-rank").value] || tracks[0], body = document.createDocumentFragment();
  if (!t) return;
  const s = t.moments.items;
  part = Math.max(0, Math.min(part, Math.floor((s.length - 1) / PART)));
  for (const m of s.slice(part * PART, (part + 1) * PART)) {
    const row = document.createElement("tr");
    [m[1] + 1, data.texts[m[3]], m[5] < 0 ? "" : data.windows[m[5]], place(m[4]), m[7] < 0 ? "" : data.texts[m[7]]]
      .forEach((text, i) => {
        const cell = row.insertCell();
        cell.textContent = text;
        if (i === 4 && text) cell.className = "bad";
      });
    body.append(row);
  }
  $("rows").replaceChildren(body);
  $("part").textContent = s.length ? (part * PART + 1) + " to " + Math.min(s.length, (part + 1) * PART) + " of " +
    s.length + (t.lost ? "; " + t.lost + " more are not in this page" : "") : "no steps";
}

function listen() {
  view.addEventListener("scroll", soon);
  view.addEventListener("click", e => { choose(hit(e.clientX - view.getBoundingClientRect().left,
    e.clientY - view.getBoundingClientRect().top)); view.focus(); });
  view.addEventListener("wheel", e => {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    setZoom(zoom * Math.exp(-e.deltaY / 300), e.clientX - view.getBoundingClientRect().left);
  }, { passive: false });
  view.addEventListener("keydown", e => {
    if (!keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    keys[e.key]();
  });
  for (const id of ["operations", "messages", "collectives"]) $(id).addEventListener("change", soon);
  $("window").addEventListener("change", e => { window_ = +e.target.value; layOut(); });
  $("ranks").addEventListener("input", layOut);
  $("find").addEventListener("input", e => {
    words = e.target.value.toLowerCase();
    $("found").textContent = words ? data.moments.filter(m => !dim(() => said(m))).length + " steps" : "";
    soon();
  });
  $("find").addEventListener("keydown", e => { if (e.key === "Enter") findNext(); });
  $("next").addEventListener("click", findNext);
  $("in").addEventListener("click", () => setZoom(zoom * 1.5));
  $("out").addEventListener("click", () => setZoom(zoom / 1.5));
  $("fit").addEventListener("click", () => setZoom(0));
  $("table-rank").addEventListener("change", () => { part = 0; table(); });
  $("earlier").addEventListener("click", () => { part--; table(); });
  $("later").addEventListener("click", () => { part++; table(); });
  addEventListener("resize", resize);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colors(); soon(); });
}

function fill() {
  data.windows.forEach((name, i) => $("window").add(new Option(name, i)));
  tracks.forEach((t, i) => $("table-rank").add(new Option(t.rank, i)));
  const legend = [["fence", "fence epoch"], ["access", "access epoch"], ["exposure", "exposure epoch"], ["lock", "lock"],
    ["lock_all", "lock_all"], ["put", "put"], ["get", "get"], ["update", "accumulate and its like"], ["message", "message"],
    ["newer", "this copy is newer"], ["older", "this copy is older"], ["agree", "the copies agree"], ["error", "finding"]];
  for (const [name, text] of legend) {
    const entry = document.createElement("li"), mark = document.createElement("i");
    mark.style.background = "var(--" + name + ")";
    entry.append(mark, text);
    $("legend").append(entry);
  }
}

prepare();
fill();
colors();
listen();
layOut();
if (data.columns * zoom > 4 * view.clientWidth) setZoom(8);
table();
const bad = data.moments.find(m => m[7] >= 0);
if (bad) choose(bad, true);
})();
