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
