import type { BootedLinux } from '../support/booted-linux.ts';
import type { Session } from './state.ts';

const BUS = '/run/nadia/bus-address';

/** Runs a command as Nadia, on the bus of her session and its display. */
export const IN_SESSION = `#!/bin/sh
exec setpriv --reuid=nadia --regid=nadia --init-groups env HOME=/home/nadia DISPLAY=:7 WAYLAND_DISPLAY=wayland-1 \\
  XDG_RUNTIME_DIR=/run/nadia DBUS_SESSION_BUS_ADDRESS="$(cat ${BUS})" "$@"
`;

/** Begins a session of Nadia's. What it starts ends with it. */
export async function openSession(
  linux: BootedLinux,
  { desktop, start, isUp }: Session,
): Promise<{ readonly environment: Readonly<Record<string, string>>; readonly close: () => Promise<void> }> {
  const program = '/usr/bin/desktop-session';
  await linux.write(
    program,
    `#!/bin/sh\nprintf %s "$DBUS_SESSION_BUS_ADDRESS" > ${BUS}\n${start}\nexec sleep infinity\n`,
    0o755,
  );
  const opened = await linux.run([
    'sh',
    '-ec',
    `install -d -o nadia -g nadia -m 700 /run/nadia; rm -f ${BUS}
    systemd-run --quiet --collect --unit=desktop --uid=nadia --setenv=HOME=/home/nadia --setenv=XDG_RUNTIME_DIR=/run/nadia \
      --setenv=XDG_CURRENT_DESKTOP=${desktop} --setenv=PATH=/srv/desktop:/usr/local/bin:/usr/bin:/bin \
      dbus-run-session -- ${program}
    for turn in $(seq 150); do [ -s ${BUS} ] && (${isUp}) >/dev/null 2>&1 && exit 0; sleep 0.1; done; exit 1`,
  ]);
  if (opened.code !== 0) throw new Error(`The session of ${desktop} did not start: ${opened.stdout}${opened.stderr}`);
  const address = await linux.read(BUS);
  return {
    environment: { XDG_CURRENT_DESKTOP: desktop, DBUS_SESSION_BUS_ADDRESS: address },
    close: async () => {
      await linux.run(['systemctl', 'stop', 'desktop.service']);
    },
  };
}
