#!/bin/sh
# What tests need beside Python and Node.js: Chromium, and PostgreSQL's server. As root on Debian what is missing is
# installed; elsewhere a sentence says what to do. With CI set the tests that need them fail, else those of PostgreSQL
# are skipped. Ends with 0 only if everything is there.

has_chromium() {
	test -n "$CHROMIUM" && return
	for one in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $one && return; done
	return 1
}

has_postgres() {
	command -v initdb || ls /usr/local/bin/initdb /usr/lib/postgresql/*/bin/initdb 2> /dev/null | grep .
}

# The lists of packages of a fresh machine are empty or old, so they are fetched when the first try fails.
install() {
	test "$(id -u)" = 0 && command -v apt-get > /dev/null || return 1
	echo "Setting up: installing $1"
	export DEBIAN_FRONTEND=noninteractive
	try="apt-get install --yes --quiet --no-install-recommends -o Dpkg::Options::=--force-confold $1"
	$try > "$log" 2>&1 || { apt-get update --quiet >> "$log" 2>&1 && $try >> "$log" 2>&1; } || { tail -n 5 "$log"; return 1; }
}

# Debian's package would start a server for everybody; the tests start one of their own.
install_postgres() {
	settings=/etc/postgresql-common/createcluster.conf
	test "$(id -u)" = 0 && test ! -e $settings && mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > $settings
	install postgresql
}

log=${1:-/dev/null}
missing=0
has_chromium > /dev/null || install chromium-headless-shell || install chromium || {
	echo "There is no Chromium, which the browser tests need: install it (Debian: apt install chromium), or name one in CHROMIUM."
	missing=1
}
has_postgres > /dev/null || install_postgres || {
	echo "There is no PostgreSQL, so that the tests of several servers are skipped: install it (Debian: apt install postgresql)."
	missing=1
}
exit $missing
