/**
 * What a machine of its own has and a folder has not. Each stands first in the PATH of a command of the page, with the
 * machine's folder in MACHINE. Programs start as the unit of Debian's package starts them.
 */
export const STAND_INS: Readonly<Record<string, string>> = {
  'apt-get': 'for one; do case $one in install|--yes) ;; *) dpkg -s "$one" > /dev/null;; esac || exit 1; done',
  pg_dropcluster: 'exit 0',
  chown: 'exit 0',
  scp: 'shift; exec cp -p "$@"',
  systemctl: `
case "$1" in
  enable) [ "$2" = --now ] || exit 0 ;;
  restart) ;;
  daemon-reload) exit 0 ;;
  *) exit 1 ;;
esac
for unit; do true; done
case "$unit" in
  etcd) set -a; . "$MACHINE/etc/default/etcd"; set +a; set -- /usr/bin/etcd ;;
  patroni) set -- /usr/bin/patroni "$MACHINE/etc/patroni/config.yml" ;;
  haproxy) set -- /usr/sbin/haproxy -db -f "$MACHINE/etc/haproxy/haproxy.cfg" ;;
  vestibule)
    set -a
    eval "$(sed -n 's/^Environment=//p' "$MACHINE/etc/systemd/system/vestibule.service.d/machine.conf" | tr ' ' '\\n')"
    VESTIBULE_DATA="$MACHINE/var/lib/vestibule"; PORT="$SERVER_PORT"; LOG_LEVEL=warn
    set +a
    set -- "$NODE" apps/server/src/main.ts ;;
  *) exit 1 ;;
esac
setsid "$@" > "$MACHINE/$unit.log" 2>&1 < /dev/null &
echo $! > "$MACHINE/$unit.pid"
`,
};
