#!/bin/sh
# Installs the system packages that the tests need, PostgreSQL and Chromium, if they are missing.
# For Debian, Ubuntu and derivatives, as root or with sudo.
#
#   sh tools/system.sh
set -eu

missing=
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "There is no apt-get here. Please install by hand:$missing" >&2
  exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "There is no sudo here. Please install as root:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing$missing"
for step in update "install --yes --no-install-recommends$missing"; do
  # shellcheck disable=SC2086 # the words of a step are its arguments
  if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq $step >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
done
