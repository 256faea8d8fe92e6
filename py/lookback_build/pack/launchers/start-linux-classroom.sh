#!/bin/sh
# Serves Lookback to everyone on the same network.
exec "$(dirname "$0")/start-linux.sh" --classroom "$@"
