import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '@vestibule/testing';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { linuxScreenLock } from './linux.ts';
import { lockerOf } from './lock-command.ts';
import { plainWords } from './shell-words.ts';
import { parseXscreensaver } from './xscreensaver.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
const PASSED = 'passed passed passed';
const UNKNOWN = 'unknown unknown unknown';
const NEVER = 'failed failed failed';

interface Running extends Pick<FakeSystemOptions, 'files' | 'commands'> {
  readonly desktop: string;
  /** Programs next to the desktop, each with its words. */
  readonly programs: readonly (readonly string[])[];
}

/** The three verdicts on a session in which these programs run, all of them nadia's. */
async function states({ desktop, programs, files = {}, commands = {} }: Running): Promise<string> {
  const all = [[desktop], ...programs].map((words, index) => ({ words, processId: 900 + index }));
  const rows = all.map(({ words, processId }) => `${processId} 1000 ${words[0]?.slice(0, 15)}`);
  const system = createFakeSystem({
    files: {
      ...Object.fromEntries(
        all.flatMap(({ words, processId }) => [
          [`/proc/${processId}/environ`, 'HOME=/home/nadia\0DISPLAY=:0\0'],
          [`/proc/${processId}/stat`, `${processId} (a) b) S 1 2`],
          [`/proc/${processId}/cmdline`, words.map((word) => `${word}\0`).join('')],
        ]),
      ),
      ...Object.fromEntries(
        ['swaylock', 'i3lock', 'slock', 'loginctl', 'pidof'].map((name) => [`/usr/bin/${name}`, '']),
      ),
      ...files,
    },
    commands: { ps: `1 0 systemd\n${rows.join('\n')}\n`, ...commands },
  });
  const reading = await linuxScreenLock.read(system);
  const context = { operatingSystem: 'linux', now: new Date(0) } as const;
  return TYPES.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, {}, context).state).join(' ');
}

describe('sway', () => {
  const sway = (words: readonly string[], files: FakeSystemOptions['files'] = {}) =>
    states({ desktop: 'sway', programs: [['swayidle', ...words]], files });

  test.each([
    [['-w', 'timeout', '300', 'swaylock -f -c 000000', 'timeout', '600', 'swaymsg "output * dpms off"'], PASSED],
    [['timeout', '300', 'swaylock -f', '-w'], PASSED],
    [['timeout', '300', 'pidof swaylock || swaylock -f'], PASSED],
    [['timeout', '300', 'loginctl lock-session', 'lock', 'swaylock -f'], PASSED],
    [['timeout', '1800', 'swaylock -f'], 'passed passed failed'],
    [['timeout', '1800', 'swaylock -f', 'timeout', '600', '/usr/bin/swaylock'], PASSED],
    [['before-sleep', 'swaylock -f'], NEVER],
    [['timeout', '0', 'swaylock -f'], NEVER],
    [['timeout', '300', `swaymsg "output * dpms off"`, 'resume', `swaymsg 'output * power on'`], NEVER],
    [['timeout', '300', 'brightnessctl -s set 10', 'timeout', '600', 'systemctl suspend'], UNKNOWN],
    [['timeout', '300', `swaymsg exec swaylock`], UNKNOWN],
    [[], NEVER],
    [['timeout', '300', 'swaylock --grace 900'], UNKNOWN],
    [['timeout', '300', 'swaylock --version'], UNKNOWN],
    [['timeout', '300', 'swaylock --help'], UNKNOWN],
    [['timeout', '300', 'swaylock --vers'], UNKNOWN],
    [['timeout', '300', 'swaylock -fv'], UNKNOWN],
    [['timeout', '300', 'swaylock -h'], UNKNOWN],
    [['timeout', '300', 'i3lock -v'], UNKNOWN],
    [['timeout', '300', 'slock -v'], UNKNOWN],
    [['timeout', '300', 'swaylock --daemonize --color=000000 -i /home/nadia/v.png'], PASSED],
    [['timeout', '300', 'swaylock -feFc000000 --ring-ver-color 00ff00 --font Inter'], PASSED],
    [['timeout', '300', 'i3lock -n -e -f --color=112233 -t -i /tmp/a.png'], PASSED],
    [['timeout', '300', 'swaylock -C /tmp/config'], UNKNOWN],
    [['timeout', '300', 'swaylock & sleep 1; pkill swaylock'], UNKNOWN],
    [['timeout', '300', 'pidof sway || swaylock -f'], UNKNOWN],
    [['timeout', '300', '/home/nadia/bin/swaylock'], UNKNOWN],
    [['timeout', '300', 'loginctl lock-session'], UNKNOWN],
    [['timeout', '300', 'loginctl lock-session', 'lock', 'true'], UNKNOWN],
    [['timeout', 'soon', 'swaylock'], UNKNOWN],
    [['timeout', '300'], UNKNOWN],
    [['-x', 'timeout', '300', 'swaylock'], UNKNOWN],
    [['-C', 'config', 'timeout', '300', 'swaylock'], UNKNOWN],
    [['later', '300', 'swaylock'], UNKNOWN],
  ])('swayidle %j: %s', async (words, expected) => {
    expect(await sway(words)).toBe(expected);
  });

  test.each([
    ['/home/nadia/.config/swayidle/config', "# mine\ntimeout 300 'swaylock -f'\n", PASSED],
    ['/home/nadia/.swayidle/config', 'timeout 3600 swaylock\n', 'passed passed failed'],
    ['/etc/swayidle/config', 'timeout 300 swaylock -f\n', UNKNOWN],
    ['/home/nadia/.config/swayidle/config', 'timeout 300 $LOCK\n', UNKNOWN],
    ['/home/nadia/.config/swayidle/config', 'lock true\n', NEVER],
  ])('%s with %j: %s', async (path, text, expected) => {
    expect(await sway([], { [path]: text })).toBe(expected);
  });

  test.each(['grace=600', '--grace=5', 'grace-no-mouse'])('a swaylock that is set to %s is not known', async (line) => {
    const files = { '/home/nadia/.config/swaylock/config': `color=000000\n${line}\n` };
    expect(await sway(['timeout', '300', 'swaylock -f'], files)).toBe(UNKNOWN);
  });

  const LOCKS = ['swayidle', '-w', 'timeout', '300', 'swaylock -f'];
  const one = (files: FakeSystemOptions['files'] = {}) => states({ desktop: 'sway', programs: [LOCKS], files });

  test.each([
    ['901 (swayidle) T 1 2', NEVER],
    ['901 (swayidle) t 1 2', NEVER],
    ['901 (swayidle) Z 1 2', NEVER],
    ['901 (T S) R) R 1 2', PASSED],
    ['901', UNKNOWN],
  ])('a program that the kernel has as %j: %s', async (stat, expected) => {
    expect(await one({ '/proc/901/stat': stat })).toBe(expected);
  });

  const OWN = '/home/nadia/bin/swaylock';
  test.each<[string, FakeSystemOptions['files'], string]>([
    ['/home/nadia/bin:/usr/bin', { [OWN]: '#!/bin/sh\n' }, UNKNOWN],
    ['/home/nadia/bin:/usr/bin', {}, PASSED],
    ['/usr/bin:/home/nadia/bin', { [OWN]: '#!/bin/sh\n' }, PASSED],
    ['/usr/local/bin/:/usr/bin', { '/usr/local/bin/swaylock': '' }, PASSED],
    ['bin:/usr/bin', {}, UNKNOWN],
    [':/usr/bin', {}, UNKNOWN],
    ['/usr/sbin', {}, UNKNOWN],
  ])('PATH=%s, %j: %s', async (path, files, expected) => {
    const environ = `HOME=/home/nadia\0DISPLAY=:0\0PATH=${path}\0`;
    expect(await one({ '/proc/901/environ': environ, ...files })).toBe(expected);
  });

  test('a program between, such as the one that asks the session to lock, is looked for as well', async () => {
    const environ = 'HOME=/home/nadia\0PATH=/home/nadia/bin:/usr/bin\0';
    const programs = [['swayidle', 'timeout', '300', 'loginctl lock-session', 'lock', 'swaylock -f']];
    const files = { '/proc/901/environ': environ, '/home/nadia/bin/loginctl': '' };
    expect(await states({ desktop: 'sway', programs, files })).toBe(UNKNOWN);
    const unless = [['swayidle', 'timeout', '300', 'pidof swaylock || swaylock -f']];
    expect(await states({ desktop: 'sway', programs: unless, files })).toBe(PASSED);
    const own = { '/proc/901/environ': environ, '/home/nadia/bin/pidof': '' };
    expect(await states({ desktop: 'sway', programs: unless, files: own })).toBe(UNKNOWN);
  });

  const NO_PASSWORD = 'passed failed passed';
  test.each<[FakeSystemOptions['files'], string]>([
    [{ '/etc/pam.d/swaylock': 'auth include login\n' }, PASSED],
    [{ '/etc/pam.d/swaylock': 'auth sufficient pam_permit.so\n' }, NO_PASSWORD],
    [{ '/usr/lib/pam.d/swaylock': 'auth sufficient pam_permit.so\n' }, NO_PASSWORD],
    [{ '/etc/pam.d/common-auth': 'auth required pam_permit.so\n' }, NO_PASSWORD],
    [{ '/etc/pam.d/swaylock': 'auth sufficient pam_exec.so /bin/x\nauth required pam_unix.so\n' }, UNKNOWN],
    [{ '/etc/pam.d/i3lock': 'auth sufficient pam_permit.so\n' }, PASSED],
  ])('the rules of the locker %j: %s', async (files, expected) => {
    expect(await one(files)).toBe(expected);
  });

  test('no locker, one that is not known, and another person’s: nothing is known', async () => {
    expect(await states({ desktop: 'sway', programs: [] })).toBe(UNKNOWN);
    expect(await states({ desktop: 'sway', programs: [['hypridle']] })).toBe(UNKNOWN);
    const others = { ps: '1 0 systemd\n900 1000 sway\n901 1002 swayidle\n' };
    const programs = [['swayidle', 'timeout', '300', 'swaylock']];
    expect(await states({ desktop: 'sway', programs, commands: others })).toBe(UNKNOWN);
  });

  test('one that surely locks is enough next to one that is not understood', async () => {
    const sure = ['swayidle', 'timeout', '300', 'swaylock'];
    expect(await states({ desktop: 'sway', programs: [['swayidle', 'timeout', '60', 'script.sh'], sure] })).toBe(
      PASSED,
    );
  });
});

// After the manual of xset and x11-xserver-utils' own words.
const xset = (timeout: number, cycle: number) =>
  `Keyboard Control:\n  auto repeat:  on    key click percent:  0    LED mask:  00000000\nScreen Saver:\n  prefer blanking:  yes    allow exposures:  yes\n  timeout:  ${timeout}    cycle:  ${cycle}\nColors:\n  default colormap:  0x20    BlackPixel:  0x0    WhitePixel:  0xffffff\n`;

describe('i3', () => {
  const i3 = (program: readonly string[], display = xset(600, 600)) =>
    states({ desktop: 'i3', programs: [program], commands: { xset: display } });

  test.each([
    [['xss-lock', '--transfer-sleep-lock', '--', 'i3lock', '--nofork'], xset(600, 600), PASSED],
    [['xss-lock', '-l', 'i3lock', '-n'], xset(600, 600), PASSED],
    [['xss-lock', '-n', 'dim.sh', '--', 'i3lock', '-n'], xset(300, 60), PASSED],
    [['xss-lock', '-n', 'dim.sh', '--', 'i3lock', '-n'], xset(600, 600), 'passed passed failed'],
    [['xss-lock', '-n', 'dim.sh', '--', 'i3lock', '-n'], xset(600, 0), UNKNOWN],
    [['xss-lock', '--', 'i3lock', '-n'], xset(0, 600), NEVER],
    [['xss-lock', '--', 'lock.sh'], xset(600, 600), UNKNOWN],
    [['xss-lock', '-l'], xset(600, 600), UNKNOWN],
    [['xss-lock', '--', 'i3lock'], 'xset:  unable to open display ""\n', UNKNOWN],
    [['xss-lock', '--', 'i3lock'], 'Font Path:\n  timeout:  600    cycle:  600\n', UNKNOWN],
    // It may be turned off in itself.
    [['xautolock', '-time', '10', '-locker', 'i3lock -c 000000'], '', UNKNOWN],
  ])('%j: %s', async (program, display, expected) => {
    expect(await i3(program, display)).toBe(expected);
  });
});

test.each([
  [':0', PASSED],
  [':0.0', PASSED],
  ['unix:0', PASSED],
  [':8', UNKNOWN],
  ['localhost:10.0', UNKNOWN],
])('a locker of the display %s next to a session on :0: %s', async (display, expected) => {
  const programs = [['xss-lock', '--', 'i3lock', '-n']];
  const files = { '/proc/901/environ': `HOME=/home/nadia\0DISPLAY=${display}\0` };
  expect(await states({ desktop: 'i3', programs, files, commands: { xset: xset(600, 600) } })).toBe(expected);
});

describe('LXQt with XScreenSaver', () => {
  const lxqt = (text: string, system = '') =>
    states({
      desktop: 'lxqt-session',
      programs: [['xscreensaver', '--no-splash']],
      files: { '/home/nadia/.xscreensaver': text, '/etc/X11/app-defaults/XScreenSaver': system },
    });
  const usual = 'timeout:\t0:10:00\nlock:\t\tTrue\nlockTimeout:\t0:00:00\nmode:\t\trandom\n';

  test.each([
    [usual, PASSED],
    [usual.replace('random', 'blank'), PASSED],
    [usual.replace('random', 'off'), NEVER],
    [usual.replace('random', 'later'), UNKNOWN],
    [usual.replace('True', 'False'), 'passed failed passed'],
    [usual.replace('0:10:00', '1:00:00'), 'passed passed failed'],
    [usual.replace('0:10:00', '10:00'), PASSED],
    [usual.replace('0:10:00', '20'), 'passed passed failed'],
    [usual.replace('0:00:00', '0:30:00'), 'passed failed failed'],
    [usual.replace('0:10:00', 'soon'), UNKNOWN],
    [usual.replace(/lock:.*\n/, ''), UNKNOWN],
    ['', UNKNOWN],
  ])('%j: %s', async (text, expected) => {
    expect(await lxqt(text)).toBe(expected);
  });

  test('the system’s settings hold where the person’s say nothing', async () => {
    const all = '*timeout:\t\t0:10:00\n*lock:\t\t\tFalse\n*lockTimeout: 0:00:00\n*mode: random\n! lock: True\n';
    expect(await lxqt('', all)).toBe('passed failed passed');
    expect(await lxqt('lock: True\n', all)).toBe(PASSED);
    expect(parseXscreensaver('programs: a \\\n lock: True\nlock: False').get('lock')).toBe('False');
  });
});

describe('XFCE', () => {
  const NONE = { code: 1, stderr: 'Channel "xfce4-power-manager" does not exist. If this property is new,\n' };
  const xfce = (saver: string | object, power: string | object = NONE) =>
    states({
      desktop: 'xfce4-session',
      programs: [['xfce4-screensaver']],
      commands: { 'xfconf-query -c xfce4-screensaver': saver, 'xfconf-query -c xfce4-power-manager': power },
    });
  const empty = { code: 1, stderr: 'Channel "xfce4-screensaver" contains no properties\n' };

  test.each([
    [empty, NONE, PASSED],
    ['/lock/enabled    false\n/saver/enabled   true\n', NONE, 'passed failed passed'],
    ['/lock/saver-activation/enabled  false\n', NONE, 'passed failed passed'],
    ['/lock/saver-activation/delay  30\n', NONE, 'passed failed failed'],
    ['/saver/enabled  false\n', NONE, NEVER],
    ['/saver/idle-activation/enabled  false\n', NONE, NEVER],
    ['/saver/idle-activation/delay  60\n', NONE, 'passed passed failed'],
    ['/saver/idle-activation/delay  0\n', NONE, PASSED],
    ['/saver/idle-activation/delay  soon\n', NONE, UNKNOWN],
    ['/lock/enabled  maybe\n', NONE, UNKNOWN],
    ['no list', NONE, UNKNOWN],
    [{ code: 1, stderr: 'Failed to init libxfconf: no bus' }, NONE, UNKNOWN],
    [empty, '/xfce4-power-manager/presentation-mode  true\n', NEVER],
    [empty, '/xfce4-power-manager/presentation-mode  false\n', PASSED],
    [empty, { code: 1, stderr: 'Failed to init libxfconf' }, UNKNOWN],
  ])('%j, %j: %s', async (saver, power, expected) => {
    expect(await xfce(saver, power)).toBe(expected);
  });
});

describe('MATE and Cinnamon', () => {
  const settings = (prefix: string, session: string, idle: string, activation = 'true', lock = 'true') => ({
    [`gsettings get ${session} idle-delay`]: `${idle}\n`,
    [`gsettings get ${prefix}.screensaver lock-enabled`]: `${lock}\n`,
    [`gsettings get ${prefix}.screensaver lock-delay`]: '0\n',
    [`gsettings get ${prefix}.screensaver idle-activation-enabled`]: `${activation}\n`,
    [`gsettings get ${prefix}.lockdown disable-lock-screen`]: 'false\n',
    'gsettings writable': 'true\n',
  });
  const mate = (...given: [string, string?, string?]) =>
    states({
      desktop: 'mate-session',
      programs: [['mate-screensaver']],
      commands: settings('org.mate', 'org.mate.session', ...given),
    });

  test('MATE counts in minutes, and only where its screen saver runs', async () => {
    expect(await mate('5')).toBe(PASSED);
    expect(await mate('60')).toBe('passed passed failed');
    expect(await mate('5', 'false')).toBe('failed passed failed');
    expect(await mate('5', 'true', 'false')).toBe('passed failed passed');
    const commands = settings('org.mate', 'org.mate.session', '5');
    expect(await states({ desktop: 'mate-session', programs: [], commands })).toBe(UNKNOWN);
  });

  const bus = (call: string) =>
    `busctl --user --json=short call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ${call}`;
  test.each([
    [true, [], PASSED],
    [false, ['org.cinnamon.ScreenSaver'], PASSED],
    [false, ['org.other'], UNKNOWN],
  ])('Cinnamon, its screen saver on the bus (%s) or startable (%j): %s', async (isThere, names, expected) => {
    const commands = {
      ...settings('org.cinnamon.desktop', 'org.cinnamon.desktop.session', 'uint32 300'),
      [bus('NameHasOwner s org.cinnamon.ScreenSaver')]: `{"type":"b","data":[${isThere}]}`,
      [bus('ListActivatableNames')]: JSON.stringify({ type: 'as', data: [names] }),
    };
    expect(await states({ desktop: 'cinnamon', programs: [], commands })).toBe(expected);
    const off = { ...commands, 'gsettings get org.cinnamon.desktop.screensaver idle-activation-enabled': 'false\n' };
    if (expected === PASSED) {
      expect(await states({ desktop: 'cinnamon', programs: [], commands: off })).toBe('failed passed failed');
    }
  });
});

test('a plain line is taken apart as the shell takes it apart', () => {
  const line = fc
    .array(fc.constantFrom(...`ab-/.=,:'" $\`\\;&|<>(){}*?[]!~#`.split(''), '  ', "'a b'", '"a b"', "''"), {
      maxLength: 8,
    })
    .map((parts) => parts.join(''));
  const plain = fc.sample(line, 6000).filter((text) => (plainWords(text)?.length ?? 0) > 0);
  expect(plain.length).toBeGreaterThan(150);
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  try {
    const script = plain.map((text) => `printf '%s\\001' ${text}; printf '\\n'`).join('\n');
    const said = execFileSync('/bin/sh', ['-c', script], { cwd: folder, encoding: 'utf8' }).split('\n');
    expect(plain.map(plainWords)).toEqual(plain.map((_, index) => said[index]?.split('\u0001').slice(0, -1)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('nothing but a locker alone locks', () => {
  const words = fc.constantFrom(
    'swaylock',
    '-f',
    'true',
    '||',
    '&&',
    ';',
    '&',
    '|',
    '$(x)',
    '`x`',
    '#',
    '>',
    "'",
    'i3lock',
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (parts) => {
      const command = parts.join(' ');
      // The slow way to say it: the first word is a locker, and no other word means anything to a shell. What stands in
      // quotes is one word of the locker's.
      const isPlain = /^(swaylock|i3lock)( (swaylock|i3lock|-f|true))*$/.test(command.replaceAll(/'[^']*'/g, 'true'));
      expect(lockerOf(command) !== null).toBe(isPlain);
    }),
    { numRuns: propertyRuns(30_000) },
  );
});
