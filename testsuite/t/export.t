#!/usr/bin/python3
"""Each form of a report is judged by a tool that is not ours, and has what it should."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

report, path = report_of(30)
texts = {form: export(form, path) for form in FORMATS}
for form in FORMATS:
    same(JUDGES[form](texts[form]), [], f'{form} is well-formed')
    same(export(form, path), texts[form], f'{form} is the same each time')
empty, empty_path = report_of(0)
for form in FORMATS:
    same(JUDGES[form](export(form, empty_path)), [], f'{form} of a report without findings')
cut, cut_path = report_of(2, status='crashed')
for form in FORMATS:
    same(JUDGES[form](export(form, cut_path)), [], f'{form} of a run that crashed')

# SARIF.
run = json.loads(texts['sarif'])['runs'][0]
same(len(run['results']), 30, 'SARIF has every finding')
first = run['results'][0]
same(first['partialFingerprints'], {'fencepost/v1': report['findings'][0]['fingerprint']},
     'and its fingerprint')
same([r['ruleId'] for r in run['results']],
     [run['tool']['driver']['rules'][r['ruleIndex']]['id'] for r in run['results']],
     'the rules are those of the results')
same(first['locations'][0]['physicalLocation']['artifactLocation'],
     {'uri': 'halo.c', 'uriBaseId': '%SRCROOT%'}, 'paths are relative to the working directory')
two = dict(report, findings=[dict(report['findings'][0])])
two['findings'][0]['locations'] = [dict(l, rank=n) for n, l in
                                   enumerate(two['findings'][0]['locations'])]
flows = json.loads(export('sarif', saved(two)))['runs'][0]['results'][0]['codeFlows']
same([t['id'] for t in flows[0]['threadFlows']], ['rank 0', 'rank 1'],
     'a thread flow for each rank')
ok(json.loads(export('sarif', cut_path))['runs'][0]['invocations'][0]['executionSuccessful'] is False,
   'a run that crashed is not successful')
many = dict(report, findings=[dict(report['findings'][0], fingerprint=f'{n:016x}')
                              for n in range(5100)])
text = export('sarif', saved(many))
same(judge_sarif(text), [], 'SARIF takes 5,000 results at most')
has(text, '100 more findings are in the report', 'and says what is left out')

# JUnit.
suite = ElementTree.fromstring(texts['junit']).find('testsuite')
same((suite.get('tests'), suite.get('failures')), ('31', '20'), 'JUnit: errors are failures')
suite = ElementTree.fromstring(export('junit', path, '--fail-on=note')).find('testsuite')
same(suite.get('failures'), '30', 'and with --fail-on=note, notes')
suite = ElementTree.fromstring(export('junit', path, '--fail-on', 'never')).find('testsuite')
same(suite.get('failures'), '0', 'and with --fail-on=never, nothing')
same(ElementTree.fromstring(export('junit', cut_path)).find('testsuite').get('errors'), '1',
     'a run that crashed is an error')

# GitLab, GitHub, Markdown, CSV.
same(len(json.loads(texts['gitlab'])), 30, 'GitLab has every finding')
same(json.loads(export('gitlab', cut_path))[0]['check_name'], 'fencepost-status',
     'and a run that crashed is one')
kinds = [line.split()[0] for line in texts['github'].splitlines()]
same(kinds[:20], ['::error'] * 10 + ['::notice'] * 8 + ['::notice'] * 2, 'GitHub: the worst first')
has(texts['github'], '12 more findings are in the report', 'and the rest counted')
ok(export('github', cut_path).startswith('::error title=Fencepost::'), 'a crash comes first')
same(texts['markdown'].count('\n| error |'), 20, 'Markdown has a row for each finding')
has(texts['markdown'], 'not checked: threads of one process', 'and what was not checked')
rows = list(csv.DictReader(io.StringIO(texts['csv'], newline='')))
same([r['fingerprint'] for r in rows], [f['fingerprint'] for f in report['findings']],
     'CSV has a line for each finding')
same(rows[0]['at'].split(' ')[0].split(':')[0], 'halo.c', 'with its place')
same(json.loads(texts['json']), report, 'JSON is the report itself')

# Forms that `run` and `merge` write beside the report.
d = directory()
Rank(d, 0, 1).finding('lock-twice', ('MPI_Win_lock', 'a.c', 3, 'f')).end()
out = directory() / 'r.json'
outcome = fencepost('merge', f'--output={out}', '--format=sarif,junit,html,markdown', d)
same((outcome.returncode, sorted(p.name for p in out.parent.iterdir())),
     (66, ['r.html', 'r.json', 'r.junit.xml', 'r.md', 'r.sarif']), 'merge --format writes beside it')
same(judge_sarif((out.parent / 'r.sarif').read_text()), [], 'the same forms')
outcome = fencepost('run', f'--output={out}', '--format', 'csv', 'sh', '-c', 'exit 3')
ok(outcome.returncode == 3 and (out.parent / 'r.csv').exists(), 'and so does run', outcome.stderr)


# Bad input: one clear line, and 2.
def refused(part, name, *words, **kinds):
    outcome = fencepost(*words, **kinds)
    lines = outcome.stderr.splitlines()
    ok(outcome.returncode == 2 and len(lines) == 1 and part in lines[0] and not outcome.stdout, name,
       f'{outcome.returncode} {outcome.stderr}')


(TMP / 'damaged.json').write_text(path.read_text()[:5000])
(TMP / 'foreign.json').write_text('{"runs": []}')
(TMP / 'binary').write_bytes(bytes(range(256)))
(TMP / 'list.json').write_text('[1]')
(TMP / 'blank.json').write_text('')
refused('format and a report', 'export without a format', 'export', path)
refused('format and a report', 'export without a report', 'export', '--format=sarif')
refused('one report', 'export of two', 'export', '--format=sarif', path, path)
refused('unknown option -x', 'an unknown option', 'export', '-x', path)
refused('did you mean --format?', 'a mistyped option', 'export', '--fromat=sarif', path)
refused('on, off or lines', 'a bad word', 'export', '--format=csv', '--progress=soon', path)
refused('unknown format pdf', 'an unknown format', 'export', '--format=pdf', path)
refused('did you mean sarif?', 'a mistyped format', 'export', '--format=sarfi', path)
refused('--fail-on', 'a bad --fail-on', 'export', '--format=csv', '--fail-on=x', path)
refused('cannot write', 'an output that cannot be', 'export', '--format=csv', '--output=no/x', path)
refused('unknown format pdf', 'merge --format', 'merge', '--format=sarif,pdf', d)
refused('unknown format pdf', 'run --format', 'run', '--format=pdf', 'touch', TMP / 'started')
ok(not (TMP / 'started').exists(), 'before the program is started')
for form in FORMATS:
    refused('cannot read', f'{form} of a missing file', 'export', f'--format={form}', 'missing')
    refused('is damaged', f'{form} of a cut report', 'export', f'--format={form}', 'damaged.json')
    refused('not a report', f'{form} of a foreign file', 'export', f'--format={form}', 'foreign.json')
for name in ('binary', 'list.json', 'blank.json', '.'):
    refused(name, f'export of {name}', 'export', '--format=sarif', name)
refused('schema_version is 99', 'a report of the future', 'export', '--format=csv',
        saved(dict(report, schema_version=99)))
for member, bad in (('findings', {}), ('findings', [3]), ('run', None), ('summary', []),
                    ('status', 'fine')):
    refused(f'bad {member}', f'a report whose {member} is {bad}', 'export', '--format=csv',
            saved(dict(report, **{member: bad})))
for member, bad in (('precision', [3]), ('precision', 'x'), ('hosts', [None]), ('command', {})):
    refused(f'bad {member}', f'a run whose {member} is {bad}', 'export', '--format=text',
            saved(dict(report, run=dict(report['run'], **{member: bad}))))
refused('bad hang_analysis', 'a hang_analysis of numbers', 'export', '--format=text',
        saved(dict(report, hang_analysis=[1])))
for member, bad in (('id', 'A b'), ('severity', 'bad'), ('fingerprint', 'x'), ('ranks', [0]), ('ranks', '0-'), ('ranks', '1,,2'),
                    ('locations', [{}]), ('locations', [{'rank': 0, 'call': 'x'}]), ('count', 'x'),
                    ('standard', 1), ('title', 3)):
    refused('is damaged: bad', f'a finding whose {member} is {bad}', 'export', '--format=csv',
            saved(dict(report, findings=[dict(report['findings'][0], **{member: bad})])))
with open('/dev/full', 'w') as full:
    same(subprocess.run([FENCEPOST, 'export', '--format=sarif', path], stdout=full,
                        stderr=subprocess.PIPE).returncode, 2, 'a full disk')
with path.open() as stdin:
    outcome = fencepost('export', '--format=csv', '-', stdin=stdin)
same(outcome.stdout, texts['csv'], 'a report from standard input')
done()
