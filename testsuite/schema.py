"""The schema of reports, as strict as our own reports have to be: it lets members that it does not name
pass, because later versions may have more of them; a report of this version has none."""
import functools
import json
import pathlib

PINNED = pathlib.Path(__file__).parent / 'schema-4.0.json'  # as consumers of version 4 got it first
PATH = pathlib.Path(__file__).parent.parent / 'report' / 'schema.json'


def closed(schema):
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(of) for name, of in schema.items()}
    if isinstance(schema.get('properties'), dict) and 'type' in schema:
        result.setdefault('additionalProperties', False)
    return result


@functools.lru_cache(maxsize=None)
def validator(strict=True, path=PATH):
    import jsonschema
    schema = json.loads(path.read_text())
    return jsonschema.Draft7Validator(closed(schema) if strict else schema)


def problems(report, strict=True, path=PATH):
    return [f'{"/".join(map(str, e.absolute_path))}: {e.message}'
            for e in validator(strict, path).iter_errors(report)]
