import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { readSample } from '../../samples.ts';
import { parseClamavVersion } from './clamav-version.ts';
import { linuxAntivirus } from './linux.ts';

const TYPES = ['AntiVirusInstalled', 'AntiVirusRealtimeProtection', 'AntiVirusSignaturesUpToDate'] as const;
const now = new Date('2024-09-18T00:00:00Z');
const VERSION = 'ClamAV 1.0.7/27400/Mon Sep 16 08:34:20 2024\n';

/** What ClamAV is told where it protects; `clamonacc` is the third process in these tests. */
const CLAMAV_FILES = {
  '/etc/clamav/clamd.conf':
    'User clamav\nOnAccessExcludeUname clamav\nOnAccessIncludePath /home\nOnAccessPrevention yes\n',
  '/proc/self/mounts': '/dev/sda1 / ext4 rw 0 0\n/dev/sda2 /home ext4 rw 0 0\n',
  '/proc/3/cmdline': '/usr/sbin/clamonacc\0-F\0',
};

async function read(options: FakeSystemOptions, parameters: unknown = {}) {
  const reading = await linuxAntivirus.read(createFakeSystem({ files: CLAMAV_FILES, ...options }));
  return TYPES.map((type) => {
    const context = { operatingSystem: 'linux', now } as const;
    return judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context).state;
  });
}

const processes = (...names: string[]) =>
  ['systemd', ...names].map((name, index) => `${index + 1} 0 ${name}`).join('\n');
const mdatp = (name: string) => ({
  mdatp: readSample(import.meta.dirname, `${name}.json`),
  ps: processes('wdavdaemon'),
});

test.each([
  [{ ps: processes() }, ['failed', 'failed', 'failed']],
  [mdatp('mdatp-health'), ['passed', 'passed', 'passed']],
  [mdatp('mdatp-health-passive'), ['passed', 'failed', 'failed']],
  [{ mdatp: 'could not connect to the daemon', ps: processes() }, ['unknown', 'unknown', 'unknown']],
  [{ ps: processes('clamd'), clamscan: VERSION }, ['passed', 'failed', 'passed']],
  [{ ps: processes('clamd', 'clamonacc'), clamscan: VERSION }, ['passed', 'passed', 'passed']],
  [{ ps: processes('clamonacc'), clamscan: VERSION }, ['passed', 'failed', 'passed']],
  [{ ps: processes('clamd'), clamscan: 'ClamAV 1.0.7\n' }, ['passed', 'failed', 'failed']],
  [{ ps: processes(), clamscan: VERSION.replace('Sep 16', 'Aug  1') }, ['passed', 'failed', 'failed']],
  [{ ps: processes(), clamscan: VERSION.replace('2024', '2034') }, ['passed', 'failed', 'unknown']],
  [{ ps: processes('falcon-sensor') }, ['passed', 'passed', 'unknown']],
  [{ ps: `1 0 systemd\n900 1000 falcon-sensor` }, ['failed', 'failed', 'failed']],
  [{}, ['unknown', 'unknown', 'unknown']],
])('computer %#', async (commands, expected) => {
  expect(await read({ commands })).toEqual(expected);
});

test.each([
  ['is as it should be', {}, 'passed'],
  ['has no licence, and says so', { healthy: false, licensed: false, healthIssues: ['missing license'] }, 'failed'],
  ['has no licence, by its issues alone', { healthy: false, healthIssues: ['Missing license'] }, 'failed'],
  ['cannot look at files', { realTimeProtectionAvailable: false }, 'failed'],
  ['cannot look at files, as a setting', { realTimeProtectionAvailable: { value: false } }, 'failed'],
  ['is unhealthy for another reason', { healthy: false, healthIssues: ['something else'] }, 'unknown'],
  ['is unhealthy and says no more', { healthy: false }, 'unknown'],
])('Defender that %s: %s', async (_, changes, expected) => {
  const health = { ...JSON.parse(readSample(import.meta.dirname, 'mdatp-health.json')), ...changes };
  const states = await read({ commands: { mdatp: JSON.stringify(health), ps: processes('wdavdaemon') } });
  expect(states.slice(0, 2)).toEqual(['passed', expected]);
});

test('policy names accepted products, and may ask for none on Linux', async () => {
  const commands = { ps: processes('clamd'), clamscan: VERSION };
  expect(await read({ commands }, { products: ['defender'] })).toEqual(['failed', 'failed', 'failed']);
  const none = { commands: { ps: processes() } };
  expect(new Set(await read(none, { missingOnLinux: 'not-applicable' }))).toEqual(new Set(['not-applicable']));
});

test('systemd tells a stopped service from a missing one', async () => {
  const units = [
    'clamav-daemon',
    'clamd@scan',
    'clamav-clamonacc',
    'falcon-sensor',
    'sentinelone',
    'sophos-spl',
    'eea',
    'ds_agent',
    'traps_pmd',
    'cbagentd',
    'kesl',
    'kesl-supervisor',
    'mfetpd',
  ];
  const shown = (active: string, sub: string, { restarts = 0, since = 'Sat 2026-11-21 07:00:00 UTC' } = {}) =>
    units
      .map((unit) => {
        const isSentinel = unit === 'sentinelone';
        return `Names=${unit}.service\nLoadState=${isSentinel ? 'loaded' : 'not-found'}\nActiveState=${isSentinel ? active : 'inactive'}\nSubState=${isSentinel ? sub : 'dead'}\nTransient=no\nNRestarts=${restarts}\nActiveEnterTimestamp=${isSentinel ? since : ''}\nExecStart={ path=/opt/sentinelone/bin/s1-agent ; argv[]=s1-agent ; ignore_errors=no }\nFragmentPath=/lib/systemd/system/${unit}.service\nDropInPaths=\n`;
      })
      .join('\n');
  const realtime = async (text: string) => (await read({ commands: { systemctl: text } }))[1];
  expect(await read({ commands: { systemctl: shown('active', 'running') } })).toEqual(['passed', 'passed', 'unknown']);
  expect(await read({ commands: { systemctl: shown('failed', 'failed') } })).toEqual(['passed', 'failed', 'unknown']);
  // It has ended, and left behind that it is active.
  expect(await realtime(shown('active', 'exited'))).toBe('failed');
  expect(await realtime(shown('activating', 'auto-restart'))).toBe('failed');
  // Started a moment ago: by a person, or once more after a crash. It is 09:00.
  expect(await realtime(shown('active', 'running', { since: 'Sat 2026-11-21 08:59:57 UTC' }))).toBe('passed');
  const again = { restarts: 3, since: 'Sat 2026-11-21 08:59:57 UTC' };
  expect(await realtime(shown('active', 'running', again))).toBe('failed');
  expect(await realtime(shown('active', 'running', { ...again, since: 'Sat 2026-11-21 08:59:00 UTC' }))).toBe('passed');
  const madeUp = shown('active', 'running').replaceAll('Transient=no', 'Transient=yes');
  expect(await read({ commands: { systemctl: madeUp } })).toEqual(['failed', 'failed', 'failed']);
});

test.each([
  [VERSION, { definitionsFrom: '2024-09-16T08:34:20.000Z' }],
  ['ClamAV 1.4.1/27500/Fri Jan  3 09:40:11 2025', { definitionsFrom: '2025-01-03T09:40:11.000Z' }],
  ['ClamAV 1.0.7', { definitionsFrom: null }],
  ['ClamAV 1.0.7/27400/Lun Sep 16 08:34:20 2024 x', null],
  ['LibClamAV Error', null],
])('%j', (text, expected) => {
  expect(parseClamavVersion(text)).toEqual(expected);
});

test('ClamAV’s services are turned on where they are installed, nothing else is', async () => {
  const fix = CHECK_FIXES.find(({ type }) => type === 'AntiVirusSignaturesUpToDate');
  const unit = (load: string, active = 'active', sub = 'running') =>
    `Names=clamav-freshclam.service\nLoadState=${load}\nActiveState=${active}\nSubState=${sub}\nNRestarts=0\n`;
  const commands = { 'systemctl show': unit('loaded'), 'systemctl enable': '', sleep: '' };
  const there = createFakeSystem({ commands });
  expect(await fix?.apply(there, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: systemctl disable --now clamav-freshclam.service' },
  });
  const missing = createFakeSystem({ commands: { 'systemctl show': unit('not-found') } });
  expect(await fix?.apply(missing, {})).toMatchObject({ ok: false, reason: 'tool-missing' });
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      const states = await read({ commands: { mdatp: text, clamscan: text, ps: text, systemctl: text } });
      expect(states).not.toContain('passed');
    }),
  );
});
