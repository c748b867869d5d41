import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createWindowsOf } from '../testing/windows/computers.ts';
import { createSampleWindows, createWindows } from '../windows/sample-system.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { windowsAutomaticUpdates } from './windows.ts';
import { windowsAutomaticUpdatesFix } from './windows-fix.ts';

const now = new Date('2026-11-21T09:00:00Z');

async function read(name: string) {
  const reading = await windowsAutomaticUpdates.read(createSampleWindows(import.meta.dirname, name));
  const judged = judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'windows', now });
  return { ...judged, isManaged: 'managed' in reading, obstacle: judged.items?.[0]?.value };
}

test.each([
  ['factory', 'passed', false],
  ['administrator-chooses', 'passed', false],
  ['scheduled-from-own-server', 'passed', true],
  ['pause-is-over', 'passed', false],
  ['policy-off-at-home', 'failed', false],
  ['policy-off-in-a-domain', 'failed', true],
  ['asks-before-download', 'failed', false],
  ['download-only', 'failed', false],
  ['agent-off', 'failed', false],
  ['managed-off', 'failed', true],
  ['service-disabled', 'failed', false],
  ['paused-for-decades', 'failed', false],
])('%s: %s, held by a company: %s', async (name, state, isManaged) => {
  const judged = await read(name);
  expect([judged.state, judged.isManaged]).toEqual([state, isManaged]);
});

test.each([
  ['pause-not-understood', 'unexpected-output'],
  ['level-unknown', 'unexpected-output'],
  ['language-restricted', 'blocked-by-policy'],
  ['services-denied', 'access-denied'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('what keeps updates away is named', async () => {
  expect((await read('paused-for-decades')).obstacle).toBe('Updates are paused until 2051-12-31');
  expect((await read('service-disabled')).obstacle).toBe('The service wuauserv is disabled');
  expect((await read('asks-before-download')).obstacle).toBe('Windows asks before it downloads updates');
});

async function fix(name: string) {
  const system = createSampleWindows(import.meta.dirname, name, { commands: { reg: '', sc: '' } });
  return { system, fixed: await windowsAutomaticUpdatesFix.apply(system, {}) };
}

test("a policy that no one's company has set is taken away, and said how it was", async () => {
  const { system, fixed } = await fix('policy-off-at-home');
  const key = String.raw`HKLM\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate\AU`;
  expect(system.ran).toEqual([`reg delete ${key} /v NoAutoUpdate /f /reg:64`]);
  const command = `reg add "${key}" /v NoAutoUpdate /t REG_DWORD /d 1 /f`;
  expect(fixed).toEqual({ ok: true, value: { undo: `To take it back, run as an administrator: ${command}` } });
});

test('a disabled service starts again as Windows ships it, a pause ends', async () => {
  const service = await fix('service-disabled');
  expect(service.system.ran).toEqual(['sc config wuauserv start= demand']);
  expect(service.fixed.ok ? service.fixed.value.undo : '').toContain('sc config wuauserv start= disabled');
  const pause = await fix('paused-for-decades');
  expect(pause.system.ran[0]).toMatch(/^reg delete HKLM\\.*\\UX\\Settings \/v PauseUpdatesExpiryTime \/f \/reg:64$/);
  expect(pause.fixed.ok ? pause.fixed.value.undo : '').toContain('To pause updates again');
});

test('access to Windows Update that is taken away, and a pause by policy, are given back', async () => {
  const updates = { accessOff: 1, qualityPause: 1 };
  const { windowsInventory } = createWindowsOf({ sections: { updates, enrollments: { enrollments: [] } } });
  const home = { ...createWindows('', { commands: { reg: '' } }), ...(windowsInventory ? { windowsInventory } : {}) };
  const fixed = await windowsAutomaticUpdatesFix.apply(home, {});
  const undo = fixed.ok ? fixed.value.undo : '';
  expect(undo).toContain(String.raw`WindowsUpdate" /v DisableWindowsUpdateAccess /t REG_DWORD /d 1 /f`);
  expect(undo).toContain(String.raw`UpdatePolicy\Settings" /v PausedQualityStatus /t REG_DWORD /d 1 /f`);
  const company = createWindowsOf({ sections: { updates } });
  expect(await windowsAutomaticUpdatesFix.apply(company, {})).toMatchObject({ reason: 'blocked-by-policy' });
});

test('what a company sets is left alone; a refusal of Windows is told', async () => {
  for (const name of ['policy-off-in-a-domain', 'managed-off']) {
    const { system, fixed } = await fix(name);
    expect([fixed, system.ran]).toMatchObject([{ reason: 'blocked-by-policy' }, []]);
  }
  const refused = createSampleWindows(import.meta.dirname, 'service-disabled', { commands: { sc: { code: 5 } } });
  expect(await windowsAutomaticUpdatesFix.apply(refused, {})).toMatchObject({ ok: false, reason: 'access-denied' });
});
