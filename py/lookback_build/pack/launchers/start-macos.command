#!/bin/sh
# Serves Lookback to this machine.
cd "$(dirname "$0")" || exit 1
# Without Apple's developer tools /usr/bin/python3 only offers to install them; asking for their place tells.
for python in /Library/Frameworks/Python.framework/Versions/Current/bin/python3 /opt/homebrew/bin/python3 /usr/local/bin/python3; do
  [ -x "$python" ] && exec "$python" start.py "$@"
done
if xcode-select -p >/dev/null 2>&1 && command -v python3 >/dev/null; then
  exec python3 start.py "$@"
fi
echo "Python 3 is not on this Mac. Install it from python.org (one minute), and start this again;"
echo "or take the single HTML file of Lookback, which needs nothing but a browser."
printf "Return closes this window. "
read -r _
exit 1
