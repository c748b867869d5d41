import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import type { SystemPort } from '../system-port.ts';
import { firewallEnable } from './definition.ts';
import { macosFirewall } from './macos.ts';
import { macosFirewallFix } from './macos-fix.ts';

const DOMAIN = 'com.apple.security.firewall';
const OLD_FILE = '/Library/Preferences/com.apple.alf.plist';
const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const report = (name: string) => ({ system_profiler: sample(`report-${name}.json`) });
const tool = (name: string) => ({ 'socketfilterfw --getglobalstate': sample(`socketfilterfw-${name}.txt`) });
const version = (number: string) => ({
  sw_vers: `ProductName:\t\tmacOS\nProductVersion:\t\t${number}\nBuildVersion:\t\t22A100\n`,
});

async function judge(system: SystemPort) {
  const reading = await macosFirewall.read(system);
  const judgement = judgeReading(firewallEnable, reading, {}, { operatingSystem: 'macos', now: new Date(0) });
  return { ...judgement, source: reading.source, managed: 'managed' in reading && reading.managed === true };
}
const read = (options: FakeMacOptions) => judge(createFakeMac(options));

test.each([
  ['on', 'passed'],
  ['block-all', 'passed'],
  ['off-27', 'failed'],
  ['off-but-stealth', 'failed'],
  ['off-word', 'failed'],
  ['new-word', 'unknown'],
  ['empty', 'unknown'],
])('the report %s: %s', async (name, expected) => {
  expect((await read({ commands: report(name) })).state).toBe(expected);
});

test.each([
  ['on', 'passed'],
  ['block-all', 'passed'],
  ['block-all-without-enabled', 'passed'],
  ['off', 'failed'],
  ['without-number', 'unknown'],
  ['managed', 'unknown'],
])('without a report, the tool decides: %s: %s', async (name, expected) => {
  expect((await read({ commands: { ...report('empty'), ...tool(name) } })).state).toBe(expected);
  const onError = { 'socketfilterfw --getglobalstate': { stderr: sample(`socketfilterfw-${name}.txt`) } };
  expect((await read({ commands: onError })).state).toBe(expected);
});

test('a report that is understood counts, whatever the tool says', async () => {
  expect((await read({ commands: { ...report('off-27'), ...tool('on') } })).state).toBe('failed');
});

test.each([
  ['13.7.8', 'alf-on', 'passed'],
  ['14.8.9', 'alf-off', 'failed'],
  ['15.0', 'alf-on', 'unknown'],
  ['26.5', 'alf-on', 'unknown'],
])('on macOS %s the old file %s: %s', async (number, name, expected) => {
  const lists = { [OLD_FILE]: sample(`${name}.plist`) };
  expect((await read({ lists, commands: version(number) })).state).toBe(expected);
});

test('a profile that sets the firewall makes it managed', async () => {
  const profiles = { [DOMAIN]: sample('profile-on.plist') };
  expect(await read({ commands: report('on'), profiles })).toMatchObject({ state: 'passed', managed: true });
  expect(await read({ commands: report('off-27'), profiles })).toMatchObject({ state: 'failed', managed: true });
  expect(await read({ commands: report('on') })).toMatchObject({ managed: false });
  expect((await read({ commands: report('on'), profiles: { [DOMAIN]: 'bplist' } })).state).toBe('unknown');
});

describe('the fix', () => {
  const set = 'socketfilterfw --setglobalstate';
  const apply = (options: FakeMacOptions) =>
    macosFirewallFix.apply(createFakeMac({ isElevated: true, ...options }), {});

  test('turns it on, and says how to take it back', async () => {
    let isOn = false;
    const mac = createFakeMac({
      isElevated: true,
      commands: {
        system_profiler: () => sample(`report-${isOn ? 'on' : 'off-27'}.json`),
        [set]: ({ arguments: [, word] }) => {
          isOn = word === 'on';
          return '';
        },
      },
    });
    expect((await judge(mac)).state).toBe('failed');
    const fixed = await macosFirewallFix.apply(mac, {});
    expect((await judge(mac)).state).toBe('passed');
    expect(fixed).toMatchObject({ ok: true, value: { undo: expect.stringMatching(/--setglobalstate off$/) } });
  });

  test.each([
    ['a profile holds it', {}, { [DOMAIN]: sample('profile-on.plist') }, 'blocked-by-policy'],
    ['the tool says that the company does', { [set]: sample('socketfilterfw-managed.txt') }, {}, 'blocked-by-policy'],
    ['no one is an administrator', { [set]: 'Must be root to change settings.\n' }, {}, 'access-denied'],
    ['the tool breaks', { [set]: { code: 255 } }, {}, 'unexpected-output'],
    ['there is no tool', {}, {}, 'tool-missing'],
  ])('is refused where %s', async (_, commands, profiles, reason) => {
    expect(await apply({ commands, profiles })).toMatchObject({ ok: false, reason });
  });

  test('does not touch a firewall that a profile holds', async () => {
    const mac = createFakeMac({
      isElevated: true,
      profiles: { [DOMAIN]: sample('profile-on.plist') },
      commands: { [set]: '' },
    });
    await macosFirewallFix.apply(mac, {});
    expect(mac.ran.some((line) => line.startsWith('socketfilterfw'))).toBe(false);
  });
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((json) => JSON.stringify(json)),
      ),
      async (text) => {
        const commands = { system_profiler: text, socketfilterfw: text, ...version('13.7') };
        expect((await read({ commands, lists: { [OLD_FILE]: text } })).state).toBe('unknown');
      },
    ),
  );
  const off = sample('report-off-but-stealth.json');
  await fc.assert(
    fc.asyncProperty(fc.nat(off.length), fc.nat(40), async (at, cut) => {
      const commands = { system_profiler: off.slice(0, at) + off.slice(at + cut) };
      expect((await read({ commands })).state).not.toBe('passed');
    }),
  );
});
