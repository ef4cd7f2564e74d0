"""The feedback page of a student: one file, which loads nothing."""
import html

import records
import submission

STYLE = """
:root { --bg: #fff; --fg: #1b1f24; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --mark: #fff3c4; --bad: #b42318; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --bg: #12161b; --fg: #e2e8ee; --soft: #9aa5b1;
  --line: #39424d; --box: #1b2129; --mark: #4a3d12; --bad: #ff8a7a; --good: #4ac26b; } }
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.5rem 4rem; background: var(--bg);
  color: var(--fg); font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.points { text-align: right; white-space: nowrap; }
.bad { color: var(--bad); } .good { color: var(--good); } .soft { color: var(--soft); }
section { border: 1px solid var(--line); border-radius: 6px; padding: .3rem 1rem; margin: 1rem 0; }
pre { background: var(--box); padding: .5rem .8rem; overflow: auto; max-height: 30rem;
  font: 13px/1.5 ui-monospace, monospace; }
mark { background: var(--mark); color: inherit; display: block; }
iframe { width: 100%; height: 50rem; border: 1px solid var(--line); }
dt { font-weight: 600; } dd { margin: 0 0 .5rem 0; }
.bars { white-space: nowrap; }
.bar { background: var(--soft); display: inline-block; height: .9em; }
"""
AROUND = 2  # lines shown before and behind the one to blame


def text(value):
    return html.escape(submission.printable(str(value)), quote=True)


def lines_of(value):
    """Text of several lines, characters that do not print replaced."""
    return '\n'.join(text(line) for line in str(value).replace('\t', '        ').split('\n'))


def start(title):
    return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            'style-src \'unsafe-inline\'; script-src \'unsafe-inline\'; img-src data:">\n'
            f'<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
            f'<h1>{text(title)}</h1>\n')


END = '</body>\n</html>\n'


def _points(item):
    return f'{item["score"]:g}' + (f' of {item["max"]:g}' if item['max'] else '')


def table(marks):
    rows, tests = [], 0
    for item in marks['items']:
        bad = item['score'] < item['max'] or item['score'] < 0
        name, reasons = text(item['name']), item['why']
        if item['kind'] == 'test':  # the other reasons stand below, with the findings
            tests, reasons = tests + 1, item['why'][:1]
            if item['outcome'] != 'skipped':
                name = f'<a href="#test-{tests}">{name}</a>'
        why = ''.join(f'<br><span class="soft">{lines_of(w)}</span>' for w in reasons)
        rows.append(f'<tr><td class="{"bad" if bad else "good"}">{"✗" if bad else "✓"}</td>'
                    f'<td>{name}{why.replace(chr(10), "<br>")}</td>'
                    f'<td class="points">{_points(item)}</td></tr>\n')
    return (f'<table>\n<tr><th></th><th>What</th><th class="points">Points</th></tr>\n'
            f'{"".join(rows)}<tr><th></th><th>Sum (never below 0)</th><th class="points">'
            f'{marks["score"]:g} of {marks["max"]:g}</th></tr>\n</table>\n')


def _source(location, sources):
    """The lines around a place in the student's own sources."""
    file, line = str(location.get('file') or ''), location.get('line')
    name = file.partition('/src/')[2] or file.rpartition('/')[2]
    if name not in sources or not isinstance(line, int):
        return ''
    rows = sources[name].split('\n')
    shown = []
    for n in range(max(1, line - AROUND), min(len(rows), line + AROUND) + 1):
        row = f'{n:5}  {lines_of(rows[n - 1])}'
        shown.append(f'<mark>{row}</mark>' if n == line else row + '\n')
    return f'<pre>{"".join(shown)}</pre>\n'


def _location(location, sources, first, shown):
    """shown: the places of this finding whose source stands above."""
    at = location.get('file'), location.get('line')
    source = '' if at in shown else _source(location, sources)
    shown.add(at)
    where = f'{records.place(location)} in {location.get("function") or "?"}, rank ' \
            f'{location.get("rank")}'
    about = ', '.join(str(location.get(k)) for k in ('role', 'epoch') if location.get(k))
    return (f'<p>{"At" if first else "and"} <b>{text(where)}</b>: '
            f'<code>{text(records.call(location))}</code> '
            f'<span class="soft">{text(about)}</span></p>\n' + source)


def _example(slug, examples):
    if slug not in examples:
        return ''
    wrong, right = examples[slug]
    return ('<details><summary>Another program with this mistake, and without it</summary>\n'
            f'<p>Wrong:</p><pre>{lines_of(wrong)}</pre>\n'
            f'<p>Right:</p><pre>{lines_of(right)}</pre></details>\n')


def _sentence(words):
    words = str(words)
    return words[:1].upper() + words[1:]


def _steps(finding):
    copies = finding.get('copies') or {}
    steps = [str(step.get('text')) for step in copies.get('steps', []) if isinstance(step, dict)]
    only = ' Wrong in the separate memory model only.' if copies.get('models') == ['separate'] else ''
    return steps and '; '.join(f'{n}. {step}' for n, step in enumerate(steps, 1)) + '.' + only


def _finding(finding, sources, examples):
    locations = [loc for loc in finding.get('locations', []) if isinstance(loc, dict)]
    shown = set()
    about = finding.get('standard') or {}
    rows = [('Why nothing orders the two', finding.get('ordering')),
            ('What happened to the copies', _steps(finding)),
            ('The rule', about.get('rule')), ('What to change', finding.get('remedy')),
            ('In the standard', f'MPI-3.1 section {about.get("section")}, '
                                f'{about.get("error_class")}')]
    return (f'<section>\n<h3><span class="{"bad" if finding.get("severity") == "error" else ""}">'
            f'{text(finding.get("severity"))}</span>: {text(finding.get("title"))} '
            f'<code>[{text(finding.get("id"))}]</code></h3>\n'
            f'<p>{text(_sentence(finding.get("message")))}</p>\n'
            + ''.join(_location(loc, sources, n == 0, shown) for n, loc in enumerate(locations)) +
            '<dl>\n' + ''.join(f'<dt>{name}</dt><dd>{text(value)}</dd>\n' for name, value in rows
                               if value) + '</dl>\n' +
            _example(finding.get('id'), examples) + '</section>\n')


def _output(run, test, skip):
    parts = []
    if test['expected'] is not None and skip is False:
        parts.append(f'<p>Expected output:</p><pre>{lines_of(test["expected"][:20000])}</pre>\n')
    for name, value in (('It printed', run['stdout']), ('On standard error', run['stderr'])):
        if value.strip():
            parts.append(f'<p>{name}:</p><pre>{lines_of(value[:20000])}</pre>\n')
    return ''.join(parts)


def _folded(summary, title, page, is_open=False):
    if not page:
        return ''
    return (f'<details{" open" if is_open else ""}><summary>{summary}</summary>\n'
            f'<iframe title="{title}" sandbox="allow-scripts" srcdoc="'
            f'{html.escape(page, quote=True)}"></iframe></details>\n')


def _whole_report(run):
    return _folded('The whole report, with pictures of what happened when', 'report', run['page'])


def _time_line(run):
    """What each rank did, with the findings in red."""
    return _folded('What happened: epochs, the two copies of each window, messages; what is wrong '
                   'is red', 'time line', run.get('line'), is_open=True)


def _test(number, test, run, item, sources, examples, seen):
    right = item['score'] >= item['max'] and not item['why']
    words = ', '.join([f'{test["ranks"]} ranks', *([f'arguments: {" ".join(test["arguments"])}']
                                                  if test['arguments'] else [])])
    parts = [f'<h2 id="test-{number}">{text(test["name"])}</h2>\n'
             f'<p class="soft">{text(words)}</p>\n']
    parts += [f'<p class="bad">{lines_of(w)}</p>\n'.replace('\n</p>', '</p>') for w in item['why']]
    if right and not run['findings']:
        parts.append('<p class="good">Nothing to complain about.</p>\n')
    about = set()
    for finding in run['findings']:
        if finding.get('fingerprint') in seen:
            parts.append(f'<p>Again: {text(finding.get("title"))}, see above.</p>\n')
            continue
        seen.add(finding.get('fingerprint'))
        parts.append(_finding(finding, sources, {} if finding.get('id') in about else examples))
        about.add(finding.get('id'))
    return (''.join(parts) + _time_line(run) + _output(run, test, right) + _whole_report(run))


def feedback(assignment, facts, marks, examples):
    """examples: {slug: (wrong, right)}"""
    parts = [start(f'{assignment["title"]}: {facts["name"]}'),
             f'<p>{text(assignment["text"])}</p>\n' if assignment['text'] else '', table(marks)]
    parts += [f'<p class="soft">{text(note)}</p>\n' for note in facts['notes']]
    if not facts['build']['ok'] or facts['build']['output'].strip():
        parts.append('<h2>Building</h2>\n' +
                     (f'<p class="bad">{text(facts["build"]["why"])}</p>\n'
                      if facts['build']['why'] else '') +
                     f'<pre>{lines_of(facts["build"]["output"])}</pre>\n')
    items = [i for i in marks['items'] if i['kind'] == 'test']
    seen = set()
    for number, (test, run, item) in enumerate(zip(assignment['tests'], facts['tests'], items), 1):
        if run['outcome'] != 'skipped':
            parts.append(_test(number, test, run, item, facts['sources'], examples, seen))
    return ''.join(parts) + END
