#!/usr/bin/env bash
# The engine's behaviour is unchanged. After an intended change: build/fuda bench --signature >tests/signature.txt
set -euo pipefail
"$FUDA" bench --signature | diff -u tests/signature.txt -
