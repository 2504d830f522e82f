#!/usr/bin/env bash
# Write .ci/constraints.txt: the newest versions that pyproject.toml allows, for every system, with their hashes.
# Needs uv (pip install uv).
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade --generate-hashes \
  --no-emit-index-url --no-annotate --no-header --quiet --output-file .ci/constraints.txt
