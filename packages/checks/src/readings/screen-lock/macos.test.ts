import { anyText } from '@vestibule/testing';
import type { CheckType } from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { judgeReading } from '../../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../../macos/fake-mac.ts';
import { readSample } from '../../samples.ts';
import type { ChangePort, SystemPort } from '../../system-port.ts';
import { macosScreenLock } from './macos.ts';
import { darkAfter, parseDisplaySleep, parseScreenLockStatus } from './macos-sources.ts';

const TYPES = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
const DOMAIN = 'com.apple.screensaver';
const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const absent = {
  code: 1,
  stderr: `2026-06-06 16:18:21.429 defaults[26240:7838602]\nThe domain/default pair of (${DOMAIN}, idleTime) does not exist\n`,
};

async function judge(system: SystemPort) {
  const reading = await macosScreenLock.read(system);
  const judgements = TYPES.map((type) =>
    judgeReading(CHECK_DEFINITIONS[type], reading, {}, { operatingSystem: 'macos', now: new Date(0) }),
  );
  return { reading, judgements, states: judgements.map(({ state }) => state) };
}

const settings = (idle: string | typeof absent, lock: string, power: string) => ({
  'defaults -currentHost read com.apple.screensaver idleTime': typeof idle === 'string' ? `${idle}\n` : idle,
  'sysadminctl -screenLock status': { stderr: sample(`sysadminctl-${lock}.txt`) },
  'pmset -g custom': sample(`pmset-${power}.txt`),
});
const read = (options: FakeMacOptions) => judge(createFakeMac(options));

test.each([
  ['300', 'immediate', 'laptop', ['passed', 'passed', 'passed']],
  ['300', '5-seconds', 'never', ['passed', 'passed', 'passed']],
  ['300', '300-seconds', 'never', ['passed', 'failed', 'passed']],
  ['600', '300-seconds', 'never', ['passed', 'failed', 'passed']],
  ['300', '8-hours', 'never', ['passed', 'failed', 'failed']],
  ['300', 'off', 'laptop', ['passed', 'failed', 'passed']],
  ['300', 'minus-one', 'laptop', ['passed', 'failed', 'passed']],
  ['0', 'immediate', 'never', ['failed', 'passed', 'failed']],
  ['0', 'immediate', 'laptop', ['passed', 'passed', 'passed']],
  ['0', 'immediate', 'never-on-battery', ['failed', 'passed', 'failed']],
  ['1800', 'immediate', 'laptop-slow-on-mains', ['passed', 'passed', 'failed']],
  ['1800', 'immediate', 'kept-awake', ['passed', 'passed', 'passed']],
  [absent, 'immediate', 'laptop', ['passed', 'passed', 'passed']],
  [absent, 'immediate', 'never', ['passed', 'passed', 'failed']],
  ['300', 'new-wording', 'laptop', ['unknown', 'unknown', 'unknown']],
  ['300', 'immediate', 'without-display', ['unknown', 'unknown', 'unknown']],
  ['soon', 'immediate', 'laptop', ['unknown', 'unknown', 'unknown']],
  ['-5', 'immediate', 'laptop', ['unknown', 'unknown', 'unknown']],
])('idle %s, lock %s, power %s', async (idle, lock, power, expected) => {
  expect((await read({ commands: settings(idle, lock, power) })).states).toEqual(expected);
});

test.each([
  ['no one is at the screen', '0\n', 501],
  ['another person is at the screen', '502\n', 501],
  ['this is the administrator', '501\n', 0],
  ['the owner of the screen is not told', 'console\n', 501],
])('where %s, nothing is known of a session', async (_, owner, id) => {
  const commands = { ...settings('300', 'immediate', 'laptop'), 'stat -f %u /dev/console': owner };
  const { reading, states } = await read({ commands, user: { id, name: 'nadia', home: '/Users/nadia' } });
  expect(new Set(states)).toEqual(new Set(['unknown']));
  expect(reading).toMatchObject({ unavailable: owner === 'console\n' ? 'unexpected-output' : 'no-session' });
});

describe('a profile', () => {
  const profiles = (name: string) => ({ [DOMAIN]: sample(`profile-${name}.plist`) });
  const managed = (judged: Awaited<ReturnType<typeof read>>) => judged.judgements.map((judgement) => judgement.managed);

  test('wins over what the person chose', async () => {
    const judged = await read({ commands: settings('0', 'off', 'never'), profiles: profiles('good') });
    expect(judged.states).toEqual(['passed', 'passed', 'passed']);
    expect(managed(judged)).toEqual([true, true, true]);
    expect(judged.reading).toMatchObject({ managed: true });
  });

  test('that asks for no password fails, and no fix is offered', async () => {
    const judged = await read({ commands: settings('300', 'immediate', 'laptop'), profiles: profiles('no-password') });
    expect(judged.states).toEqual(['passed', 'failed', 'passed']);
    expect(managed(judged)).toEqual([false, true, false]);
  });

  test('that says only half leaves the rest to the system; the login window’s time is another one', async () => {
    const judged = await read({ commands: settings('300', '300-seconds', 'never'), profiles: profiles('half') });
    expect(judged.states).toEqual(['passed', 'failed', 'passed']);
    expect(managed(judged)).toEqual([false, false, false]);
  });

  test('that the system contradicts makes it unknown', async () => {
    const judged = await read({ commands: settings('300', 'off', 'never'), profiles: profiles('half') });
    expect(judged.states).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('that never lets it start is managed', async () => {
    const judged = await read({ commands: settings('300', 'immediate', 'never'), profiles: profiles('never') });
    expect(judged.states).toEqual(['failed', 'passed', 'failed']);
    expect(managed(judged)).toEqual([true, false, true]);
  });

  test('of a form that is not known leaves nothing known', async () => {
    const judged = await read({ commands: settings('300', 'immediate', 'never'), profiles: profiles('odd') });
    expect(judged.states).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('the fix', () => {
  const fix = async (type: CheckType, system: ChangePort, parameters: unknown = {}) => {
    const found = CHECK_FIXES.find((one) => one.type === type && one.operatingSystem === 'macos');
    return found?.apply(system, found.parameters.parse(parameters));
  };
  const changeable = (before: string | null, more: FakeMacOptions = {}) => {
    let idle = before;
    return createFakeMac({
      commands: {
        ...settings('0', 'immediate', 'never'),
        'defaults -currentHost read com.apple.screensaver idleTime': () => (idle === null ? absent : `${idle}\n`),
        'defaults -currentHost write com.apple.screensaver idleTime -int': ({ arguments: words }) => {
          idle = words.at(-1) ?? null;
          return '';
        },
      },
      ...more,
    });
  };

  test.each([
    ['0', 'ScreenSaverState', {}, '600', 'write com.apple.screensaver idleTime -int 0'],
    [null, 'ScreenSaverTimeout', { seconds: 900 }, '600', 'delete com.apple.screensaver idleTime'],
    ['3600', 'ScreenSaverTimeout', { seconds: 300 }, '300', 'write com.apple.screensaver idleTime -int 3600'],
    ['3600', 'ScreenSaverTimeout', { seconds: 119 }, '60', 'write com.apple.screensaver idleTime -int 3600'],
  ] as const)('from %s for %s: a time that System Settings offers', async (before, type, parameters, wanted, back) => {
    const mac = changeable(before);
    expect((await judge(mac)).states[TYPES.indexOf(type)]).toBe('failed');
    const fixed = await fix(type, mac, parameters);
    expect(mac.ran.at(-1)).toBe(`defaults -currentHost write com.apple.screensaver idleTime -int ${wanted}`);
    expect((await judge(mac)).states[TYPES.indexOf(type)]).toBe('passed');
    expect(fixed).toEqual({ ok: true, value: { undo: `To take it back, run: defaults -currentHost ${back}` } });
  });

  test('changes nothing for anybody but the person at the screen, nor what a profile holds', async () => {
    const root = changeable('0', { isElevated: true, user: { id: 0, name: 'root', home: '/var/root' } });
    expect(await fix('ScreenSaverState', root)).toMatchObject({ ok: false, reason: 'no-session' });
    const held = changeable('0', { profiles: { [DOMAIN]: sample('profile-never.plist') } });
    expect(await fix('ScreenSaverState', held)).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
    for (const { ran } of [root, held]) expect(ran.some((line) => line.includes('write'))).toBe(false);
  });

  test('takes whole seconds within reason and nothing else', () => {
    const found = CHECK_FIXES.find((one) => one.type === 'ScreenSaverTimeout' && one.operatingSystem === 'macos');
    for (const seconds of ['600', 5, 1e9, 60.5, '600; rm -rf /', null]) {
      expect(found?.parameters.safeParse({ seconds }).success).toBe(false);
    }
  });

  test('there is none for the password: macOS has no way without typing it', () => {
    const systems = CHECK_FIXES.filter(({ type }) => type === 'ScreenSaverPasswordProtected');
    expect(systems.map(({ operatingSystem }) => operatingSystem)).not.toContain('macos');
  });
});

test.each([
  [300, [null], 300],
  [null, [120, 600], 600],
  [300, [120, 600], 300],
  [null, [120, null], null],
  [null, [null], null],
])('saver %s, displays %j: dark after %s', (saver, displays, expected) => {
  expect(darkAfter(saver, displays)).toBe(expected);
});

test('two answers at once are none', () => {
  const text = sample('sysadminctl-immediate.txt') + sample('sysadminctl-off.txt');
  expect(parseScreenLockStatus(text)).toBeNull();
  expect(parseDisplaySleep(' displaysleep 10\n')).toBeNull();
  expect(parseDisplaySleep('AC Power:\n displaysleep 10\n displaysleep 0\n')).toBeNull();
});

test('no mangled answer passes', async () => {
  const good = settings('300', 'immediate', 'laptop');
  const [saver = '', lock = '', power = ''] = Object.keys(good);
  await fc.assert(
    fc.asyncProperty(anyText(), fc.constantFrom(saver, lock, power), async (text, command) => {
      fc.pre(!/^\d+\s*$/.test(text));
      const { states } = await read({ commands: { ...good, [command]: text } });
      expect(new Set(states)).toEqual(new Set(['unknown']));
    }),
  );
  const never = sample('pmset-never.txt');
  await fc.assert(
    fc.asyncProperty(fc.nat(never.length), fc.nat(30), async (at, cut) => {
      const commands = { ...settings('0', 'off', 'never'), [power]: never.slice(0, at) + never.slice(at + cut) };
      expect((await read({ commands })).states).not.toContain('passed');
    }),
  );
});

test('power settings without the part for mains, or without their last line, are cut', () => {
  const whole = 'Battery Power:\n displaysleep 2\nAC Power:\n displaysleep 10\n';
  expect(parseDisplaySleep(whole)).toEqual([120, 600]);
  for (let at = 0; at < whole.length; at += 1) expect(parseDisplaySleep(whole.slice(0, at))).toBeNull();
});

test('half a number is no time', async () => {
  const cut = {
    ...settings('1800', 'immediate', 'never'),
    'defaults -currentHost read com.apple.screensaver idleTime': '18',
  };
  expect((await read({ commands: cut })).states).toEqual(['unknown', 'unknown', 'unknown']);
});
