import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { judgeReading } from '../../judge-reading.ts';
import { parseProductState } from '../../windows/security-products.ts';
import { createSampleWindows } from '../../windows/sample-system.ts';
import { windowsAntivirus } from './windows.ts';
import { productIdOf } from './windows-products.ts';

const TYPES = ['AntiVirusInstalled', 'AntiVirusRealtimeProtection', 'AntiVirusSignaturesUpToDate'] as const;
const context = { operatingSystem: 'windows', now: new Date('2026-11-21T09:00:00Z') } as const;

async function read(name: string, parameters: unknown = {}) {
  const reading = await windowsAntivirus.read(createSampleWindows(import.meta.dirname, name));
  const judged = TYPES.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context));
  return { states: judged.map(({ state }) => state), judged, reading };
}

test.each([
  ['defender', ['passed', 'passed', 'passed']],
  ['defender-quoted-state', ['passed', 'passed', 'passed']],
  ['server-with-defender', ['passed', 'passed', 'passed']],
  ['defender-realtime-off', ['passed', 'failed', 'passed']],
  ['defender-row-on-but-off', ['passed', 'failed', 'passed']],
  ['defender-stale', ['passed', 'passed', 'failed']],
  ['third-party-on', ['passed', 'passed', 'passed']],
  ['third-party-old-definitions', ['passed', 'passed', 'failed']],
  ['third-party-snoozed', ['passed', 'failed', 'passed']],
  ['third-party-expired', ['passed', 'failed', 'passed']],
  ['third-party-uninstalled', ['passed', 'failed', 'passed']],
  ['two-rows-after-an-update', ['passed', 'passed', 'passed']],
  ['state-nobody-knows', ['passed', 'unknown', 'unknown']],
  ['defender-silent', ['passed', 'unknown', 'unknown']],
  ['edr-that-does-not-register', ['passed', 'passed', 'unknown']],
  ['no-antivirus', ['failed', 'failed', 'failed']],
])('%s: %j', async (name, states) => {
  expect((await read(name)).states).toEqual(states);
});

test.each([
  ['server-without-defender', 'not-supported'],
  ['nothing-registered-but-service-runs', 'unexpected-output'],
  ['security-center-denied', 'access-denied'],
  ['made-up-row', 'unexpected-output'],
  ['third-party-on-but-stopped', 'unexpected-output'],
])('%s is unknown, and not "no antivirus": %s', async (name, reason) => {
  const { judged } = await read(name);
  expect(judged.map(({ state, reason: why }) => [state, why])).toEqual(TYPES.map(() => ['unknown', reason]));
});

test('policy names products by their maker', async () => {
  expect((await read('third-party-on', { products: ['avg'] })).states).toEqual(['passed', 'passed', 'passed']);
  expect((await read('third-party-on', { products: ['defender'] })).states).toEqual(['passed', 'failed', 'unknown']);
  expect((await read('defender', { products: ['crowdstrike'] })).states).toEqual(['failed', 'failed', 'failed']);
});

test.each([
  ['Trend Micro Apex One Security Agent', 'trend'],
  ['Sentinel Agent', 'sentinelone'],
  ['Some Guard 2.0', 'some-guard-2-0'],
  ['Антивирус', 'unnamed'],
])('%s is %s', (name, id) => {
  expect(productIdOf(name)).toBe(id);
});

test.each([
  [397568, 'on', true],
  [397584, 'on', false],
  [393472, 'off', true],
  [401664, 'snoozed', true],
  [266256, 'on', false],
  [262160, 'off', false],
  [270336, 'snoozed', true],
  [274432, 'expired', true],
  [331776, 'on', true],
  [344064, 'unclear', true],
  [null, 'unclear', null],
  [-1, 'unclear', null],
])('product state %s is %s, definitions current: %s', (number, state, areDefinitionsCurrent) => {
  expect(parseProductState(number)).toEqual({ state, areDefinitionsCurrent });
});

describe('the fixes', () => {
  const fixOf = (type: (typeof TYPES)[number]) =>
    CHECK_FIXES.find((fix) => fix.type === type && fix.operatingSystem === 'windows');

  test('are offered for Defender alone, and not while a company keeps it off', async () => {
    expect((await read('defender-realtime-off')).judged[1]?.fix).toEqual({});
    expect((await read('third-party-snoozed')).judged[1]?.fix).toBeUndefined();
    expect((await read('third-party-old-definitions')).judged[2]?.fix).toBeUndefined();
    expect((await read('defender-held-off')).reading).toMatchObject({ managed: true });
    expect((await read('defender-realtime-off')).reading).not.toHaveProperty('managed');
  });

  test('real-time protection needs an administrator; what a company keeps off stays off', async () => {
    const fix = fixOf('AntiVirusRealtimeProtection');
    const scripts = { 'defender-realtime': '' };
    const system = createSampleWindows(import.meta.dirname, 'defender-realtime-off', { scripts });
    expect(await fix?.apply(system, {})).toMatchObject({ ok: true });
    expect([fix?.needsElevation, system.ran]).toEqual([true, ['defender-realtime.ps1']]);
    const held = createSampleWindows(import.meta.dirname, 'defender-held-off', { scripts });
    expect(await fix?.apply(held, {})).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
    expect(held.ran).toEqual([]);
  });

  test('definitions are fetched without one', async () => {
    const fix = fixOf('AntiVirusSignaturesUpToDate');
    const system = createSampleWindows(import.meta.dirname, 'defender-stale', { commands: { MpCmdRun: '' } });
    expect(await fix?.apply(system, {})).toMatchObject({ ok: true });
    expect([fix?.needsElevation, system.ran]).toEqual([false, ['MpCmdRun -SignatureUpdate']]);
    const failing = createSampleWindows(import.meta.dirname, 'defender-stale', { commands: { MpCmdRun: { code: 2 } } });
    expect(await fix?.apply(failing, {})).toMatchObject({ ok: false, reason: 'unexpected-output' });
  });
});
