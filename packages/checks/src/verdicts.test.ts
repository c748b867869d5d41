import type { CheckType, OperatingSystem } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { judgeReading } from './judge-reading.ts';
import { renderText } from './render-text.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const DAY_MS = 86_400_000;

interface Case {
  readonly parameters?: object;
  readonly system?: OperatingSystem;
}

/** What a fact comes to: the state, its headline as a person reads it, and whether a fix is offered. */
function verdict(type: CheckType, value: object, { parameters = {}, system = 'linux' }: Case = {}) {
  const definition = CHECK_DEFINITIONS[type];
  const reading = { source: 'test', readAt: NOW.toISOString(), value };
  const judged = judgeReading(definition, reading, parameters, { operatingSystem: system, now: NOW });
  const { state, reason, message, fix } = judged;
  const [headline] = [message, judged.description, judged.found, judged.wanted].map((wording) => {
    const text = renderText(definition, wording);
    // Every sentence has its text, and every value that stands in it.
    expect(text).toMatch(/^(?!.*\{\w+\}).*\S/);
    if (typeof wording !== 'string') expect(definition.texts).toHaveProperty([wording.key]);
    return text;
  });
  return [reason === undefined ? state : `${state}: ${reason}`, headline, fix ?? null];
}

const TURN_ON = { way: 'turn-on' };

test.each([
  ['encrypted', 'passed', null, null],
  ['encrypting', 'failed', null, null],
  ['decrypting', 'failed', null, null],
  ['suspended', 'failed', {}, null],
  ['not-activated', 'failed', { way: 'activate' }, null],
  ['not-encrypted', 'failed', TURN_ON, TURN_ON],
  ['not-applicable', 'not-applicable', null, null],
])('a drive that is %s: %s, and how it gets encrypted on each system', (state, expected, onWindows, onMacos) => {
  const of = (system: OperatingSystem) => verdict('DeviceEncrypted', { state, volume: 'C:' }, { system });
  const found = (['windows', 'macos', 'linux'] as const).map((system) => [of(system)[0], of(system)[2]]);
  expect(found).toEqual([
    [expected, onWindows],
    [expected, onMacos],
    [expected, null],
  ]);
});

test.each([
  [true, [], 'passed', null],
  [true, ['IPv6'], 'failed', {}],
  [false, [], 'failed', {}],
  [false, ['IPv6'], 'failed', {}],
])('a firewall that is on (%s) with the gaps %j: %s', (isOn, gaps, expected, fix) => {
  const [state, , offered] = verdict('FirewallEnable', { isOn, manager: 'ufw', gaps });
  expect([state, offered]).toEqual([expected, fix]);
});

describe('the sign-in', () => {
  test.each([
    ['set', null, false, 'passed', null],
    ['disabled', null, false, 'passed', null],
    ['none', null, false, 'failed', null],
    ['unset-until-next', null, false, 'failed', null],
    ['not-told', null, false, 'unknown: not-supported', null],
    ['set', '/etc/gdm3/custom.conf', false, 'failed', {}],
    ['set', '/etc/gdm3/custom.conf', true, 'passed', null],
    ['none', '/etc/gdm3/custom.conf', true, 'failed', null],
    ['unset-until-next', '/etc/gdm3/custom.conf', true, 'failed', null],
    ['not-told', '/etc/gdm3/custom.conf', false, 'failed', {}],
    ['not-told', '/etc/gdm3/custom.conf', true, 'unknown: not-supported', null],
  ])('with the secret %s and automatic sign-in by %s (allowed: %s): %s', (...row) => {
    const [secret, automaticSignIn, allowAutomaticSignIn, expected, fix] = row;
    const [state, , offered] = verdict(
      'PasswordSet',
      { secret, automaticSignIn },
      { parameters: { allowAutomaticSignIn } },
    );
    expect([state, offered]).toEqual([expected, fix]);
  });

  test('that is not asked for is none, also where the computer may sign in by itself', () => {
    const fact = { secret: 'none', automaticSignIn: null, notAskedIn: '/etc/group (nopasswdlogin)' };
    for (const parameters of [{}, { allowAutomaticSignIn: true }]) {
      const [state, , offered] = verdict('PasswordSet', fact, { parameters });
      expect([state, offered]).toEqual(['failed', null]);
    }
  });
});

test.each([
  ['on', false, 'passed', null],
  ['on', true, 'passed', null],
  ['download-only', false, 'failed', {}],
  ['download-only', true, 'passed', null],
  ['off', false, 'failed', {}],
  ['off', true, 'failed', {}],
])('updates that are %s (downloading is enough: %s): %s', (state, downloadIsEnough, expected, fix) => {
  const fact = { state, mechanism: 'unattended-upgrades' };
  const [found, , offered] = verdict('OsAutoUpdateEnable', fact, { parameters: { downloadIsEnough } });
  expect([found, offered]).toEqual([expected, fix]);
});

describe('updates that were installed', () => {
  const at = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();
  test.each([
    ['by an earlier client, which did not say when', {}, 'passed'],
    ['now', { lastAt: at(0) }, 'passed'],
    ['a fortnight ago', { lastAt: at(14) }, 'passed'],
    ['a day more ago', { lastAt: at(15) }, 'unknown: not-supported'],
    ['before three weeks off', { lastAt: at(35) }, 'unknown: not-supported'],
    ['a day more ago than that', { lastAt: at(36) }, 'failed'],
    ['by a clock that is an hour ahead', { lastAt: at(-0.04) }, 'passed'],
    ['by a clock that is two days ahead', { lastAt: at(-2) }, 'unknown: not-supported'],
    ['never, on a new computer', { lastAt: null, onSince: at(1) }, 'unknown: not-supported'],
    ['never, on one that is not', { lastAt: null, onSince: at(36) }, 'failed'],
    ['never, and nothing says since when', { lastAt: null, onSince: null }, 'unknown: not-supported'],
    ['long ago, and meanwhile they are off', { state: 'off', lastAt: at(1) }, 'failed'],
    ['seven weeks ago, where they come once a month', { everyDays: 35, lastAt: at(49) }, 'passed'],
    ['a day more ago there', { everyDays: 35, lastAt: at(50) }, 'unknown: not-supported'],
    ['ten weeks ago there', { everyDays: 35, lastAt: at(70) }, 'unknown: not-supported'],
    ['longer ago there', { everyDays: 35, lastAt: at(71) }, 'failed'],
    ['never, on a computer of ten weeks there', { everyDays: 35, lastAt: null, onSince: at(71) }, 'failed'],
  ])('%s: %s', (_, changes, expected) => {
    const fact = { state: 'on', mechanism: 'unattended-upgrades', ...changes };
    expect(verdict('OsAutoUpdateEnable', fact)[0]).toBe(expected);
  });

  test('as long as the policy says', () => {
    const fact = { state: 'on', mechanism: 'unattended-upgrades', lastAt: at(30) };
    const states = [30, 29, 9, 8].map(
      (maximumDays) => verdict('OsAutoUpdateEnable', fact, { parameters: { maximumDays } })[0],
    );
    expect(states).toEqual(['passed', 'unknown: not-supported', 'unknown: not-supported', 'failed']);
  });
});

describe('a system', () => {
  const parameters = {
    minimumWindows: '10.0.19045',
    endedWindows: [22_000],
    minimumMacos: '14',
    minimumLinux: { debian: '12', ubuntu: '22.04', arch: 'any' },
  };
  test.each([
    ['linux', 'debian', '12', 'passed'],
    ['linux', 'debian', '13', 'passed'],
    ['linux', 'debian', '11.9', 'failed'],
    ['linux', 'ubuntu', '22.4', 'passed'],
    ['linux', 'ubuntu', '9.10', 'failed'],
    ['linux', 'ubuntu', '100', 'passed'],
    ['linux', 'debian', null, 'unknown: unexpected-output'],
    ['linux', 'arch', null, 'passed'],
    ['linux', 'elsewhere', '99', 'failed'],
    ['linux', 'toString', '99', 'failed'],
    ['windows', 'Professional', '10.0.19045', 'passed'],
    ['windows', 'Professional', '10.0.19044.9999', 'failed'],
    ['windows', 'Professional', '10.0.22000.1', 'failed'],
    ['windows', 'Professional', '10.0.22631', 'passed'],
    ['windows', 'Professional', null, 'unknown: unexpected-output'],
    ['macos', 'macOS', '14', 'passed'],
    ['macos', 'macOS', '13.7.8', 'failed'],
    ['macos', 'macOS', '22000.0.22000', 'passed'],
    ['macos', 'macOS', null, 'unknown: unexpected-output'],
  ])('%s %s %s: %s', (family, id, version, expected) => {
    expect(verdict('OSSupported', { family, id, version, name: 'Name' }, { parameters })[0]).toBe(expected);
  });
});

describe('antivirus', () => {
  const product = {
    id: 'defender',
    name: 'Defender',
    isRunning: true,
    isRealtimeOn: true,
    areDefinitionsCurrent: null,
    definitionsFrom: NOW.toISOString(),
  };
  const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString();
  const all = (products: readonly object[], options: Case = {}) =>
    (['AntiVirusInstalled', 'AntiVirusRealtimeProtection', 'AntiVirusSignaturesUpToDate'] as const).map(
      (type) => verdict(type, { products }, options)[0],
    );

  test('that is as it should be passes, and none at all fails', () => {
    expect(all([product])).toEqual(['passed', 'passed', 'passed']);
    expect(all([])).toEqual(['failed', 'failed', 'failed']);
  });

  test('may be missing where the company says so, on Linux alone', () => {
    const parameters = { missingOnLinux: 'not-applicable' };
    expect(all([], { parameters })).toEqual(['not-applicable', 'not-applicable', 'not-applicable']);
    for (const system of ['windows', 'macos'] as const) {
      expect(all([], { parameters, system })).toEqual(['failed', 'failed', 'failed']);
    }
    expect(all([{ ...product, isRealtimeOn: false }], { parameters })).toEqual(['passed', 'failed', 'passed']);
  });

  test('counts only when the company accepts it', () => {
    const parameters = { products: ['clamav'] };
    expect(all([product], { parameters })).toEqual(['failed', 'failed', 'failed']);
    expect(all([product, { ...product, id: 'clamav' }], { parameters })).toEqual(['passed', 'passed', 'passed']);
  });

  test.each([
    [true, true, 'passed'],
    [true, false, 'failed'],
    [true, null, 'unknown: not-supported'],
    [false, true, 'failed'],
    [false, false, 'failed'],
    [false, null, 'failed'],
  ])('that runs (%s) and guards (%s): %s', (isRunning, isRealtimeOn, expected) => {
    const silent = { ...product, isRunning, isRealtimeOn };
    expect(verdict('AntiVirusRealtimeProtection', { products: [silent] })[0]).toBe(expected);
    expect(verdict('AntiVirusRealtimeProtection', { products: [silent, product] })[0]).toBe('passed');
  });

  test.each([
    [0, 'passed'],
    [7 * DAY_MS, 'passed'],
    [7 * DAY_MS + 1, 'failed'],
    [-DAY_MS, 'passed'],
    [-DAY_MS - 1, 'unknown: not-supported'],
  ])('whose definitions are %i ms old: %s', (age, expected) => {
    const old = { ...product, definitionsFrom: ago(age) };
    expect(verdict('AntiVirusSignaturesUpToDate', { products: [old] })[0]).toBe(expected);
  });

  test.each([
    [true, ago(99 * DAY_MS), 'passed'],
    [false, ago(0), 'failed'],
    [null, null, 'unknown: not-supported'],
  ])('that says of its definitions %s, from %s: %s', (areDefinitionsCurrent, definitionsFrom, expected) => {
    const said = { ...product, areDefinitionsCurrent, definitionsFrom };
    expect(verdict('AntiVirusSignaturesUpToDate', { products: [said] })[0]).toBe(expected);
  });

  test('XProtect has a limit of its own', () => {
    const xprotect = { ...product, id: 'xprotect', definitionsFrom: ago(42 * DAY_MS) };
    const older = { ...xprotect, definitionsFrom: ago(42 * DAY_MS + 1) };
    const check = (one: object, parameters = {}) =>
      verdict('AntiVirusSignaturesUpToDate', { products: [one] }, { parameters, system: 'macos' })[0];
    expect([check(xprotect), check(older)]).toEqual(['passed', 'failed']);
    expect(check(xprotect, { maximumXprotectAgeDays: 41 })).toBe('failed');
    expect(check(product, { maximumXprotectAgeDays: 1, maximumAgeDays: 1 })).toBe('passed');
  });

  test('definitions of a product that stands still say nothing while another one guards', () => {
    const still = { ...product, id: 'left-behind', isRunning: false, isRealtimeOn: false };
    const guarding = { ...product, definitionsFrom: ago(30 * DAY_MS) };
    expect(verdict('AntiVirusSignaturesUpToDate', { products: [still, guarding] })[0]).toBe('failed');
    expect(verdict('AntiVirusSignaturesUpToDate', { products: [still] })[0]).toBe('passed');
  });
});

describe('infections', () => {
  test.each([
    ['Defender', 0, 'linux', 'passed', null],
    [null, 0, 'linux', 'not-applicable', null],
    ['Defender', 1, 'linux', 'failed', null],
    ['Defender', 2, 'windows', 'failed', {}],
    [null, 1, 'windows', 'failed', {}],
  ] as const)('listed by %s, %i active, on %s: %s', (product, count, system, expected, fix) => {
    const active = Array.from({ length: count }, () => ({ name: 'EICAR' }));
    const [state, , offered] = verdict('NoActiveInfections', { product, active }, { system });
    expect([state, offered]).toEqual([expected, fix]);
  });
});

describe('the screen', () => {
  const lock = { desktop: 'GNOME', idleSeconds: 600, asksPassword: true, graceSeconds: 0, managedSettings: [] };
  test.each([
    [{}, ['passed', 'passed', 'passed']],
    [{ idleSeconds: null }, ['failed', 'passed', 'failed']],
    [{ idleSeconds: 0 }, ['failed', 'passed', 'failed']],
    [{ idleSeconds: 1 }, ['passed', 'passed', 'passed']],
    [{ idleSeconds: 900 }, ['passed', 'passed', 'passed']],
    [{ idleSeconds: 901 }, ['passed', 'passed', 'failed']],
    [{ idleSeconds: 900, graceSeconds: 5 }, ['passed', 'passed', 'passed']],
    [{ idleSeconds: 900, graceSeconds: 6 }, ['passed', 'failed', 'failed']],
    [{ graceSeconds: 300 }, ['passed', 'failed', 'passed']],
    [{ graceSeconds: 301 }, ['passed', 'failed', 'failed']],
    [{ asksPassword: false }, ['passed', 'failed', 'passed']],
  ])('with %j', (changes, expected) => {
    const types = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
    expect(types.map((type) => verdict(type, { ...lock, ...changes })[0])).toEqual(expected);
  });

  test('may wait as long as the company says, and a repair never waits longer than usual', () => {
    const late = { ...lock, idleSeconds: 1800 };
    const timeout = (value: object, maximumSeconds: number) =>
      verdict('ScreenSaverTimeout', value, { parameters: { maximumSeconds } });
    expect(timeout(late, 1800)[0]).toBe('passed');
    expect([timeout(late, 1799)[0], timeout(late, 1799)[2]]).toEqual(['failed', { seconds: 900 }]);
    expect(timeout(late, 120)[2]).toEqual({ seconds: 120 });
    const grace = { ...lock, graceSeconds: 60 };
    const asked = (maximumGraceSeconds: number) =>
      verdict('ScreenSaverPasswordProtected', grace, { parameters: { maximumGraceSeconds } })[0];
    expect([asked(59), asked(60)]).toEqual(['failed', 'passed']);
  });

  test.each([
    ['idleSeconds', { idleSeconds: null }, [true, undefined, true]],
    ['asksPassword', { asksPassword: false }, [undefined, true, undefined]],
    ['graceSeconds', { graceSeconds: 300 }, [undefined, true, undefined]],
  ])('whose %s the company holds is the company’s', (setting, changes, expected) => {
    const types = ['ScreenSaverState', 'ScreenSaverPasswordProtected', 'ScreenSaverTimeout'] as const;
    const managed = types.map((type) => {
      const value = { ...lock, ...changes, managedSettings: [setting] };
      const reading = { source: 'test', readAt: NOW.toISOString(), value };
      return (
        judgeReading(CHECK_DEFINITIONS[type], reading, {}, { operatingSystem: 'linux', now: NOW }).managed || undefined
      );
    });
    expect(managed).toEqual(expected);
  });
});

describe('agents', () => {
  const agents = (...states: readonly (readonly [string, string])[]) => ({
    agents: states.map(([name, state]) => ({ name, state })),
  });
  test.each([
    [agents(['a', 'running']), ['a'], 'passed', null],
    [agents(['a', 'stopped']), ['a'], 'failed', { agent: 'a' }],
    [agents(['a', 'absent']), ['a'], 'failed', null],
    [agents(['b', 'running']), ['a'], 'unknown: not-reported', null],
    [agents(['a', 'absent'], ['b', 'running']), ['a', 'b'], 'passed', null],
    [agents(['a', 'absent'], ['b', 'stopped']), ['a', 'b'], 'failed', { agent: 'b' }],
    [agents(['a', 'running']), ['a', 'b'], 'passed', null],
    [agents(['a', 'stopped']), ['a', 'b'], 'unknown: not-reported', null],
    [agents(), ['a'], 'unknown: not-reported', null],
  ])('%j of which %j are wanted: %s', (fact, wanted, expected, fix) => {
    for (const type of ['FciAgentRunning', 'RmmAgent'] as const) {
      const [state, , offered] = verdict(type, fact, { parameters: { agents: wanted } });
      expect([type, state, offered]).toEqual([type, expected, fix]);
    }
  });

  test('any of remote management will do, and the one for its own check is none of them', () => {
    expect(verdict('RmmAgent', agents(['a', 'running']))[0]).toBe('passed');
    expect(verdict('RmmAgent', agents(['fci-agent', 'running'], ['a', 'absent']))[0]).toBe('failed');
    expect(verdict('RmmAgent', agents(['fci-agent', 'stopped'], ['a', 'stopped']))[2]).toEqual({ agent: 'a' });
  });
});

describe('management', () => {
  const service = (id: string, isEnrolled: boolean) => ({ id, name: id, isEnrolled });
  test.each([
    [[service('intune', true)], [], 'passed'],
    [[service('intune', false)], [], 'failed'],
    [[], [], 'failed'],
    [[service('intune', true)], ['jamf'], 'failed'],
    [[service('intune', true), service('jamf', false)], ['jamf'], 'failed'],
    [[service('intune', false), service('jamf', true)], ['jamf'], 'passed'],
    [[service('intune', false), service('jamf', true)], [], 'passed'],
  ])('%j, accepted are %j: %s', (services, accepted, expected) => {
    expect(verdict('ManagedDevice', { services }, { parameters: { services: accepted } })[0]).toBe(expected);
  });
});

test.each([
  ['approved', 'passed'],
  ['waiting', 'failed'],
  ['blocked', 'failed'],
  ['unknown', 'failed'],
])('a computer whose registration is %s: %s', (state, expected) => {
  expect(verdict('KnownDevice', { state })[0]).toBe(expected);
});

test.each([
  [{ state: 'approved', keyProtection: 'tpm' }, 'passed', 'passed'],
  [{ state: 'approved', keyProtection: 'secure-enclave' }, 'passed', 'passed'],
  [{ state: 'approved', keyProtection: 'os-keychain' }, 'failed', 'passed'],
  [{ state: 'approved', keyProtection: 'file' }, 'failed', 'passed'],
  // Where the keys are is not known: neither a pass nor a fail.
  [{ state: 'approved' }, 'unknown: not-reported', 'passed'],
  [{ state: 'approved', keyProtection: 'vault' }, 'unknown: malformed', 'unknown: malformed'],
  [{ state: 'waiting', keyProtection: 'tpm' }, 'failed', 'failed'],
  [{ state: 'blocked', keyProtection: 'file' }, 'failed', 'failed'],
])('where the policy wants keys in hardware, %j: %s; where it does not: %s', (fact, wanted, unasked) => {
  expect(verdict('KnownDevice', fact, { parameters: { keyProtection: 'hardware' } })[0]).toBe(wanted);
  expect(verdict('KnownDevice', fact, { parameters: { keyProtection: 'any' } })[0]).toBe(unasked);
  expect(verdict('KnownDevice', fact)[0]).toBe(unasked);
});

test('a policy that cannot be read is judged by the usual values, never more mildly', () => {
  const lock = { desktop: 'GNOME', idleSeconds: 901, asksPassword: true, graceSeconds: 0, managedSettings: [] };
  for (const parameters of [{ maximumSeconds: 'long' }, { maximumSeconds: 1 }, { maximumSeconds: 1e9 }, null]) {
    expect(verdict('ScreenSaverTimeout', lock, { parameters: parameters as object })[0]).toBe('failed');
  }
});
