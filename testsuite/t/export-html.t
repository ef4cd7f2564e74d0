#!/usr/bin/python3
"""The page of a report in a browser: with and without JavaScript, light and dark, by keyboard, and
with 1,000 findings."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from browser import *
from exports import *

report, path = report_of(30)
first = report['findings'][0]
for n, at in enumerate(first['locations']):
    at.update(rank=2 * n, epoch='fence epoch 3')
first['locations'][0]['role'] = 'RMA operation'
first.update(memory={'lo': 0, 'hi': 8, 'bytes': 8}, window=dict(first['window'], owner=2),
             arrows=[{'from': 0, 'to': 1, 'kind': 'start'}, {'from': 0, 'to': 1, 'kind': 'missing'}])
report['findings'][1]['suppressed'] = {'line': 3, 'reason': 'known well'}
page = TMP / 'page.html'
page.write_text(export('html', saved(report)))
text = page.read_text()

# What the page contains.
picture = re.search(r'<svg.*?</svg>', text, re.S)[0]
for part in ('rank 0', 'rank 2', 'owns the window', 'fence epoch 3', 'class="missing"',
             'class="known"', 'class="moves"', 'private copy', 'public copy',
             'No MPI_Win_fence between'):
    has(picture, part, f'the picture has {part}')
same(re.findall(r'(?:src|href)="([^"#]*)"', text), ['data:,'], 'the page names no other file')
has(text, 'trace level', 'the summary says what was checked')
has(text, 'threads of one process are not compared', 'and what was not')
place = first['locations'][0]['line']
has(text, f'<mark><span>{place}</span>  line_{place}(a &lt; b', 'the line is marked')
ok(text.count('class="source"') == 60, 'two excerpts for each finding')
has(text, '<pre>[lock-twice]\nfunction = exchange_0\nfile = halo.c\n', 'a suppression to paste')

browser = Browser()
try:
    browser.open(page)
    same(browser.console(), [], 'nothing on the console')
    same(browser.run('return performance.getEntriesByType("resource").filter('
                     'r => !r.name.startsWith("data:")).length'), 0, 'nothing is loaded')
    count = 'return document.querySelectorAll(".finding:not([hidden])").length'
    same(browser.run(count), 30, 'all findings are there')
    # By keyboard alone.
    browser.keys('/' + 'halo.c:' + str(place) + ' ')
    ok(0 < browser.run(count) < 30, 'typing filters')
    browser.keys(ESCAPE)
    same(browser.run(count), 30, 'Escape shows all')
    browser.keys('j' + ENTER)
    same(browser.run('return document.querySelector(".finding").open'), True, 'j, Enter open one')
    browser.keys('jj')
    same(browser.run('return document.activeElement.parentNode.id'), 'f2', 'j goes on')
    browser.keys('k')
    same(browser.run('return document.activeElement.parentNode.id'), 'f1', 'k goes back')
    browser.open(page)
    browser.keys(TAB)
    same(browser.run('return document.activeElement.className'), 'skip', 'the first Tab: a skip link')
    seen = set()
    for _ in range(14):
        browser.keys(TAB)
        seen.add(browser.run('return document.activeElement.id || document.activeElement.tagName'))
    ok({'search', 'INPUT', 'open', 'close', 'SUMMARY'} <= seen, 'Tab reaches everything', seen)
    browser.click('#tools input[value=note]')
    same(browser.run(count), 20, 'kinds can be hidden')
    browser.click('#tools input[value=excused]')
    same(browser.run(count), 19, 'excused ones too')
    browser.click('#open')
    ok(browser.run('return [...document.querySelectorAll(".finding:not([hidden])")].every(f => f.open)'),
       'all can be opened')
    # Light and dark: contrast of the text by the formula of WCAG 2.
    contrast = '''
      const lum = c => { const v = c.match(/[0-9.]+/g).slice(0, 3).map(x => x / 255).map(
        x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
      const bg = lum(getComputedStyle(document.body).backgroundColor);
      return ["body", "dt", ".error", ".note", ".excused", "a"].map(s => {
        const fg = lum(getComputedStyle(document.querySelector(s)).color);
        return (Math.max(fg, bg) + 0.05) / (Math.min(fg, bg) + 0.05); });'''
    back = 'return getComputedStyle(document.body).backgroundColor'
    backs = []
    for scheme in ('light', 'dark'):
        browser.media(scheme)
        backs.append(browser.run(back))
        ok(min(browser.run(contrast)) >= 4.5, f'{scheme}: the text can be read', browser.run(contrast))
        if os.environ.get('SCREENSHOTS'):
            browser.screenshot(pathlib.Path(os.environ['SCREENSHOTS']) / f'{scheme}.png')
    ok(backs[0] != backs[1], 'light and dark differ')
    wide = browser.run('return document.documentElement.scrollWidth - innerWidth')
    ok(wide <= 0, 'nothing is wider than the window', wide)
    # 1,000 findings.
    many, many_path = report_of(1000)
    same(len(many['findings']), 1000, '1,000 findings')
    big = TMP / 'big.html'
    big.write_text(export('html', many_path))
    times = []
    for _ in range(3):
        browser.open(big)
        times.append(browser.run('const n = performance.getEntriesByType("navigation")[0];'
                                 'return n.loadEventEnd'))
    ok(min(times) > 0, f'open, here in {min(times) / 1000:.2f} s', times)
    print(f'# {min(times):.0f} ms, {big.stat().st_size} bytes')
    browser.keys('/' + 'exchange_3 ')
    ok(0 < browser.run(count) < 1000, 'and can be filtered')
    # More than are shown whole, or at once.
    very_many, very_many_path = report_of(2600)
    huge = TMP / 'huge.html'
    huge.write_text(export('html', very_many_path))
    same(huge.read_text().count('<details class="finding"'), 2600, 'all of 2,600 findings are in the page')
    same(huge.read_text().count('<figure>'), 2000, '2,000 of them whole')
    browser.open(huge)
    same(browser.run(count), 500, '500 are shown at once')
    browser.click('#on')
    same(browser.run('return document.getElementById("shown").textContent'),
         '501 to 1000 of 2600 of 2600 shown', 'the next ones when asked for')
    same(browser.console(), [], 'nothing on the console')
finally:
    browser.close()

browser = Browser(javascript=False)
try:
    browser.open(page)
    same(browser.visible('#tools'), [False], 'without JavaScript: no tools that would not work')
    same(sum(browser.visible('.finding > summary')), 30, 'all findings are there')
    same(browser.visible('#f0 svg'), [False], 'closed')
    browser.click('#f0 > summary')
    same(browser.visible('#f0 svg'), [True], 'and can be opened')
finally:
    browser.close()
done()
