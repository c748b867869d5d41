import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { linuxRealtimeProtectionFix } from './linux-fix.ts';

const FILE = '/etc/clamav/clamd.conf';
const units = ['clamav-daemon', 'clamd@scan', 'clamav-clamonacc']
  .map((name) => `Names=${name}.service\nLoadState=loaded\nActiveState=inactive\n`)
  .join('\n');
const open = (settings: string) =>
  createFakeSystem({ files: { [FILE]: settings }, commands: { 'systemctl show': units, systemctl: '', mkdir: '' } });

test('what the on-access scanner needs to start is added once, and kept apart from what was there', async () => {
  const system = open('LocalSocket /run/clamd.ctl\nUser scanner\n# OnAccessExcludeUname other');
  const fixed = await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(
    'LocalSocket /run/clamd.ctl\nUser scanner\n# OnAccessExcludeUname other\nOnAccessExcludeUname scanner\nOnAccessIncludePath /home\n',
  );
  expect(fixed.ok ? fixed.value.undo : '').toMatch(
    /^To take it back, move \/etc\/clamav\/clamd\.conf\.workplace\.bak to \/etc\/clamav\/clamd\.conf .*systemctl disable --now/,
  );
  const after = system.files.get(FILE);
  await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(after);
});

test('settings that are there stay as they are', async () => {
  const settings = 'OnAccessExcludeRootUID yes\nOnAccessMountPath /srv\n';
  const system = open(settings);
  const fixed = await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(settings);
  expect(fixed.ok ? fixed.value.undo : '').toMatch(/^To take it back, run as an administrator: systemctl disable/);
});
