import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { createFakeSystem } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { linuxScreenLock } from './linux.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
const LOCKS = '[Daemon]\nTimeout=5\n';

interface Program {
  readonly name: string;
  readonly words: readonly string[];
  readonly userId?: number;
}

/** A Plasma that locks after five minutes, and what else runs. */
async function judge(programs: readonly Program[], files: Readonly<Record<string, string>> = {}, settings = LOCKS) {
  const rows = programs.map(({ name, userId = 1000 }, at) => ` ${700 + at} ${userId} ${name.slice(0, 15)}\n`);
  const lines = programs.map(({ words }, at) => [`/proc/${700 + at}/cmdline`, `${words.join('\0')}\0`]);
  const system = createFakeSystem({
    environment: { XDG_CURRENT_DESKTOP: 'KDE' },
    files: {
      '/proc/900/environ': 'HOME=/home/nadia\0',
      '/home/nadia/.config/kscreenlockerrc': settings,
      ...Object.fromEntries(lines),
      ...files,
    },
    commands: { ps: `1 0 systemd\n900 1000 plasmashell\n${rows.join('')}` },
  });
  const reading = await linuxScreenLock.read(system);
  const context = { operatingSystem: 'linux', now: new Date(0) } as const;
  return TYPES.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, {}, context));
}

async function verdictOf(...given: Parameters<typeof judge>): Promise<string> {
  return (await judge(...given)).map(({ state }) => state.charAt(0)).join('');
}
/** `systemd-inhibit --what=idle sleep infinity` */
const run = (line: string, userId?: number): Program => {
  const words = line.split(' ');
  const name = words[0]?.split('/').at(-1) ?? '';
  return { name, words, ...(userId === undefined ? {} : { userId }) };
};

describe('what is inhibited', () => {
  test.each([
    ['systemd-inhibit --what=idle sleep infinity', 'fpf'],
    ['systemd-inhibit sleep infinity', 'fpf'],
    ['systemd-inhibit --what idle:sleep --why film -- /usr/bin/sleep 9999', 'fpf'],
    ['systemd-inhibit --what=idle bash -c while :; do read x; done', 'fpf'],
    ['systemd-inhibit --what=sleep sleep infinity', 'ppp'],
    ['systemd-inhibit --what=idle --mode=delay sleep 1', 'ppp'],
    ['systemd-inhibit --list', 'ppp'],
    ['systemd-inhibit rsync -a /home /mnt', 'ppp'],
    ['systemd-inhibit --what=idle /opt/own/show', 'uuu'],
    ['gnome-session-inhibit --inhibit idle sleep 9999', 'fpf'],
    ['gnome-session-inhibit --inhibit-only --inhibit idle', 'fpf'],
    ['gnome-session-inhibit --inhibit suspend sleep 9999', 'ppp'],
    ['gnome-session-inhibit --inhibit idle vlc film.mkv', 'uuu'],
    ['kde-inhibit --screenSaver sleep 999', 'fpf'],
    ['kde-inhibit --notifications sleep 999', 'ppp'],
    ['sleep infinity', 'ppp'],
  ])('%s: %s', async (line, verdict) => {
    expect(await verdictOf([run(line)])).toBe(verdict);
  });

  test('by root it holds for all; what another person presses does not', async () => {
    expect(await verdictOf([run('systemd-inhibit --what=idle sleep infinity', 0)])).toBe('fpf');
    expect(await verdictOf([run('watch -n 60 xdotool key shift', 1001)])).toBe('ppp');
  });

  test('a screen that never starts by its settings is kept awake by nothing more', async () => {
    const never = '[Daemon]\nAutolock=false\n';
    const [state] = await judge([run('systemd-inhibit --what=idle sleep infinity')], {}, never);
    expect([state?.state, state?.fix]).toEqual(['failed', {}]);
    expect(await verdictOf([run('systemd-inhibit --what=idle /opt/own/show')], {}, never)).toBe('fpf');
  });

  test('the program is named, and no setting is offered in its place', async () => {
    const [state, , timeout] = await judge([run('systemd-inhibit --what=idle sleep infinity')]);
    expect(state?.found).toMatchObject({ values: { desktop: 'KDE Plasma, systemd-inhibit' } });
    expect([state?.fix, timeout?.fix]).toEqual([undefined, undefined]);
  });
});

const PRESS = 'while true; do xdotool key shift; sleep 60; done';
const SCRIPT = '/home/nadia/bin/stay';

describe('what presses keys', () => {
  test.each([
    [{ name: 'bash', words: ['bash', '-c', PRESS] }, 'fpf'],
    [{ name: 'sh', words: ['/bin/sh', '-ec', 'while :; do xset s reset; sleep 9; done'] }, 'fpf'],
    [{ name: 'sh', words: ['sh', '-c', 'xdotool key shift'] }, 'ppp'],
    [{ name: 'sh', words: ['sh', '-c', 'while sleep 1; do xdotool getactivewindow; done'] }, 'ppp'],
    [{ name: 'sh', words: ['sh', '-c', 'while sleep 1; do xsetroot -name "$(date)"; done'] }, 'ppp'],
    [{ name: 'bash', words: ['-bash'] }, 'ppp'],
    [{ name: 'watch', words: ['watch', '-n', '60', 'xdotool', 'mousemove_relative', '1', '1'] }, 'fpf'],
    [{ name: 'watch', words: ['watch', 'df'] }, 'ppp'],
    [{ name: 'xdotool', words: ['xdotool', 'key', '--delay', '60000', '--repeat', '999', 'shift'] }, 'fpf'],
    [{ name: 'python3', words: ['python3', '-c', 'import pyautogui, time\nwhile True: pyautogui.press("a")'] }, 'uuu'],
  ])('%j: %s', async (program, verdict) => {
    expect(await verdictOf([program])).toBe(verdict);
  });

  test.each([
    [`#!/bin/bash\n${PRESS}\n`, 'fpf'],
    ['#!/bin/bash\nwhile true; do\n  loginctl unlock-session\n  sleep 5\ndone\n', 'fpf'],
    ['#!/bin/bash\n# xdotool key shift\nwhile true; do date; sleep 60; done\n', 'ppp'],
    ['import time\nfrom pynput.mouse import Controller\nwhile True: time.sleep(9)\n', 'uuu'],
    ['dbus-send --dest=org.freedesktop.ScreenSaver / org.freedesktop.ScreenSaver.SimulateUserActivity; sleep 9', 'fpf'],
  ])('a script of the person’s, %j: %s', async (text, verdict) => {
    expect(await verdictOf([{ name: 'stay', words: ['/bin/bash', SCRIPT] }], { [SCRIPT]: text })).toBe(verdict);
    const there = { '/proc/700/cwd/stay': text };
    expect(await verdictOf([{ name: 'stay', words: ['bash', 'stay'] }], there)).toBe(verdict);
  });

  test('a script that a package brought, and one that is gone, is none of them', async () => {
    const path = '/usr/bin/stay';
    expect(await verdictOf([{ name: 'stay', words: ['/bin/bash', path] }], { [path]: PRESS })).toBe('ppp');
    expect(await verdictOf([{ name: 'stay', words: ['/bin/bash', SCRIPT] }])).toBe('ppp');
  });
});
