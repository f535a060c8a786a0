#!/bin/sh
# Installs what the tests need from the system and does not find there: PostgreSQL's programs and a browser.
# Nothing missing: nothing is done. Debian, Ubuntu and their like; as root or with sudo.
set -eu

missing=
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "Please install by hand, there is no apt-get here:$missing" >&2
  exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "Please install as root, there is no sudo here:$missing" >&2
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
