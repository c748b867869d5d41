import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleWindows } from '../windows/sample-system.ts';
import { noActiveInfections } from './definition.ts';
import { windowsThreats } from './windows.ts';
import { windowsThreatsFix } from './windows-fix.ts';

async function read(name: string) {
  const reading = await windowsThreats.read(createSampleWindows(import.meta.dirname, name));
  return judgeReading(noActiveInfections, reading, {}, { operatingSystem: 'windows', now: new Date(0) });
}

test.each([
  ['nothing-ever-found', 'passed'],
  ['quarantined', 'passed'],
  ['detected-then-quarantined', 'passed'],
  ['blocked-but-called-detected', 'passed'],
  ['active', 'failed'],
  ['quarantined-then-back', 'failed'],
  ['allowed-by-the-person', 'failed'],
  ['executing', 'failed'],
  ['other-antivirus', 'not-applicable'],
])('%s: %s', async (name, state) => {
  expect((await read(name)).state).toBe(state);
});

test.each([
  ['status-nobody-knows', 'unexpected-output'],
  ['history-for-administrators', 'access-denied'],
  ['provider-broken', 'unexpected-output'],
  ['defender-stopped', 'not-supported'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('an active threat is named with its place, and can be removed', async () => {
  const { items, fix } = await read('active');
  expect(items).toEqual([
    { label: 'Virus:DOS/EICAR_Test_File', value: String.raw`C:\Users\nadia\Downloads\eicar.com` },
  ]);
  expect(fix).toEqual({});
  expect((await read('allowed-by-the-person')).items?.[0]?.label).toBe(
    'Virus:DOS/EICAR_Test_File (allowed on this computer)',
  );
});

test('the fix has Defender remove what it knows of, as an administrator, and says that there is no way back', async () => {
  const scripts = { 'defender-remove-threats': '' };
  const system = createSampleWindows(import.meta.dirname, 'active', { scripts });
  const fixed = await windowsThreatsFix.apply(system, {});
  expect([windowsThreatsFix.needsElevation, system.ran]).toEqual([true, ['defender-remove-threats.ps1']]);
  expect(fixed.ok ? fixed.value.undo : '').toContain('cannot be brought back');
});
