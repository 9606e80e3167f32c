#!/bin/sh
# `make play`: the table at once, on the uncompiled engine while the compiled one is being made, and then anew with that.
# A server that stops says so, pages come back by themselves, and every match goes on (docs/operating.md, "Stopping").
set -u
make=${1:-make}
table=.venv/bin/mesozoic

if "$make" --question .venv/engine > /dev/null 2>&1; then
    exec "$table" serve --open
fi
MESOZOIC_PURE=1 "$table" serve --open &
server=$!
trap 'kill "$server" 2> /dev/null; wait "$server"; exit 130' INT TERM
if nice "$make" --no-print-directory .venv/engine; then
    kill "$server" 2> /dev/null || { wait "$server"; exit $?; } # it could not begin, and has said why
    wait "$server" 2> /dev/null
    echo "The engine is compiled: the table begins anew with it."
    exec "$table" serve
fi
echo "The table goes on with the uncompiled engine: its bots think less far."
wait "$server"
