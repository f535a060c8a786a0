#!/bin/sh
# Installs the system packages that the tests need, PostgreSQL and Chromium, if they are missing. Of Chromium the shell
# without a window is enough; where the system has no such package, the whole browser is used, and tests take longer.
# For Debian, Ubuntu and derivatives, as root or with sudo.
#
#   sh tools/system.sh
#   sh tools/system.sh compiler     only g++, with which a library of the recipes is built
set -eu

has() {
  command -v "$1" >/dev/null 2>&1
}
# Chromium instead of its shell will do.
fail() {
  if [ -z "$missing" ] && has chromium; then exit 0; fi
  echo "$1" >&2
  exit 1
}

missing=
browser=
if [ "${1:-}" = compiler ]; then
  has g++ || missing=" g++"
else
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing=" postgresql"
  if ! has chromium-headless-shell; then
    browser=chromium-headless-shell
    if has chromium && ! apt-cache show $browser >/dev/null 2>&1; then browser=; fi
  fi
fi
[ -n "$missing$browser" ] || exit 0

has apt-get || fail "There is no apt-get here. Please install by hand:$missing $browser"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  has sudo || fail "There is no sudo here. Please install as root:$missing $browser"
  as_root=sudo
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >"$log" 2>&1 || fail "$(cat "$log")"
}
echo "Installing$missing $browser"
apt_get update
if [ -n "$browser" ] && ! apt-cache show $browser >/dev/null 2>&1; then
  browser=chromium
fi
# shellcheck disable=SC2086 # names of packages
apt_get install --yes --no-install-recommends $missing $browser
