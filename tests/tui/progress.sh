#!/usr/bin/env bash
# Progress on a terminal: what is done, the time left, and Ctrl-C.
set -euo pipefail
source tests/tui/lib.bash

open 100 10 sim rebirth --games 100000000
shows '/100000000 games] 0%, '
shows ' h '
shows ' left'
keys C-c
shows 'of 100000000 games were played'
shows '[exit 130]'
case $(screen) in *'games] 0%'*) die 'the line of the progress is still there' ;; esac
open 100 10 sim rebirth --games 100000000 --lang ja
shows ' 戦] 0%、残り'
keys C-c
shows '途中で止めました'
open 100 10 scenario scenarios
shows 'files] '
keys C-c
shows '(stopped)'
shows '[exit 130]'
open 100 10 bench rebirth --seconds 60
shows '%, '
shows 's left  rebirth'
keys C-c
shows 'not counted (stopped)'
open 100 10 cards try rebirth --least 1000 --games 1000
shows 'abilities] '
keys C-c
shows 'stopped before all were tried'
