import type { BootedLinux, RunOptions } from './booted-linux.ts';
import { busPolicyFor, OWN_BUS_NAME } from './bus-name.ts';

async function expectToRun(linux: BootedLinux, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await linux.run(words);
  if (code !== 0) throw new Error(`${words.join(' ')} gave ${code}: ${stdout}${stderr}`);
  return stdout;
}

/** A D-Bus session of Nadia's, and in it a program with the desktop's name: the desktop itself is not installed. */
export async function openDesktopSession(
  linux: BootedLinux,
  desktop: string,
  program: string,
): Promise<RunOptions & { close: () => Promise<void> }> {
  const home = '/home/nadia';
  await expectToRun(linux, ['cp', '/bin/sleep', `${home}/${program}`]);
  const inside = `echo "$DBUS_SESSION_BUS_ADDRESS" > ${home}/bus; exec ${home}/${program} 600`;
  linux.start(['dbus-run-session', '--', 'sh', '-c', inside], { user: 'nadia' });
  const isUp = `until [ -s ${home}/bus ] && pgrep -x ${program} >&2; do sleep 0.1; done; cat ${home}/bus`;
  const address = await expectToRun(linux, ['sh', '-c', isUp]);
  return {
    user: 'nadia',
    environment: { XDG_CURRENT_DESKTOP: desktop, DBUS_SESSION_BUS_ADDRESS: address.trim() },
    close: async () => {
      await linux.run(['pkill', '-x', program]);
      await linux.remove(`${home}/bus`);
    },
  };
}

/** Stands for GNOME's display manager, next to which alone GNOME locks: its name on the bus. */
export async function startDisplayManager(linux: BootedLinux): Promise<void> {
  const name = 'org.gnome.DisplayManager';
  await linux.write('/etc/dbus-1/system.d/gdm.conf', busPolicyFor(name));
  await linux.write('/usr/local/bin/own-bus-name', OWN_BUS_NAME);
  await expectToRun(linux, ['systemctl', 'reload', 'dbus']);
  await expectToRun(linux, ['systemd-run', '--unit=gdm-stand-in', 'perl', '/usr/local/bin/own-bus-name', name]);
  await expectToRun(linux, ['sh', '-c', `until busctl --system status ${name} >/dev/null 2>&1; do sleep 0.1; done`]);
}
