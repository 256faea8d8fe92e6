#!/bin/sh
# Serves Lookback to this machine.
cd "$(dirname "$0")" || exit 1
if command -v python3 >/dev/null; then
  exec python3 start.py "$@"
fi
echo "Python 3 is not on this machine. Install it with the system's package manager (the package is python3), and start"
echo "this again; or take the single HTML file of Lookback, which needs nothing but a browser."
exit 1
