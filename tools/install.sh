#!/bin/sh
# Installs packages into .venv: sh tools/install.sh, then what `pip install` would be given.
#
# uv does it in a seventh of pip's CPU time, but reads none of pip's configuration. So where it fails, because packages
# come from a place that only pip is told of for example, pip does it, or says what is wrong.
set -eu

bin=.venv/bin
pip_install() {
  # Without bytecode, which takes pip longer than the rest; Python writes that of the few modules it imports.
  $bin/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt "$@"
}

if { [ -x $bin/uv ] || pip_install uv; } && $bin/uv pip install --quiet --python $bin/python -c constraints.txt "$@"; then
  exit 0
fi
echo "uv could not install it; pip tries."
pip_install "$@"
