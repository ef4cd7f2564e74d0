#!/usr/bin/python3
"""Hostile strings, which try to break out of each form, in every field that a program can fill."""
import copy
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

EVIL = {
    'markup': '</script><script>alert(1)</script><!-- ]]> --><img src=x onerror=alert(1)>&amp;&#0;',
    'quotes': '\'"`\\"" \\\' %0A::error::x %s%n ${{ secrets }} $(id) |a|b| *b* _i_ [l](http://x)',
    'control': '\x01\x08\x0b\x0c\x1b[2J\x7f\x80\x9f\r\n\t::error title=x::y\r',
    'unicode': 'a\ufffe\uffff\ufdd0\u202egnp.exe\u2066\u2028\u2029\U0001f600\U0010ffff\ufffd\u00e9',
    'long': 'f<' * 32768,
    'formula': '=cmd|"/C calc"!A0',
    'empty': '',
    'spaces': ' \n ',
    'newlines': '\n\n# heading\n\n| a | b |\n\n```\n~~~\n---\n',
    'path': '../../etc/passwd',
    'dash': '-->\n--x',
}


def fill(thing, text, keep=()):
    """Returns a copy in which every string that comes from the program is `text`."""
    if isinstance(thing, dict):
        return {k: v if k in keep or v is None else fill(v, text, keep) for k, v in thing.items()}
    if isinstance(thing, list):
        return [fill(v, text, keep) for v in thing]
    return text if isinstance(thing, str) else thing


KEEP = ('schema_version', 'tool', 'status', 'id', 'grade', 'severity', 'confidence', 'fingerprint',
        'flavor', 'model', 'ranks', 'by_id', 'started', 'baseline', 'state', 'expires')
report, _ = report_of(4)
report['findings'][0]['suppressed'] = {'line': 1, 'reason': 'x'}
report['findings'][1]['baseline'] = 'known'
report['suppressions'] = [{'file': 'f', 'line': 1, 'slug': 's', 'reason': 'r', 'expires': None,
                           'matched': 0, 'state': 'unused'}]
report['hang_analysis'] = ['rank 0 waits']
for finding in report['findings']:
    finding['window']['name'] = 'w'
    for at in finding['locations']:
        at['stack'].append({'module': 'm', 'function': 'f', 'file': None, 'line': None, 'offset': 3})
for name, text in EVIL.items():
    bad = fill(copy.deepcopy(report), text, KEEP)
    if text == '':
        bad['run']['precision'] = []
    path = saved(bad)
    for form in FORMATS:
        if form != 'json':
            same(JUDGES[form](export(form, path)), [], f'{form}: {name}')
    for finding in bad['findings']:
        for at in finding['locations']:
            at.update(file=None, line=None, function=None)
    path = saved(bad)
    for form in FORMATS:
        if form != 'json':
            same(JUDGES[form](export(form, path)), [], f'{form}: {name}, no source')

# Bytes in a journal that are not UTF-8.
d = directory()
rank = Rank(d, 0, 1)
rank.end()
text = rank.path.read_bytes().replace(b'"host":"a"', b'"host":"a\xff"')
rank.path.write_bytes(text)
outcome, report = merge(d)
ok(outcome.returncode in (66, 70), 'a journal that is not UTF-8 ends with a report', outcome.stderr)
(TMP / 'bytes.json').write_bytes(b'{"schema_version": 3, "tool": {"name": "fencepost\xff"}}')
outcome = fencepost('export', '--format=csv', 'bytes.json')
ok(outcome.returncode == 2 and len(outcome.stderr.splitlines()) == 1, 'a report that is not UTF-8',
   outcome.stderr)
(TMP / 'nul.json').write_bytes(b'{"schema_version": 3, "a": "\\u0000"}')
outcome = fencepost('export', '--format=csv', 'nul.json')
ok(outcome.returncode == 2 and len(outcome.stderr.splitlines()) == 1, 'a report with NUL',
   outcome.stderr)
done()
