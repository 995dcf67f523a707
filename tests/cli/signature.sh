#!/usr/bin/env bash
# The engine behaves as it did. If it was meant to change: build/fuda bench --signature >tests/signature.txt
set -euo pipefail
"$FUDA" bench --signature | diff -u tests/signature.txt -
