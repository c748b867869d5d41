import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { createFakeSystem } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { linuxScreenLock } from './linux.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
const PASSED = 'passed passed passed';
const UNKNOWN = 'unknown unknown unknown';
const NEVER = 'failed failed failed';
const ASK_BUS = 'call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus';

interface Locker {
  readonly words?: readonly string[];
  readonly timeout?: number;
  readonly delay?: number | string;
  readonly isLate?: string;
  readonly hasManager?: boolean;
  readonly stat?: string;
}

/** XFCE as Debian brings it, with light-locker next to it. */
async function states({
  words = [],
  timeout = 300,
  delay = 5,
  isLate = 'false',
  hasManager = true,
  stat = 'S',
}: Locker) {
  const system = createFakeSystem({
    environment: { XDG_CURRENT_DESKTOP: 'XFCE' },
    files: {
      '/proc/900/environ': 'HOME=/home/nadia\0DISPLAY=:0\0',
      '/proc/901/environ': 'HOME=/home/nadia\0DISPLAY=:0\0',
      '/proc/901/stat': `901 (light-locker) ${stat} 1 2`,
      '/proc/901/cmdline': ['light-locker', ...words].map((word) => `${word}\0`).join(''),
    },
    commands: {
      ps: '1 0 systemd\n900 1000 xfce4-session\n901 1000 light-locker\n',
      xset: `Screen Saver:\n  prefer blanking:  yes    allow exposures:  yes\n  timeout:  ${timeout}    cycle:  600\nColors:\n`,
      'gsettings get apps.light-locker lock-after-screensaver': `uint32 ${delay}\n`,
      'gsettings get apps.light-locker late-locking': `${isLate}\n`,
      [`busctl --system --json=short ${ASK_BUS} NameHasOwner s org.freedesktop.DisplayManager`]: `{"type":"b","data":[${hasManager}]}\n`,
    },
  });
  const reading = await linuxScreenLock.read(system);
  const context = { operatingSystem: 'linux', now: new Date(0) } as const;
  return TYPES.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, {}, context).state).join(' ');
}

test.each<[Locker, string]>([
  [{}, PASSED],
  [{ timeout: 3600 }, 'passed passed failed'],
  [{ timeout: 0 }, NEVER],
  [{ delay: 0 }, NEVER],
  [{ delay: 600 }, 'passed failed passed'],
  [{ delay: 'soon' }, UNKNOWN],
  [{ isLate: 'true' }, UNKNOWN],
  [{ isLate: 'true', words: ['--no-late-locking'] }, PASSED],
  [{ words: ['--lock-after-screensaver=0'] }, NEVER],
  [{ words: ['--lock-after-screensaver=5'], delay: 0 }, PASSED],
  [{ words: ['--late-locking'] }, UNKNOWN],
  [{ words: ['--lock-on-suspend', '--no-lock-on-lid', '--idle-hint'] }, PASSED],
  [{ hasManager: false }, UNKNOWN],
  [{ stat: 'T' }, NEVER],
])('light-locker %j: %s', async (locker, expected) => {
  expect(await states(locker)).toBe(expected);
});

test.each([
  ['XFCE', 'xfce4-session', 'tool-missing'],
  ['MATE', 'mate-session', 'tool-missing'],
  ['LXQt', 'lxqt-session', 'tool-missing'],
  ['sway', 'sway', 'tool-missing'],
  ['i3', 'i3', 'tool-missing'],
  ['Hyprland', 'Hyprland', 'not-supported'],
])('on %s, where a person can end the locker, none is no way in', async (desktop, program, reason) => {
  const system = createFakeSystem({
    environment: { XDG_CURRENT_DESKTOP: desktop },
    commands: { ps: `1 0 systemd\n900 1000 ${program}\n901 1000 hypridle\n` },
    files: { '/proc/900/environ': 'HOME=/home/nadia\0' },
  });
  expect(await linuxScreenLock.read(system)).toMatchObject({ unavailable: reason });
});
