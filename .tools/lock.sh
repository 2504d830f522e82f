#!/usr/bin/env bash
# Write .ci/constraints.txt: the newest versions that pyproject.toml allows, for every system, with their hashes.
# Then .ci/mutation.txt: likewise what changes the game at night. Needs uv (pip install uv).
set -euo pipefail
cd "$(dirname "$0")/.."
lock() {
  uv pip compile --universal --python-version 3.11 --upgrade --generate-hashes \
    --no-emit-index-url --no-annotate --no-header --quiet "$@"
}
lock pyproject.toml --extra dev --output-file .ci/constraints.txt
echo mutmut | lock - --constraint .ci/constraints.txt --output-file .ci/mutation.txt
