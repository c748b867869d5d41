import type { CheckType } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { judgeReading } from './judge-reading.ts';
import { renderText } from './render-text.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const PRODUCT = {
  id: 'defender',
  name: 'Defender',
  isRunning: true,
  isRealtimeOn: true,
  areDefinitionsCurrent: null as boolean | null,
  definitionsFrom: '2026-11-20T08:00:00Z' as string | null,
};
const LOCK = { desktop: 'GNOME', idleSeconds: 600, asksPassword: true, graceSeconds: 0, managedSettings: [] };
const drive = (state: string, more: object = {}) => ({ state, volume: 'C:', ...more });
const secret = (name: string, automaticSignIn: string | null = null) => ({ secret: name, automaticSignIn });

/** What a person reads: headline, what was found, what is wanted, and the items below it. */
function read(type: CheckType, value: object, parameters: object = {}): string {
  const definition = CHECK_DEFINITIONS[type];
  const reading = { source: 'test', readAt: NOW.toISOString(), value };
  const { message, found, wanted, items } = judgeReading(definition, reading, parameters, {
    operatingSystem: 'linux',
    now: NOW,
  });
  const below = (items ?? []).map(({ label, value: shown }) =>
    [label, shown].map((one) => renderText(definition, one)).join(': '),
  );
  return [...[message, found, wanted].map((wording) => renderText(definition, wording)), ...below].join(' | ');
}

test.each<[CheckType, object, object]>([
  ['DeviceEncrypted', drive('encrypted', { method: 'XTS-AES 128' }), {}],
  ['DeviceEncrypted', drive('encrypted'), {}],
  ['DeviceEncrypted', drive('encrypting', { percent: 40 }), {}],
  ['DeviceEncrypted', drive('encrypting'), {}],
  ['DeviceEncrypted', drive('decrypting'), {}],
  ['DeviceEncrypted', drive('suspended'), {}],
  ['DeviceEncrypted', drive('not-activated'), {}],
  ['DeviceEncrypted', drive('not-encrypted'), {}],
  [
    'DeviceEncrypted',
    {
      state: 'not-encrypted',
      volume: '/dev/sda1',
      volumes: [
        { volume: '/dev/sda1', state: 'not-encrypted', places: ['/home', '/srv'] },
        { volume: '/dev/sdb1', state: 'not-encrypted', places: [] },
        { volume: '/dev/mapper/vg-root', state: 'encrypted', places: ['/'] },
      ],
    },
    {},
  ],
  ['PasswordSet', secret('set'), {}],
  ['PasswordSet', secret('disabled'), {}],
  ['PasswordSet', secret('none'), {}],
  ['PasswordSet', { ...secret('none'), notAskedIn: '/etc/group (nopasswdlogin)' }, {}],
  ['PasswordSet', secret('unset-until-next'), {}],
  ['PasswordSet', secret('set', '/etc/gdm3/custom.conf'), {}],
  ['OsAutoUpdateEnable', { state: 'download-only', mechanism: 'apt' }, { downloadIsEnough: true }],
  ['OsAutoUpdateEnable', { state: 'download-only', mechanism: 'apt' }, {}],
  ['OsAutoUpdateEnable', { state: 'on', mechanism: 'apt' }, {}],
  ['OsAutoUpdateEnable', { state: 'on', mechanism: 'apt', lastAt: '2026-11-20T06:12:00Z' }, {}],
  ['OsAutoUpdateEnable', { state: 'on', mechanism: 'apt', lastAt: null, onSince: '2026-11-20T06:12:00Z' }, {}],
  ['OsAutoUpdateEnable', { state: 'on', mechanism: 'apt', lastAt: '2026-02-20T06:12:00Z' }, {}],
  ['OsAutoUpdateEnable', { state: 'off', mechanism: 'apt', obstacle: 'Not installed' }, {}],
  ['AntiVirusSignaturesUpToDate', { products: [PRODUCT] }, {}],
  ['AntiVirusSignaturesUpToDate', { products: [PRODUCT] }, { maximumAgeDays: 1 }],
  [
    'AntiVirusSignaturesUpToDate',
    { products: [{ ...PRODUCT, areDefinitionsCurrent: true, definitionsFrom: null }] },
    {},
  ],
  [
    'AntiVirusSignaturesUpToDate',
    { products: [{ ...PRODUCT, areDefinitionsCurrent: false, definitionsFrom: null }] },
    {},
  ],
  ['AntiVirusInstalled', { products: [PRODUCT] }, { products: ['clamav'] }],
  ['AntiVirusInstalled', { products: [] }, {}],
  ['AntiVirusInstalled', { products: [] }, { products: ['clamav'] }],
  ['ManagedDevice', { services: [{ id: 'jamf', name: 'Jamf', isEnrolled: false }] }, {}],
  ['ManagedDevice', { services: [{ id: 'jamf', name: 'Jamf', isEnrolled: true }] }, { services: ['intune'] }],
  ['ManagedDevice', { services: [] }, {}],
  ['NoActiveInfections', { product: 'Defender', active: [{ name: 'EICAR', item: '/tmp/x' }] }, {}],
  ['NoActiveInfections', { product: null, active: [{ name: 'EICAR' }, { name: 'Other' }] }, {}],
  ['OSSupported', { family: 'linux', id: 'arch', version: null, name: 'Arch' }, {}],
  ['OSSupported', { family: 'linux', id: 'debian', version: '13', name: 'Debian 13' }, {}],
  ['ScreenSaverPasswordProtected', LOCK, { maximumGraceSeconds: 0 }],
  ['ScreenSaverPasswordProtected', { ...LOCK, graceSeconds: 60 }, {}],
  ['ScreenSaverPasswordProtected', { ...LOCK, graceSeconds: 120 }, {}],
  ['ScreenSaverPasswordProtected', { ...LOCK, graceSeconds: 90 }, { maximumGraceSeconds: 1 }],
])('%s of %j by %j', (type, value, parameters) => {
  expect(read(type, value, parameters)).toMatchSnapshot();
});

const never = { ...LOCK, idleSeconds: null };
test.each<[CheckType, object, string]>([
  // A limit and what misses it are never the same words.
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 901 }, 'The screen saver starts after 15 min 1 s'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 3600 }, 'The screen saver starts after 1 hour'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 3900 }, 'The screen saver starts after 1 h 5 min'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 7201 }, 'The screen saver starts after 2 h 0 min 1 s'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 86_400 }, 'The screen saver starts after 24 hours'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 86_401 }, 'The screen saver starts after more than 1 day'],
  ['ScreenSaverTimeout', { ...LOCK, idleSeconds: 1e9 }, 'The screen saver starts after more than 1 year'],
  // The lock is later than the start: the other row says that it starts in time.
  [
    'ScreenSaverTimeout',
    { ...LOCK, idleSeconds: 300, graceSeconds: 3600 },
    'The screen is locked only after 1 h 5 min',
  ],
  ['ScreenSaverState', { ...never, isKeptAwake: true }, 'A program keeps the screen saver from starting'],
  ['ScreenSaverTimeout', { ...never, isKeptAwake: true }, 'A program keeps the screen saver from starting'],
  ['ScreenSaverPasswordProtected', never, 'Screen saver would ask for a password'],
  ['FirewallEnable', { isOn: false, manager: 'ufw', gaps: [], isManagerOn: true }, 'The firewall lets everything in'],
  ['FirewallEnable', { isOn: false, manager: 'ufw', gaps: [] }, 'The firewall is turned off'],
  [
    'RemoteLoginOff',
    { services: [{ name: 'ssh.service', isOn: true, startsWithSystem: true }] },
    'Remote login is on | On: ssh.service',
  ],
])('%s says of %j: %s', (type, value, words) => {
  expect(read(type, value)).toContain(words);
});

test.each([
  [
    '2026-11-06T09:00:00Z',
    'unknown',
    'Updates were last installed 15 days ago; your company asks for 14 days or less.',
  ],
  [null, 'unknown', 'Automatic updates are set up, but have installed nothing yet.'],
  ['2026-11-25T09:00:00Z', 'unknown', 'Set its clock right'],
  ['2026-10-01T09:00:00Z', 'failed', 'Your company asks for 14 days or less.'],
])('updates that were last installed at %s are %s, and what to do is said', (lastAt, state, words) => {
  const value = { state: 'on', mechanism: 'apt', lastAt, onSince: '2026-11-19T09:00:00Z' };
  const definition = CHECK_DEFINITIONS.OsAutoUpdateEnable;
  const reading = { source: 'test', readAt: NOW.toISOString(), value };
  const judged = judgeReading(definition, reading, {}, { operatingSystem: 'linux', now: NOW });
  expect(judged.state).toBe(state);
  expect(renderText(definition, judged.description)).toContain(words);
});
