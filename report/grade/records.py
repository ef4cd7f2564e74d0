"""grades.csv, and results.json as common autograder platforms read it."""
import csv
import io
import json
import re

import submission

HANDLE = re.compile(r'^\w+=0x[0-9a-f]+$')


def _output(item):
    text = '\n'.join(item['why'])
    for finding in item.get('findings', []):
        text += '\n' * bool(text) + finding_text(finding)
    return text


def place(location):
    if not location.get('file'):
        return location.get('function') or 'an unknown place'
    return f'{str(location["file"]).rsplit("/", 1)[-1]}:{location.get("line")}'


def call(location):
    """As it stands in a program, without handles, which say nothing to its author."""
    name, args = location.get('call') or '', str(location.get('args') or '')
    words = [w for w in args.split(', ') if w and not HANDLE.search(w)]
    return f'{name}({", ".join(words)})' if name.startswith('MPI_') else name


def finding_text(finding):
    """A finding in a few lines."""
    rows = [f'{finding.get("severity")}: {finding.get("title")} [{finding.get("id")}]',
            f'  {finding.get("message")}']
    for location in finding.get('locations', []):
        rows.append(f'  at {place(location)} in {location.get("function")}, rank '
                    f'{location.get("rank")}: {call(location)}')
    rows += [f'  {text}' for text in (finding.get('ordering'), finding.get('remedy')) if text]
    return '\n'.join(rows)


def results(facts, marks):
    seconds = sum(run['seconds'] for run in facts['tests'])
    tests = [{'name': item['name'], 'score': item['score'], 'max_score': item['max'],
              'status': 'passed' if item['score'] >= item['max'] else 'failed',
              'output': _output(item), 'visibility': 'visible'} for item in marks['items']]
    return json.dumps({'score': marks['score'], 'max_score': marks['max'],
                       'execution_time': round(seconds, 3), 'visibility': 'visible',
                       'tests': tests}, indent=2) + '\n'


def slugs(facts):
    return sorted({str(f.get('id')) for run in facts['tests'] for f in run['findings']})


def _cell(text):
    """A cell that no spreadsheet takes for a formula."""
    text = str(text)
    return "'" + text if text[:1] in ('=', '+', '-', '@', '\t', '\r') else text


def row(assignment, facts, marks):
    tests = {item['name']: item['score'] for item in marks['items'] if item['kind'] == 'test'}
    return [_cell(submission.printable(facts['name'])), f'{marks["score"]:g}',
            f'{marks["max"]:g}', 'yes' if facts['build']['ok'] else 'no',
            *(f'{tests[test["name"]]:g}' for test in assignment['tests']), ' '.join(slugs(facts)),
            f'students/{facts["key"]}/feedback.html']


def not_graded(assignment, name, why):
    """The row of a submission of which nothing is known: it has no points, not 0."""
    return [_cell(submission.printable(name)), '', '', '', *('' for _ in assignment['tests']),
            submission.printable(f'not graded: {why}'), '']


def grades(assignment, rows):
    """`rows`: of row(), in the order of the submissions."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator='\n')
    table.writerow(['name', 'score', 'max_score', 'builds',
                    *(_cell(test['name']) for test in assignment['tests']), 'findings',
                    'feedback'])
    table.writerows(rows)
    return out.getvalue()
