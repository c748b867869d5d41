import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createWindowsOf, services } from '../testing/windows/computers.ts';
import { createSampleWindows, createWindows } from '../windows/sample-system.ts';
import { firewallEnable } from './definition.ts';
import { windowsFirewall } from './windows.ts';
import { windowsFirewallFix } from './windows-fix.ts';
import { renderText } from '../render-text.ts';

async function read(name: string) {
  const reading = await windowsFirewall.read(createSampleWindows(import.meta.dirname, name));
  const judged = judgeReading(firewallEnable, reading, {}, { operatingSystem: 'windows', now: new Date(0) });
  return { ...judged, isManaged: 'managed' in reading };
}

test.each([
  ['all-on', 'passed', 'On (Windows Firewall)'],
  ['not-configured', 'passed', 'On (Windows Firewall)'],
  ['server-all-on', 'passed', 'On (Windows Firewall)'],
  ['module-missing', 'passed', 'On (Windows Firewall)'],
  ['domain-off-at-home', 'passed', 'On (Windows Firewall)'],
  ['other-firewall-on', 'passed', 'On (Norton Firewall)'],
  ['public-off', 'failed', 'On (Windows Firewall), but not for Public networks'],
  ['domain-off-in-a-domain', 'failed', 'On (Windows Firewall), but not for Company networks'],
  ['module-missing-policy-off', 'failed', 'On (Windows Firewall), but not for Public networks'],
  ['policy-off', 'failed', 'On (Windows Firewall), but not for Public networks'],
  ['public-lets-in', 'failed', 'On (Windows Firewall), but not for Public networks'],
  ['module-missing-lets-in', 'failed', 'On (Windows Firewall), but not for Public networks'],
  ['policy-lets-in', 'failed', 'Off (Windows Firewall)'],
  ['all-off', 'failed', 'Off (Windows Firewall)'],
  ['service-stopped', 'failed', 'Off (Windows Firewall)'],
  ['other-firewall-uninstalled', 'failed', 'Off (Windows Firewall)'],
])('%s: %s, %s', async (name, state, found) => {
  const judged = await read(name);
  expect([judged.state, renderText(firewallEnable, judged.found)]).toEqual([state, found]);
});

test.each([
  ['value-nobody-knows', 'unexpected-output'],
  ['inbound-nobody-knows', 'unexpected-output'],
  ['module-missing-inbound-nobody-knows', 'not-supported'],
  ['only-two-profiles', 'unexpected-output'],
  ['module-missing-no-values', 'not-supported'],
  ['security-center-denied-and-off', 'access-denied'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('a profile that a policy turns off is managed, one that the person turned off is not', async () => {
  expect((await read('policy-off')).isManaged).toBe(true);
  expect((await read('public-off')).isManaged).toBe(false);
  expect((await read('all-on')).isManaged).toBe(false);
});

const commands = { netsh: '' };

test('the fix turns all profiles on, as an administrator, and says which were off', async () => {
  const system = createSampleWindows(import.meta.dirname, 'public-off', { commands });
  expect(await windowsFirewallFix.apply(system, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: netsh advfirewall set publicprofile state off' },
  });
  expect([windowsFirewallFix.needsElevation, system.ran]).toEqual([
    true,
    ['netsh advfirewall set allprofiles state on'],
  ]);
});

test('the fix has a profile keep out what no rule names, and says how it was', async () => {
  const system = createSampleWindows(import.meta.dirname, 'public-lets-in', { commands });
  expect(await windowsFirewallFix.apply(system, {})).toMatchObject({
    ok: true,
    value: { undo: expect.stringContaining('set publicprofile firewallpolicy allowinbound,allowoutbound') },
  });
  expect(system.ran).toEqual([
    'netsh advfirewall set allprofiles state on',
    'netsh advfirewall set publicprofile firewallpolicy blockinbound,allowoutbound',
  ]);
});

test.each([
  ['policy-off', 'blocked-by-policy'],
  ['policy-lets-in', 'blocked-by-policy'],
  ['service-stopped', 'not-supported'],
])('the fix changes nothing for %s: %s', async (name, reason) => {
  const system = createSampleWindows(import.meta.dirname, name, { commands });
  expect(await windowsFirewallFix.apply(system, {})).toMatchObject({ ok: false, reason });
  expect(system.ran).toEqual([]);
});

test('the fix changes nothing while the engine that filters is off: a profile that is on keeps nothing out then', async () => {
  const { windowsInventory } = createWindowsOf({ sections: { services: services({ BFE: ['Stopped', 'Disabled'] }) } });
  const system = { ...createWindows('', { commands }), ...(windowsInventory ? { windowsInventory } : {}) };
  expect(await windowsFirewallFix.apply(system, {})).toMatchObject({ ok: false, reason: 'not-supported' });
  expect(system.ran).toEqual([]);
});
