import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import { readOtherStarts } from './other-starts.ts';

const CRON = { 'cron.service': { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' } };
const OWN = '/home/nadia/.config';
const entry = (exec: string, more = '') => `[Desktop Entry]\nType=Application\nExec=${exec}\n${more}`;
const unit = (exec: string) => `[Service]\nExecStart=${exec}\n`;

async function read(files: NonNullable<FakeSystemOptions['files']>, scripts: readonly string[] = [], units = CRON) {
  const grep = ({ arguments: words }: { readonly arguments: readonly string[] }) =>
    words[0] === '-lIE'
      ? words
          .filter((word) => scripts.includes(word))
          .map((word) => `${word}\n`)
          .join('')
      : '';
  const commands = { ...fakeSystemd(units), grep };
  const { found, doubt } = await readOtherStarts(createFakeSystem({ files, commands }));
  return [...found, ...(doubt === null ? [] : [`${doubt}?`])].join();
}

test.each([
  ['/etc/cron.d/later', '@reboot root mkdir -p /run/sshd; /usr/sbin/sshd -p 2222', true],
  ['/etc/cron.d/later', "@reboot nadia sh -c 'sleep 9; exec x11vnc -forever'", true],
  ['/etc/cron.d/later', '*/5 * * * * root pgrep -x sshd || nohup /usr/sbin/sshd', true],
  ['/etc/crontab', '17 *\t* * *\troot\tsetsid ncat -lk 4444 -e /bin/bash', true],
  ['/etc/cron.d/later', '# @reboot root /usr/sbin/sshd', false],
  ['/etc/cron.d/later', '@reboot root grep sshd /var/log/auth.log', false],
  ['/etc/cron.d/later', 'MAILTO=sshd', false],
  ['/etc/cron.d/later', '0 4 * * * root test -x /usr/sbin/sshd && systemctl reload ssh', false],
  ['/etc/cron.d/later', '*/10 * * * * root systemctl start ssh', true],
  ['/etc/cron.d/later', '*/10 * * * * root service ssh restart', true],
  ['/etc/cron.d/later', '*/10 * * * * root systemctl try-restart ssh', false],
  ['/etc/cron.d/later', '*/10 * * * * root systemctl start nginx', false],
  ['/var/spool/cron/crontabs/nadia', '@reboot /usr/sbin/sshd -p 2222', true],
  ['/var/spool/cron/crontabs/nadia', '@reboot nadia-sync --all', false],
  ['/etc/udev/rules.d/90-ssh.rules', 'SUBSYSTEM=="net", TAG+="systemd", ENV{SYSTEMD_WANTS}+="ssh.service"', true],
  ['/etc/udev/rules.d/90-ssh.rules', 'SUBSYSTEM=="net", RUN+="/usr/sbin/sshd -p 2222"', true],
  ['/etc/udev/rules.d/90-ssh.rules', '# ENV{SYSTEMD_WANTS}+="ssh.service"', false],
  ['/etc/udev/rules.d/90-net.rules', 'SUBSYSTEM=="net", ENV{SYSTEMD_WANTS}+="modem.service"', false],
  ['/etc/cron.d/not.read', '@reboot root /usr/sbin/sshd', false],
  ['/etc/xdg/autostart/screen.desktop', entry('x11vnc -forever -nopw'), true],
  [`${OWN}/autostart/screen.desktop`, entry('env DISPLAY=:0 x11vnc'), true],
  ['/etc/xdg/autostart/screen.desktop', entry('x11vnc', 'Hidden=true\n'), false],
  ['/etc/xdg/autostart/screen.desktop', entry('x11vnc', 'X-GNOME-Autostart-enabled=false\n'), false],
  ['/etc/xdg/autostart/screen.desktop', entry('nm-applet'), false],
  [`${OWN}/systemd/user/default.target.wants/own.service`, unit('/usr/sbin/sshd -D -p 2222'), true],
  ['/etc/systemd/user/graphical-session.target.wants/vnc.service', unit('-/usr/bin/wayvnc 0.0.0.0'), true],
  [`${OWN}/systemd/user/own.service`, unit('/usr/sbin/sshd -D -p 2222'), false],
  [`${OWN}/systemd/user/default.target.wants/own.service`, unit('/usr/bin/syncthing'), false],
])('%s with %j starts a server: %s', async (path, text, isServer) => {
  expect(await read({ [path]: `${text}\n` })).toBe(isServer ? path : '');
});

test('a display manager that answers others counts where it is the one that starts', async () => {
  const [path, manager] = ['/etc/lightdm/lightdm.conf', '/etc/systemd/system/display-manager.service'];
  const told = { [path]: '[XDMCPServer]\nenabled=true\n' };
  expect(await read({ ...told, [manager]: '[Service]\nExecStart=/usr/sbin/lightdm\n' })).toBe(path);
  expect(await read({ ...told, [manager]: '[Service]\nExecStart=/usr/sbin/gdm3\n' })).toBe('');
  expect(await read(told)).toBe('');
  const off = { [path]: '[XDMCPServer]\nenabled=false\n', [manager]: '[Service]\nExecStart=/usr/sbin/lightdm\n' };
  expect(await read(off)).toBe('');
});

test('a table counts where cron starts', async () => {
  const files = { '/etc/cron.d/later': '@reboot root /usr/sbin/sshd\n' };
  const off = { 'cron.service': { LoadState: 'masked', ActiveState: 'inactive', UnitFileState: 'masked' } };
  expect(await read(files, [], off)).toBe('');
  expect(await read(files)).toBe('/etc/cron.d/later');
});

test('an entry that starts only where something else holds is not known', async () => {
  const path = '/etc/xdg/autostart/screen.desktop';
  expect(await read({ [path]: entry('x11vnc', 'OnlyShowIn=XFCE;\n') })).toBe(`${path}?`);
  expect(await read({ [path]: entry('nm-applet', 'OnlyShowIn=XFCE;\n') })).toBe('');
});

test('a file of the person’s hides the one of its name', async () => {
  const [all, own] = ['/etc/xdg/autostart/screen.desktop', `${OWN}/autostart/screen.desktop`];
  expect(await read({ [all]: entry('x11vnc'), [own]: entry('x11vnc', 'Hidden=true\n') })).toBe('');
});

test('a script of one’s own that names a server is not known where it runs at the start', async () => {
  const at = (when: string) => read({ '/etc/cron.d/later': `${when} root /opt/own/start\n` }, ['/opt/own/start']);
  expect(await at('@reboot')).toBe('/etc/cron.d/later?');
  expect(await at('0 4 * * *')).toBe('');
});
