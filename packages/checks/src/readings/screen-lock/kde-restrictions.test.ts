import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { createFakeSystem } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { linuxScreenLock } from './linux.ts';

const OWN = '/home/nadia/.config/kdeglobals';
const FOR_ALL = '/etc/xdg/kdeglobals';
const text = (line: string, group = '[KDE Action Restrictions]') => `[General]\nfont=Hack\n\n${group}\n${line}\n`;
const NEVER = 'action/lock_screen=false';

test.each<[Readonly<Record<string, string>>, string]>([
  [{}, 'passed'],
  [{ [OWN]: text(NEVER) }, 'failed'],
  [{ [FOR_ALL]: text(NEVER) }, 'failed'],
  [{ [FOR_ALL]: text(NEVER, '[KDE Action Restrictions][$i]') }, 'failed'],
  [{ [FOR_ALL]: text('action/lock_screen[$i]=false') }, 'failed'],
  [{ '/etc/kde5rc': text(NEVER) }, 'failed'],
  [{ '/home/nadia/.config/kscreenlockerrc': text(NEVER) }, 'failed'],
  [{ '/etc/xdg/system.kdeglobals': text('action/lock_screen=0') }, 'failed'],
  [{ [OWN]: text('action/lock_screen=true') }, 'passed'],
  [{ [OWN]: text('action/logout=false') }, 'passed'],
  [{ [OWN]: text(NEVER, '[Other]') }, 'passed'],
  [{ [OWN]: text('action/lock_screen[$e]=$X') }, 'unknown'],
  [{ [OWN]: text('action/lock_screen=perhaps') }, 'unknown'],
  [{ [OWN]: text('action/lock_screen=true'), [FOR_ALL]: text(NEVER) }, 'unknown'],
])('what KDE may do, %j: %s', async (files, expected) => {
  const system = createFakeSystem({
    environment: { XDG_CURRENT_DESKTOP: 'KDE' },
    commands: { ps: '1 0 systemd\n900 1000 plasmashell\n' },
    files: { '/proc/900/environ': 'HOME=/home/nadia\0', ...files },
  });
  const reading = await linuxScreenLock.read(system);
  const context = { operatingSystem: 'linux', now: new Date(0) } as const;
  const check = CHECK_DEFINITIONS.ScreenSaverPasswordProtected;
  expect(judgeReading(check, reading, {}, context).state).toBe(expected);
});
