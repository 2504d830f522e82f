"""Changes one thing at a time in the modules that count and check a hand, and tells which changes no test notices.

    python .tools/mutate.py                    all mutants of the three modules, some minutes
    python .tools/mutate.py check --only _highs --jobs 2

A mutant is one change: a comparison, an operator, a number, a truth, a text, a condition, an argument, an element
or a statement more, less or other than it was. It is killed if a test of TESTS fails. Those of hypothesis are left
out, so that the answer is the same every time. What is tested is a copy in a temporary folder; nothing here is
touched. Survivors are printed; those that cannot be told from the original are in EQUIVALENT, with the reason.
The exit code is 0 if there are no others. Needs os.fork: Linux or macOS.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import pytest
from _pytest.main import pytest_runtestloop as run_tests

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "scorepad.tarot"
MODULES = ("scoring", "payments", "check")
TESTS = [f"tests/tarot/test_{name}.py" for name in ("cases", "check", "scoring", "payments")]
OPTIONS = [
    *["-x", "-q", "-s", "-n0", "-p", "no:cacheprovider", "-m", "not hypothesis"],
    *["-W", "ignore::pytest.PytestAssertRewriteWarning"],  # of what is imported once for all processes
]
SECONDS = 120
"""A mutant that takes longer than this never ends: killed."""

NO_JACK = "A dog has eight cards at most: the best of them are queens and knights."
NOTHING = "What follows finds nothing in nothing: the early return only tells so at once."
NO_LINES = "A chelem that is neither announced nor made brings no lines."
ZERO = "Zero is rounded to zero, and zero has no sign."
EQUIVALENT: Mapping[tuple[str, str, str], str] = {
    ("", "(7,) * 4 + (5,) * 4 + (3,) * 4", "BEST_DISCARD = ((7,) * 4 + (5,) * 4)"): NO_JACK,
    ("", "(3,) * 4", "BEST_DISCARD = (7,) * 4 + (5,) * 4 + ((3,))"): NO_JACK,
    ("", "3", "BEST_DISCARD = (7,) * 4 + (5,) * 4 + ((2),) * 4"): NO_JACK,
    ("", "3", "BEST_DISCARD = (7,) * 4 + (5,) * 4 + ((4),) * 4"): NO_JACK,
    ("", "4", "BEST_DISCARD = (7,) * 4 + (5,) * (5) + (3,) * 4"): NO_JACK,
    ("", "4", "BEST_DISCARD = (7,) * 4 + (5,) * 4 + (3,) * (3)"): NO_JACK,
    ("", "4", "BEST_DISCARD = (7,) * 4 + (5,) * 4 + (3,) * (5)"): NO_JACK,
    ("_players", "if len(set(draft.players)) == count: return", "if False:"): NOTHING,
    ("_players", "return", "pass"): NOTHING,
    ("_poignees", "if not draft.poignees: return", "if False:"): NOTHING,
    ("_poignees", "return", "pass"): NOTHING,
    ("_miseres", "if not draft.miseres: return", "if False:"): NOTHING,
    ("_miseres", "return", "pass"): NOTHING,
    (
        "score",
        "if hand.chelem: lines += _chelem(hand.chelem, scheme.chelem, _CHELEM, unit, factor)",
        "if True:",
    ): NO_LINES,
    (
        "score",
        "hand.petit_chelem and scheme.petit_chelem is not None",
        "if (scheme.petit_chelem is not None):",
    ): NO_LINES,
    ("_to_nearest", "value >= 0", "return rounded if (value > 0) else -rounded"): ZERO,
    ("_to_nearest", "0", "return rounded if value >= (1) else -rounded"): ZERO,
}
"""By function, old text and changed line: why nobody could tell the mutant from the original."""


@dataclass(frozen=True)
class Mutant:
    """One change of a module, in a function of it or (`function` empty) outside of all."""

    module: str
    function: str
    line: int
    old: str
    new: str
    source: bytes

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line} {self.function}: {self.old} → {self.new}"

    @property
    def reason(self) -> str | None:
        """Why it is equivalent, if it is."""
        changed = self.source.decode().splitlines()[self.line - 1].strip()
        return EQUIVALENT.get((self.function, self.old, changed))


# -- what is changed ---

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "abs": "int"}


Node = TypeVar("Node", bound=ast.AST)
Item = TypeVar("Item")


def but(node: Node, **fields: object) -> Node:
    """A node with some fields changed."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def without_one(items: list[Item]) -> Iterator[list[Item]]:
    """A list without its first, without its second, … element."""
    for i in range(len(items)):
        yield items[:i] + items[i + 1 :]


def one_changed(items: list[Any], change: Callable[[Any], Iterable[Any]]) -> Iterator[list[Any]]:
    """A list with one element changed, in every way that there is."""
    for i, item in enumerate(items):
        for changed in change(item):
            yield [*items[:i], changed, *items[i + 1 :]]


def of_constant(value: object) -> Iterator[int | str]:
    """True and False are each other's; a number is one more or one less; a text is another."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield f"{value}?"


def of_expression(node: ast.expr, enums: Mapping[str, list[str]]) -> Iterator[ast.expr]:
    """What may stand instead of an expression; what it consists of is changed by itself."""
    match node:
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in of_constant(value))
        case ast.Attribute(value=ast.Name(id=name), attr=member) if member in enums.get(name, ()):
            members = enums[name]
            yield but(node, attr=members[(members.index(member) + 1) % len(members)])
        case ast.Compare(ops=ops):
            for others in one_changed(ops, lambda op: (other() for other in COMPARISONS[type(op)])):
                yield but(node, ops=others)
        case ast.BoolOp(op=op, values=values):
            yield but(node, op=ast.And() if isinstance(op, ast.Or) else ast.Or())
            for fewer in without_one(values):
                yield but(node, values=fewer) if len(fewer) > 1 else fewer[0]
        case ast.BinOp(left=left, op=operator, right=right):
            yield from (but(node, op=other()) for other in OPERATORS.get(type(operator), ()))
            yield from (left, right)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            if isinstance(function, ast.Name) and function.id in FUNCTIONS:
                yield but(node, func=ast.Name(FUNCTIONS[function.id]))
            if len(arguments) > 1:
                yield but(node, args=arguments[:-1])
            yield from (but(node, keywords=fewer) for fewer in without_one(keywords))
        case ast.Subscript(value=value, slice=ast.Slice()):
            yield value
        case ast.Tuple(elts=elements) | ast.List(elts=elements) if len(elements) > 1:
            yield from (but(node, elts=fewer) for fewer in without_one(elements))
        case ast.Dict(keys=keys, values=values):
            for some, others in zip(without_one(keys), without_one(values), strict=True):
                yield but(node, keys=some, values=others)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for generators in one_changed(
                node.generators, lambda g: (but(g, ifs=fewer) for fewer in without_one(g.ifs))
            ):
                yield but(node, generators=generators)


def of_statement(node: ast.stmt) -> Iterator[ast.stmt]:
    """What may stand instead of a statement, beside the changes of its expressions."""
    match node:
        case ast.If(test=_, orelse=orelse):
            yield from (but(node, test=ast.Constant(test)) for test in (True, False))
            if orelse:
                yield but(node, orelse=[])
        case ast.Return(value=value):
            yield ast.Return(ast.Constant(None)) if value else ast.Pass()
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(value=ast.expr()):
            yield but(node, value=ast.Constant(None))
        case ast.AugAssign(target=target, op=operator, value=value):
            yield from (but(node, op=other()) for other in OPERATORS.get(type(operator), ()))
            yield from (ast.Assign([target], value, lineno=node.lineno), ast.Pass())
        case ast.Expr() | ast.Assert() | ast.For():
            yield ast.Pass()


def is_documentation(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def changes(
    node: ast.AST, enums: Mapping[str, list[str]], function: str = ""
) -> Iterator[tuple[str, ast.expr | ast.stmt, ast.AST]]:
    """In which function what becomes what, through the whole of a tree; neither imports nor annotations."""
    if is_documentation(node) or isinstance(node, ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.expr):
        yield from ((function, node, new) for new in of_expression(node, enums))
    elif isinstance(node, ast.stmt):
        yield from ((function, node, new) for new in of_statement(node))
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "ctx"):
            continue
        inside = function
        if name == "body" and isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = f"{function}.{node.name}".lstrip(".")
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from changes(child, enums, inside)


def enums_of(folder: Path) -> dict[str, list[str]]:
    """The enumerations of a package, and the names of their members."""
    return {
        node.name: [
            part.targets[0].id
            for part in node.body
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
        ]
        for path in folder.glob("*.py")
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.ClassDef) and "StrEnum" in map(ast.unparse, node.bases)
    }


def path_of(module: str) -> Path:
    return Path(*PACKAGE.split("."), f"{module}.py")


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module in the current folder."""
    source = path_of(module).read_bytes()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    classes = {node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    for function, node, new in changes(ast.parse(source), enums_of(path_of(module).parent)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        text = ast.unparse(ast.fix_missing_locations(new))
        if text == ast.unparse(node):
            continue
        inside = text.replace("\n", "\n" + " " * node.col_offset)
        text = inside if isinstance(new, ast.stmt) else f"({text})"
        old, shown = (" ".join(part.split()) for part in (source[start:end].decode(), text))
        changed = source[:start] + text.encode() + source[end:]
        ast.parse(changed)
        name = "" if function in classes else function
        yield Mutant(module, name, node.lineno, old, shown, changed)


def unchanged(mutant: Mutant) -> Mutant:
    """The original in a mutant's clothes."""
    return replace(mutant, old="", new="", source=path_of(mutant.module).read_bytes())


# -- how it is tested ---


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def put_into_function(mutant: Mutant) -> None:
    """Changes a function of an imported module: whoever has imported the function has the mutant."""
    found: Any = sys.modules[f"{PACKAGE}.{mutant.module}"]
    for name in mutant.function.split("."):
        found = vars(found)[name]
    function = found.fget if isinstance(found, property) else found
    assert isinstance(function, FunctionType)
    every = codes(compile(mutant.source, function.__code__.co_filename, "exec"))
    function.__code__ = next(code for code in every if code.co_qualname == mutant.function)


def put_instead_of_module(mutant: Mutant) -> None:
    """Imports the mutant before anybody has imported the module."""
    name = f"{PACKAGE}.{mutant.module}"
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    module: ModuleType = module_from_spec(spec)
    sys.modules[name] = module
    exec(compile(mutant.source, spec.origin, "exec"), vars(module))
    setattr(import_module(PACKAGE), mutant.module, module)


def survivors(found: list[Mutant], jobs: int, killed: Callable[[Mutant], bool]) -> list[Mutant]:
    """The mutants that are not killed, each tried in a process of its own. What is not changed has to survive."""
    running: dict[int, Mutant] = {}
    survived: list[Mutant] = []

    def wait() -> None:
        pid, status = os.wait()
        mutant = running.pop(pid)
        if status == 0:
            survived.append(mutant)
            if mutant.old:
                print(f"equivalent: {mutant} ({mutant.reason})" if mutant.reason else f"survived: {mutant}")

    for number, mutant in enumerate([*map(unchanged, found[:1]), *found]):
        if number % 50 == 1:
            print(f"{number - 1} of {len(found)}", file=sys.stderr, flush=True)
        if len(running) == jobs or number == 1:
            wait()
        if number == 1 and not survived:
            raise RuntimeError("the tests fail, or are not found, without any change")
        sys.stdout.flush()
        if pid := os.fork():
            running[pid] = mutant
            continue
        status = 1
        try:
            signal.alarm(SECONDS)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            status = int(killed(mutant))
        finally:
            os._exit(status)
    while running:
        wait()
    return survived[1:]


def killed_from_the_start(mutant: Mutant) -> bool:
    put_instead_of_module(mutant)
    tests = sorted(TESTS, key=lambda test: mutant.module not in test)  # the likeliest first
    return pytest.main([*OPTIONS, *tests]) != pytest.ExitCode.OK


class InsteadOfRunning:
    """A plugin of pytest: where the collected tests would be run, they are run for every mutant."""

    def __init__(self, found: list[Mutant], jobs: int) -> None:
        self.found, self.jobs = found, jobs
        self.survived: list[Mutant] | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        def killed(mutant: Mutant) -> bool:
            put_into_function(mutant)
            session.items.sort(
                key=lambda item: f"test_{mutant.module}." not in item.nodeid
            )  # the likeliest first
            try:
                run_tests(session)
            except session.Failed:
                return True
            return session.testsfailed > 0

        self.survived = survivors(self.found, self.jobs, killed)
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="module", default=MODULES, help=", ".join(MODULES))
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="mutants whose line in the report has this"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    options = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is the same every time
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as folder:
        for name in ("scorepad", "tests", "assets"):
            shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        os.chdir(folder)
        sys.path.insert(0, folder)
        return report(options.modules, options.only, options.jobs)


def report(modules: Iterable[str], only: str, jobs: int) -> int:
    """Tries the mutants of the current folder and prints what became of them."""
    import_module("hypothesis")  # once, before there are many processes
    import_module(f"{PACKAGE}.scheme")
    found = [mutant for module in modules for mutant in mutants(module) if only in str(mutant)]
    inside = [mutant for mutant in found if mutant.function]
    outside = [mutant for mutant in found if not mutant.function]
    survived = survivors(outside, jobs, killed_from_the_start)
    plugin = InsteadOfRunning(inside, jobs)
    pytest.main([*OPTIONS, *TESTS], plugins=[plugin])
    if plugin.survived is None:
        return 2
    survived += plugin.survived
    counts: Counter[tuple[str, str]] = Counter()
    for mutant in found:
        fate = "killed" if mutant not in survived else "equivalent" if mutant.reason else "survived"
        counts[mutant.module, fate] += 1
    for module in modules:
        fates = {fate: counts[module, fate] for fate in ("killed", "survived", "equivalent")}
        print(f"{module}: {sum(fates.values())} mutants, {fates}")
    return int(any(mutant.reason is None for mutant in survived))


if __name__ == "__main__":
    raise SystemExit(main())
