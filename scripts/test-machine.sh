#!/usr/bin/env bash
# Installs the Debian packages that the tests need: a browser and its headless shell, databases, a bus, a directory, a Kerberos realm, a proxy and the
# spreadsheet that our reader is compared with. None of the servers is started: each test starts its own. With "bench" also what the benchmarks are measured against.
set -euo pipefail

declare -A commands=(
  [chromium]=chromium
  [postgresql-15]=/usr/lib/postgresql/15/bin/postgres
  [nats-server]=nats-server
  [libreoffice-calc]=soffice
  [python3-uno]=/usr/lib/python3/dist-packages/uno.py
  [curl]=curl
  [jq]=jq
  [libkrb5-dev]=krb5-config
  [g++]=g++
  [make]=make
  [openssl]=openssl
  [python3]=/usr/bin/python3
  [python3-venv]=/usr/share/doc/python3-venv
  [python3-pip]=/usr/lib/python3/dist-packages/pip
  [python3-setuptools]=/usr/lib/python3/dist-packages/setuptools
  [python3-wheel]=/usr/lib/python3/dist-packages/wheel
  [python3-pandas]=/usr/lib/python3/dist-packages/pandas
  [python3-openpyxl]=/usr/lib/python3/dist-packages/openpyxl
  [python3-jinja2]=/usr/lib/python3/dist-packages/jinja2
  [krb5-kdc]=/usr/sbin/krb5kdc
  [krb5-admin-server]=/usr/sbin/kadmin.local
  [krb5-user]=kinit
  [slapd]=/usr/sbin/slapd
  [nginx-light]=nginx
)
if [ "${1:-}" = bench ]; then
  commands[libnginx-mod-nchan]=/usr/lib/nginx/modules/ngx_nchan_module.so
  commands[gcc]=gcc
fi

missing=()
for package in "${!commands[@]}"; do
  command -v "${commands[$package]}" >/dev/null 2>&1 || [ -e "${commands[$package]}" ] || missing+=("$package")
done
# With the browser, of whose version it has to be; without it the tests run in the whole browser, as long as that takes.
shell=chromium-headless-shell
has_shell() { command -v "$shell" >/dev/null 2>&1; }
can_install() { command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; }
[ ${#missing[@]} -gt 0 ] || ! has_shell || exit 0

if ! can_install; then
  [ ${#missing[@]} -gt 0 ] || exit 0
  echo "The tests need these Debian packages; install them as root: ${missing[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
install() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  install "${missing[@]}"
fi
has_shell || { apt-get update -qq && install chromium "$shell"; } ||
  echo "Without $shell the tests of pages run in the whole browser, which takes longer" >&2
