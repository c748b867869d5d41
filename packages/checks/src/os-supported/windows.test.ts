import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleWindows } from '../windows/sample-system.ts';
import { osSupported } from './definition.ts';
import { windowsOperatingSystem } from './windows.ts';

async function read(name: string, parameters: unknown = {}) {
  const reading = await windowsOperatingSystem.read(createSampleWindows(import.meta.dirname, name));
  const judged = judgeReading(osSupported, reading, parameters, {
    operatingSystem: 'windows',
    now: new Date('2026-11-24T09:00:00Z'),
  });
  return { ...judged, reading };
}

test.each([
  ['windows-11-25h2-pro', 'passed', 'Windows 11 Pro 25H2 (26200.7171)'],
  ['windows-11-24h2-enterprise', 'passed', 'Windows 11 Enterprise 24H2 (26100.7171)'],
  ['windows-10-22h2-home', 'failed', 'Windows 10 Home 22H2 (19045.6456)'],
  ['windows-server-2025', 'passed', 'Windows Server ServerStandard 24H2 (26100.7171)'],
  ['windows-10-1909', 'failed', 'Windows 10 Pro 1909 (18363.1556)'],
  ['windows-11-21h2', 'failed', 'Windows 11 Pro 21H2 (22000.3260)'],
  ['windows-11-23h2', 'failed', 'Windows 11 Education 23H2 (22631.6199)'],
  ['windows-10-ltsc-2021', 'passed', 'Windows 10 Enterprise LTSC 21H2 (19044.6456)'],
])('%s: %s', async (name, state, found) => {
  const judged = await read(name);
  expect([judged.state, judged.found]).toEqual([state, found]);
});

test.each([
  ['frozen-version-only', 'unexpected-output'],
  ['registry-closed', 'access-denied'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('policy names the oldest build, and may take back what has ended', async () => {
  expect((await read('windows-11-25h2-pro', { minimumWindows: '10.0.26200' })).state).toBe('passed');
  expect((await read('windows-11-24h2-enterprise', { minimumWindows: '10.0.26200' })).state).toBe('failed');
  expect((await read('windows-11-23h2', { endedWindows: [] })).state).toBe('passed');
  expect((await read('windows-11-25h2-pro', { minimumWindows: '10.0.26200.8000' })).state).toBe('failed');
});
