"""Reports to export, and independent judges of each form, for the tests export*.t."""
import csv
import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from journals import *

FORMATS = ('html', 'sarif', 'junit', 'gitlab', 'github', 'markdown', 'csv', 'text', 'json')
SOURCE = TMP / 'halo.c'
SOURCE.write_text(''.join(f'  line_{n}(a < b && "x");\n' for n in range(1, 101)))


def report_of(findings=3, status='complete', **more):
    """Returns a report of two ranks with findings of several severities, made by merge, and its
    path."""
    d = directory()
    slugs = ('rma-local-race', 'separate-race', 'lock-twice')
    for r in range(2):
        rank = Rank(d, r, 2)
        for n in range(findings if r == 0 else 0):
            other = rank.stack((str(SOURCE), 60 + n % 30, 'main'))
            rank.finding(slugs[n % 3], ('MPI_Put', str(SOURCE), n % 90 + 3, f'exchange_{n // 90}'),
                         ('store', other, 0), message=f'Message {n}: {{0}} and {{1}}.', count=n + 1,
                         ordering='No MPI_Win_fence between {0} and {1}.',
                         copies=dict(private='old', public='new'))
        rank.write('precision', text='threads of one process are not compared')
        if status == 'complete' or r == 0:
            rank.end()
    _, report = merge(d, **more)
    return report, saved(report)


def saved(report, name=None):
    path = TMP / (name or f'saved-{next(numbers)}.json')
    path.write_text(json.dumps(report))
    return path


def export(form, path, *options, **kinds):
    """Returns what `fencepost export` writes; it must succeed."""
    outcome = fencepost('export', f'--format={form}', *options, path, **kinds)
    if outcome.returncode or outcome.stderr:
        ok(False, f'export --format={form}', f'{outcome.returncode} {outcome.stderr}')
    return outcome.stdout


def judge_sarif(text):
    """Returns what is wrong by the schema and by the classes of python3-sarif-python-om."""
    import jsonschema
    schema = json.loads((ROOT / 'testsuite' / 'sarif.json').read_text())
    sarif = json.loads(text)
    wrong = [f'{list(p.absolute_path)}: {p.message}'[:300]
             for p in jsonschema.Draft7Validator(schema).iter_errors(sarif)]
    return wrong + judge_classes(sarif)


def judge_classes(sarif):
    import sarif_om
    wrong = []

    def check(cls, thing, inner):
        fields = {f.metadata['schema_property_name']: f for f in cls.__attrs_attrs__}
        for name in thing:
            if name not in fields:
                wrong.append(f'{cls.__name__} has no {name}')
        for name, f in fields.items():
            if f.default.__class__.__name__ == '_Nothing' and name not in thing:
                wrong.append(f'{cls.__name__} needs {name}')
        for name, (kind, *rest) in inner.items():
            items = thing.get(name, [])
            for item in items if isinstance(items, list) else [items]:
                check(kind, item, rest[0] if rest else {})

    text = {'message': (sarif_om.Message,)}
    location = dict(text, physicalLocation=(sarif_om.PhysicalLocation, {
        'artifactLocation': (sarif_om.ArtifactLocation,), 'region': (sarif_om.Region,)}),
                    logicalLocations=(sarif_om.LogicalLocation,))
    frame = {'location': (sarif_om.Location, location)}
    step = dict(frame, stack=(sarif_om.Stack, {'frames': (sarif_om.StackFrame, frame)}))
    flow = {'threadFlows': (sarif_om.ThreadFlow, {'locations': (sarif_om.ThreadFlowLocation, step)})}
    result = dict(text, locations=(sarif_om.Location, location),
                  relatedLocations=(sarif_om.Location, location),
                  codeFlows=(sarif_om.CodeFlow, flow))  # its class Suppression is that of a draft
    driver = {'driver': (sarif_om.ToolComponent, {'rules': (sarif_om.ReportingDescriptor,)})}
    run = {'tool': (sarif_om.Tool, driver), 'results': (sarif_om.Result, result),
           'invocations': (sarif_om.Invocation, {
               'toolExecutionNotifications': (sarif_om.Notification, text)})}
    check(sarif_om.SarifLog, sarif, {'runs': (sarif_om.Run, run)})
    return wrong


def judge_junit(text):
    suite = ElementTree.fromstring(text.encode()).find('testsuite')
    cases = suite.findall('testcase')
    counted = {'tests': len(cases), 'failures': len(suite.findall('testcase/failure')),
               'errors': len(suite.findall('testcase/error')),
               'skipped': len(suite.findall('testcase/skipped'))}
    wrong = [f'{k}: {suite.get(k)}, but {v}' for k, v in counted.items() if int(suite.get(k)) != v]
    names = [(c.get('classname'), c.get('name')) for c in cases]
    return wrong + ([] if len(set(names)) == len(names) else ['names are not unique'])


def judge_gitlab(text):
    import jsonschema
    schema = {'type': 'array', 'items': {
        'type': 'object', 'additionalProperties': False,
        'required': ['description', 'check_name', 'fingerprint', 'severity', 'location'],
        'properties': {
            'description': {'type': 'string', 'minLength': 1},
            'check_name': {'type': 'string', 'minLength': 1},
            'fingerprint': {'type': 'string', 'minLength': 1},
            'severity': {'enum': ['info', 'minor', 'major', 'critical', 'blocker']},
            'location': {
                'type': 'object', 'required': ['path', 'lines'], 'additionalProperties': False,
                'properties': {
                    'path': {'type': 'string', 'minLength': 1},
                    'lines': {'type': 'object', 'required': ['begin'],
                              'properties': {'begin': {'type': 'integer', 'minimum': 1}}}}}}}}
    entries = json.loads(text)
    wrong = [p.message[:300] for p in jsonschema.Draft7Validator(schema).iter_errors(entries)]
    prints = [e['fingerprint'] for e in entries]
    return wrong + ([] if len(set(prints)) == len(prints) else ['fingerprints are not unique'])


def judge_github(text):
    wrong = [line[:200] for line in text.split('\n')[:-1]
             if not re_command.fullmatch(line) or re_control.search(line)]
    for kind in ('error', 'warning', 'notice'):
        if sum(line.startswith(f'::{kind} ') for line in text.split('\n')) > 10:
            wrong.append(f'more than 10 of {kind}')
    return wrong


def judge_csv(text):
    rows = list(csv.reader(io.StringIO(text, newline=''), strict=True))
    wrong = [f'{len(r)} fields' for r in rows if len(r) != len(rows[0])]
    wrong += [f'a formula: {field[:40]}' for r in rows for field in r if field[:1] in tuple('=+-@')]
    return wrong + (['a control character'] if re_control.search(text.replace('\r\n', '')) else [])


def judge_markdown(text):
    wrong = []
    for line in text.split('\n'):
        if line.startswith('|') and line.count('|') != 7:
            wrong.append(f'not a row of 6 cells: {line[:200]}')
        if '<' in line or '`' in line or '[' in line:
            wrong.append(f'markup: {line[:200]}')
    if len(text.encode()) > 1 << 20:
        wrong.append('more than 1 MiB')
    return wrong + (['a control character'] if re_control.search(text) else [])


def judge_html(text):
    """Returns what is wrong by tidy, and by an XML parser for the pictures."""
    outcome = subprocess.run(['tidy', '-quiet', '-errors', '-utf8', '--drop-empty-elements', 'no',
                              '--show-body-only', 'no', '--mute', 'PROPRIETARY_ATTRIBUTE'],
                             input=text.encode(), capture_output=True)
    wrong = [line for line in outcome.stderr.decode().splitlines()
             if 'Error:' in line or ('Warning:' in line and not any(k in line for k in TIDY_KNOWN))]
    for picture in re.findall(r'<svg.*?</svg>', text, re.S):
        try:
            ElementTree.fromstring(picture)
        except ElementTree.ParseError as problem:
            wrong.append(f'a picture: {problem}')
    if re_control.search(text):
        wrong.append('a control character')
    return wrong[:20]


# tidy of 2021 complains about these, but the HTML standard allows them
TIDY_KNOWN = ('<summary>', 'type" attribute is unnecessary')


def judge_text(text):
    return ['a control character'] if re_control.search(text) else []


def judge_json(text):
    problems = validate(json.loads(text))
    return [problems] if problems else []


import re
re_command = re.compile(r'::(error|warning|notice) ((file|line|title)=[^:,]*,?)+::.+')
re_control = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]')
JUDGES = {form: globals()[f'judge_{form}'] for form in FORMATS}
