import { anyText } from '@vestibule/testing';
import type { CheckType } from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { readSample } from '../../samples.ts';
import type { ChangePort, SystemPort } from '../../system-port.ts';
import { linuxScreenLock } from './linux.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;

async function judge(system: SystemPort) {
  const reading = await linuxScreenLock.read(system);
  const judgements = TYPES.map((type) =>
    judgeReading(CHECK_DEFINITIONS[type], reading, {}, { operatingSystem: 'linux', now: new Date(0) }),
  );
  return { reading, states: judgements.map(({ state }) => state), judgements };
}
const read = (options: FakeSystemOptions) => judge(createFakeSystem(options));

async function fix(type: CheckType, system: ChangePort, parameters: unknown = {}) {
  const found = CHECK_FIXES.find((candidate) => candidate.type === type);
  return found?.apply(system, found.parameters.parse(parameters));
}

const started = { '/proc/900/environ': 'HOME=/home/nadia\0DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus\0' };
const gnome = { environment: { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, files: started };
const gnomeRuns = { ps: '1 0 systemd\n 900 1000 gnome-shell\n' };
const ASK_BUS = 'call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus';
const displayManager = (isThere: boolean) => ({
  [`busctl --system --json=short ${ASK_BUS} NameHasOwner s org.gnome.DisplayManager`]: `{"type":"b","data":[${isThere}]}\n`,
});
const settings = (idle: string, lock: string, delay: string, off = 'false') => ({
  ...gnomeRuns,
  'gsettings get org.gnome.desktop.session idle-delay': `${idle}\n`,
  'gsettings get org.gnome.desktop.screensaver lock-enabled': `${lock}\n`,
  'gsettings get org.gnome.desktop.screensaver lock-delay': `${delay}\n`,
  'gsettings get org.gnome.desktop.lockdown disable-lock-screen': `${off}\n`,
  'gsettings writable': 'true\n',
  ...displayManager(true),
});

describe('GNOME', () => {
  test.each([
    ['uint32 300', 'true', 'uint32 0', ['passed', 'passed', 'passed']],
    ['uint32 0', 'true', 'uint32 0', ['failed', 'passed', 'failed']],
    ['uint32 1800', 'true', 'uint32 0', ['passed', 'passed', 'failed']],
    ['uint32 300', 'false', 'uint32 0', ['passed', 'failed', 'passed']],
    ['uint32 300', 'true', 'uint32 3600', ['passed', 'failed', 'failed']],
    ['uint32 4294967295', 'true', 'uint32 0', ['passed', 'passed', 'failed']],
    ['uint32 300', 'true', 'uint32 4294967295', ['passed', 'failed', 'failed']],
    ['uint32 300', 'yes', 'uint32 0', ['unknown', 'unknown', 'unknown']],
    ['uint32 -1', 'true', 'uint32 0', ['unknown', 'unknown', 'unknown']],
  ])('idle %s, lock %s, delay %s', async (idle, lock, delay, expected) => {
    expect((await read({ ...gnome, commands: settings(idle, lock, delay) })).states).toEqual(expected);
  });

  test('a lock screen that is switched off by lockdown asks for no password, and the company decides it', async () => {
    const { states, judgements } = await read({
      ...gnome,
      commands: settings('uint32 300', 'true', 'uint32 0', 'true'),
    });
    expect(states).toEqual(['passed', 'failed', 'passed']);
    expect(judgements[1]?.managed).toBe(true);
  });

  test('a held setting is managed for its own checks only', async () => {
    const commands = {
      ...settings('uint32 0', 'false', 'uint32 0'),
      'gsettings writable org.gnome.desktop.session idle-delay': 'false\n',
    };
    const { reading, judgements } = await read({ ...gnome, commands });
    expect(judgements.map(({ managed }) => managed)).toEqual([true, false, true]);
    expect(reading).not.toHaveProperty('managed');
    const system = createFakeSystem({ ...gnome, commands });
    expect(await fix('ScreenSaverTimeout', system, { seconds: 600 })).toMatchObject({ reason: 'blocked-by-policy' });
    expect(system.ran.some((line) => line.startsWith('gsettings set'))).toBe(false);
  });

  test('compiled defaults without a session are no pass', async () => {
    const commands = { ...settings('uint32 300', 'true', 'uint32 0'), ps: '1 0 systemd\n' };
    for (const environment of [{}, gnome.environment]) {
      const { reading, states } = await read({ environment, files: started, commands });
      expect(reading).toMatchObject({ unavailable: 'no-session' });
      expect(new Set(states)).toEqual(new Set(['unknown']));
    }
  });

  test("another person's desktop is not this person's, not even for an administrator", async () => {
    const commands = settings('uint32 300', 'true', 'uint32 0');
    const root = { ...gnome, isElevated: true, user: { id: 0, name: 'root', home: '/root' }, commands };
    expect((await read(root)).reading).toMatchObject({ unavailable: 'no-session' });
    expect(await fix('ScreenSaverState', createFakeSystem(root))).toMatchObject({ ok: false, reason: 'no-session' });
  });

  test('the fix writes what is wanted and says what was there', async () => {
    const system = createFakeSystem({
      ...gnome,
      commands: { ...settings('uint32 1800', 'true', 'uint32 5'), 'gsettings set': '' },
    });
    const fixed = await fix('ScreenSaverTimeout', system, { seconds: 600 });
    expect(system.ran).toContain('gsettings set org.gnome.desktop.session idle-delay 600');
    expect(fixed?.ok === true ? fixed.value.undo : '').toBe(
      'To take it back, run: gsettings set org.gnome.desktop.session idle-delay 1800; gsettings set org.gnome.desktop.screensaver lock-delay 5',
    );
  });
});

describe('KDE', () => {
  const kde = { environment: { XDG_CURRENT_DESKTOP: 'KDE' }, commands: { ps: '1 0 systemd\n900 1000 plasmashell\n' } };
  const own = '/home/nadia/.config/kscreenlockerrc';
  const files = (text: string, systemText?: string) => ({
    ...kde,
    files: {
      ...started,
      [own]: text,
      ...(systemText === undefined ? {} : { '/etc/xdg/kscreenlockerrc': systemText }),
    },
  });

  test.each([
    ['', ['passed', 'passed', 'passed']],
    [readSample(import.meta.dirname, 'kscreenlockerrc-never.txt'), ['failed', 'passed', 'failed']],
    ['[Daemon]\nTimeout=600\n', ['passed', 'passed', 'failed']],
    ['[Daemon]\nTimeout=0.5\n', ['passed', 'passed', 'passed']],
    ['[Daemon]\nTimeout=0\n', ['failed', 'passed', 'failed']],
    ['[Daemon]\nRequirePassword=false\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nLockGrace=300\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nLock=false\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nLock=false\nLockGrace=0\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nLockGrace=-1\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nLockGrace=-1\nRequirePassword=true\n', ['passed', 'failed', 'passed']],
    ['[Daemon]\nTimeout=600\n[daemon]\ntimeout=5\n', ['passed', 'passed', 'failed']],
    ['[Daemon]\nTimeout=600\ntimeout=5\n', ['passed', 'passed', 'failed']],
    ['[Daemon]\nTimeout[$d]\n', ['unknown', 'unknown', 'unknown']],
    ['[Daemon]\nTimeout[$e]=$(cat /tmp/t)\n', ['unknown', 'unknown', 'unknown']],
    ['[Daemon]\nLockGrace=2.5\n', ['unknown', 'unknown', 'unknown']],
    ['[Other]\nTimeout=600\n', ['passed', 'passed', 'passed']],
    ['[Daemon]\nTimeout=soon\n', ['unknown', 'unknown', 'unknown']],
    ['[Daemon]\nTimeout\n', ['unknown', 'unknown', 'unknown']],
    ['\u0000\u0001garbage', ['unknown', 'unknown', 'unknown']],
  ])('%j', async (text, expected) => {
    expect((await read(files(text))).states).toEqual(expected);
  });

  test('what the system locks wins and is managed, and is not fixed', async () => {
    const held = readSample(import.meta.dirname, 'kscreenlockerrc-managed.txt').replace('Timeout=10', 'Timeout=30');
    const { states, judgements } = await read(files('[Daemon]\nTimeout=5\n', held));
    expect(states).toEqual(['passed', 'passed', 'failed']);
    // The whole group is held, so the grace in it is as well.
    expect(judgements.map(({ managed }) => managed)).toEqual([true, true, true]);
    const system = createFakeSystem(files('', held));
    expect(await fix('ScreenSaverTimeout', system, { seconds: 600 })).toMatchObject({ reason: 'blocked-by-policy' });
    expect(system.files.get(own)).toBe('');
  });

  test('a single locked key is stripped of its mark', async () => {
    const { judgements } = await read(files('[Daemon]\nTimeout=30\n', '[Daemon]\nTimeout[$i]=5\n'));
    expect([judgements[2]?.state, judgements[2]?.managed]).toEqual(['passed', true]);
  });

  test.each(TYPES)('%s: bad, fixed, good, and fixing again changes nothing', async (type) => {
    const bad = '[Daemon]\nAutolock=false\nLock=false\nRequirePassword=false\nTimeout=90\n\n[Greeter]\nTheme=mine\n';
    const system = createFakeSystem({ ...kde, files: { ...started, [own]: bad } });
    const index = TYPES.indexOf(type);
    expect((await judge(system)).states[index]).toBe('failed');
    const fixed = await fix(type, system, { seconds: 600 });
    expect(fixed).toMatchObject({ ok: true });
    expect((await judge(system)).states[index]).toBe('passed');
    const after = system.files.get(own);
    await fix(type, system, { seconds: 600 });
    expect(system.files.get(own)).toBe(after);
    expect(after).toContain('[Greeter]\nTheme=mine');
  });

  test('lines that are none of a settings file are never a pass', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (text) => {
        fc.pre(!/[=[\n#]/.test(text) && text.trim() !== '');
        expect((await read(files(text))).states).not.toContain('passed');
      }),
    );
  });
});

describe('settings are those of the session', () => {
  const commands = settings('uint32 300', 'true', 'uint32 0');
  const session = 'HOME=/home/nadia\0GSETTINGS_BACKEND=dconf\0DBUS_SESSION_BUS_ADDRESS=unix:path=/bus\0LD_PRELOAD=/x\0';

  test('tools are asked with what the session works with, whatever this process was given', async () => {
    const asked: unknown[] = [];
    const environment = {
      ...gnome.environment,
      GSETTINGS_BACKEND: 'memory',
      XDG_CONFIG_HOME: '/tmp/mine',
      HOME: '/tmp',
    };
    const system = createFakeSystem({
      environment,
      files: { '/proc/900/environ': session },
      commands: Object.fromEntries(
        Object.entries(commands).map(([line, answer]) => [
          line,
          (command: { readonly environment?: unknown }) => {
            if (line.startsWith('gsettings')) asked.push(command.environment);
            return answer;
          },
        ]),
      ),
    });
    expect((await judge(system)).states).toEqual(['passed', 'passed', 'passed']);
    expect(asked).toHaveLength(7);
    for (const given of asked) {
      expect(given).toEqual({
        HOME: '/home/nadia',
        GSETTINGS_BACKEND: 'dconf',
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/bus',
      });
    }
  });

  test('KDE reads the folders of the session in their order, and nothing that this process names', async () => {
    const kde = (environ: string, files: Record<string, string>) =>
      read({
        environment: { XDG_CURRENT_DESKTOP: 'KDE', XDG_CONFIG_HOME: '/tmp/mine', XDG_CONFIG_DIRS: '/tmp/dirs' },
        commands: { ps: '1 0 systemd\n900 1000 plasmashell\n' },
        files: {
          '/proc/900/environ': environ,
          '/tmp/mine/kscreenlockerrc': '[Daemon]\nAutolock=false\n',
          '/tmp/dirs/kscreenlockerrc': '[Daemon]\nAutolock=false\n',
          ...files,
        },
      });
    const late = '[Daemon]\nTimeout=60\n';
    const soon = '[Daemon]\nTimeout=5\n';
    const home = 'HOME=/home/nadia\0';
    const states = async (environ: string, files: Record<string, string>) => (await kde(environ, files)).states[2];
    expect(await states(home, {})).toBe('passed');
    expect(await states(home, { '/etc/xdg/kscreenlockerrc': late })).toBe('failed');
    const two = `${home}XDG_CONFIG_DIRS=/a:/b\0`;
    expect(await states(two, { '/etc/xdg/kscreenlockerrc': late })).toBe('passed');
    expect(await states(two, { '/b/kscreenlockerrc': late })).toBe('failed');
    expect(await states(two, { '/a/kscreenlockerrc': soon, '/b/kscreenlockerrc': late })).toBe('passed');
    expect(await states(two, { '/a/kscreenlockerrc': late, '/b/kscreenlockerrc': soon })).toBe('failed');
    const held = '[Daemon]\nTimeout[$i]=60\n';
    expect(await states(two, { '/a/kscreenlockerrc': soon, '/b/kscreenlockerrc': held })).toBe('failed');
    const own = `${home}XDG_CONFIG_HOME=/home/nadia/own/\0`;
    expect(await states(own, { '/home/nadia/.config/kscreenlockerrc': late })).toBe('passed');
    expect(await states(own, { '/home/nadia/own/kscreenlockerrc': late })).toBe('failed');
    expect(await states(home, { '/home/nadia/.config/kdeglobals': late })).toBe('unknown');
    expect(await states(home, { '/etc/kde5rc': soon })).toBe('unknown');
    expect(await states(home, { '/home/nadia/.config/kdeglobals': '[General]\nfont=Hack\n' })).toBe('passed');
  });

  test.each([
    ['GSETTINGS_BACKEND=memory', 'no-session'],
    ['DCONF_PROFILE=/tmp/profile', 'no-session'],
    ['XDG_CONFIG_HOME=/tmp/mine', 'no-session'],
    ['XDG_DATA_DIRS=/usr/share:/snap', null],
  ])('programs of one session that differ in %s: %s', async (difference, reason) => {
    const { reading } = await read({
      ...gnome,
      files: {
        '/proc/900/environ': 'HOME=/home/nadia\0',
        '/proc/800/environ': `HOME=/home/nadia\0${difference}\0`,
      },
      commands: { ...commands, ps: '1 0 systemd\n800 1000 gnome-session-b\n900 1000 gnome-shell\n' },
    });
    expect('unavailable' in reading ? reading.unavailable : null).toBe(reason);
  });

  test('where the locker does not show what it works with, its session manager does; where neither does, nothing is known', async () => {
    const ps = { ...commands, ps: '1 0 systemd\n800 1000 gnome-session-b\n900 1000 gnome-shell\n' };
    const closed = { ok: false, reason: 'access-denied', detail: 'environ' } as const;
    const some = { '/proc/900/environ': closed, '/proc/800/environ': 'HOME=/home/nadia\0' };
    expect((await read({ ...gnome, files: some, commands: ps })).states).toEqual(['passed', 'passed', 'passed']);
    const none = { '/proc/900/environ': closed, '/proc/800/environ': closed };
    expect((await read({ ...gnome, files: none, commands: ps })).reading).toMatchObject({
      unavailable: 'access-denied',
    });
  });
});

test('GNOME without its own display manager never locks; where the bus does not say, nothing is known', async () => {
  const commands = settings('uint32 300', 'true', 'uint32 0');
  expect((await read({ ...gnome, commands: { ...commands, ...displayManager(false) } })).states).toEqual([
    'passed',
    'failed',
    'passed',
  ]);
  const silent = { ...commands, busctl: { code: 1, stderr: 'no bus' }, ...displayManager(true) };
  expect((await read({ ...gnome, commands: silent })).states).toEqual(['passed', 'passed', 'passed']);
  const asked = new Set(Object.keys(displayManager(true)));
  const without = Object.entries(silent).filter(([line]) => !asked.has(line));
  expect(new Set((await read({ ...gnome, commands: Object.fromEntries(without) })).states)).toEqual(
    new Set(['unknown']),
  );
});

test.each([
  ['1 0 systemd\n900 1000 gnome-shell\n901 1000 plasmashell\n', 'GNOME'],
  ['1 0 systemd\n900 1000 gnome-shell\n', 'KDE'],
  ['1 0 systemd\n900 1000 gnome-shell\n', 'sway'],
  ['1 0 systemd\n900 1000 gnome-shell\n901 1000 i3\n', 'i3'],
])('what runs (%j) and what is named (%s) differ: nothing is known', async (ps, name) => {
  const commands = { ...settings('uint32 300', 'true', 'uint32 0'), ps };
  const { reading } = await read({ environment: { XDG_CURRENT_DESKTOP: name }, files: started, commands });
  expect(reading).toMatchObject({ unavailable: 'no-session' });
});

test('a desktop without a locker is not known; without hidden processes nothing is guessed', async () => {
  const ps = '1 0 systemd\n900 1000 sway\n';
  expect((await read({ environment: { XDG_CURRENT_DESKTOP: 'sway' }, commands: { ps } })).reading).toMatchObject({
    unavailable: 'tool-missing',
  });
  const hidden = {
    ...gnome,
    commands: { ...settings('uint32 300', 'true', 'uint32 0'), ps: '900 1000 gnome-shell\n' },
  };
  expect((await read(hidden)).reading).toMatchObject({ unavailable: 'access-denied' });
});
