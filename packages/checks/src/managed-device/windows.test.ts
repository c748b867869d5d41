import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createWindowsOf } from '../testing/windows/computers.ts';
import { createSampleWindows } from '../windows/sample-system.ts';
import { managedDevice } from './definition.ts';
import { windowsManagement } from './windows.ts';
import { renderText } from '../render-text.ts';

async function read(name: string, parameters: unknown = {}) {
  const reading = await windowsManagement.read(createSampleWindows(import.meta.dirname, name));
  return judgeReading(managedDevice, reading, parameters, { operatingSystem: 'windows', now: new Date(0) });
}

test.each([
  ['intune', {}, 'passed', 'Microsoft Intune'],
  ['intune', { services: ['intune'] }, 'passed', 'Microsoft Intune'],
  ['other-management', {}, 'passed', 'Fleet'],
  ['two-managements', {}, 'passed', 'AirWatchMDM'],
  ['other-management', { services: ['fleet'] }, 'passed', 'Fleet'],
  ['other-management', { services: ['intune'] }, 'failed', 'Fleet'],
  ['enrolment-failed', {}, 'failed', 'Microsoft Intune, not working'],
  ['never-enrolled', {}, 'failed', 'No management service'],
  ['no-keys', {}, 'failed', 'No management service'],
])('%s with %j: %s, %s', async (name, parameters, state, found) => {
  const judged = await read(name, parameters);
  expect([judged.state, renderText(managedDevice, judged.found)]).toEqual([state, found]);
});

test('a closed registry is unknown', async () => {
  const judged = await read('registry-closed');
  expect([judged.state, judged.reason]).toEqual(['unknown', 'access-denied']);
});

test('what Windows writes by itself is no management, and an enrolment without a server is none', async () => {
  const readEnrolled = async (provider: string, hasServer: boolean) => {
    const enrollments = { enrollments: [{ provider, state: 1, hasServer }] };
    const reading = await windowsManagement.read(createWindowsOf({ sections: { enrollments } }));
    return 'value' in reading ? reading.value : reading;
  };
  for (const name of ['Local Authority', 'cloud authority', 'WMI_Bridge_SCCM_Server', 'Microsoft Device Management']) {
    expect(await readEnrolled(name, true)).toEqual({ services: [] });
  }
  expect(await readEnrolled('Fleet', false)).toEqual({ services: [{ id: 'fleet', name: 'Fleet', isEnrolled: false }] });
});
