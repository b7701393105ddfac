"""Reads records of Sonde and holds them against their schema."""
import json
import os
from pathlib import Path

try:
    import jsonschema
except ImportError:  # python3-jsonschema is wanted, not needed: what the readers of Sonde refuse is found without
    jsonschema = None

SCHEMA = Path(os.environ["SONDE_SOURCE"]) / "docs" / "record.schema.json"


def complete_lines(path):
    """The objects on the lines that end in a newline; a torn last line does not count."""
    text = Path(path).read_bytes().decode()
    return [json.loads(line) for line in text.split("\n")[:-1]]


def validator():
    """A function that raises where an object is no line of a record."""
    schema = json.loads(SCHEMA.read_text())
    if jsonschema is None:
        return lambda line: None
    kind = getattr(jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
    kind.check_schema(schema)
    return lambda line: kind({**schema, "oneOf": [{"$ref": f"#/$defs/{line['kind']}"}]}).validate(line)


def check_lines(lines):
    check = validator()
    for line in lines:
        check(line)


def case_ids(lines):
    """Which cases stand in a record, as sorted tuples."""
    keys = ("benchmark", "mode", "multi", "processes", "groups", "group", "bytes")
    return sorted(str(tuple(line[key] for key in keys)) for line in lines if line["kind"] == "case")
