import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { linuxRealtimeProtectionFix } from './linux-fix.ts';

const FILE = '/etc/clamav/clamd.conf';
const UNITS = ['clamav-daemon', 'clamd@scan', 'clamav-clamonacc'];

/** systemd, whose services run as soon as they were enabled; `dies` at a look. */
function systemd(dies: { readonly unit: string; readonly at: number } | null = null) {
  let enabled = false;
  let looks = 0;
  const show = () => {
    if (enabled) looks += 1;
    return UNITS.map((name) => {
      const runs = enabled && !(dies?.unit === name && looks >= dies.at);
      const state = runs ? 'ActiveState=active\nSubState=running' : 'ActiveState=inactive\nSubState=dead';
      return `Names=${name}.service\nLoadState=loaded\n${state}\nNRestarts=0\n`;
    }).join('\n');
  };
  const enable = () => {
    enabled = true;
    return '';
  };
  return { 'systemctl show': show, 'systemctl enable': enable, mkdir: '', sleep: '' };
}

const open = (settings: string, commands = systemd()) => createFakeSystem({ files: { [FILE]: settings }, commands });

test('what the on-access scanner needs to start is added once, and kept apart from what was there', async () => {
  const system = open('LocalSocket /run/clamd.ctl\nUser scanner\n# OnAccessExcludeUname other');
  const fixed = await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(
    'LocalSocket /run/clamd.ctl\nUser scanner\n# OnAccessExcludeUname other\nOnAccessExcludeUname scanner\nOnAccessIncludePath /home\nOnAccessPrevention yes\n',
  );
  expect(fixed.ok ? fixed.value.undo : '').toMatch(
    /^To take it back, move \/etc\/clamav\/clamd\.conf\.workplace\.bak to \/etc\/clamav\/clamd\.conf .*systemctl disable --now/,
  );
  const after = system.files.get(FILE);
  await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(after);
});

test('settings that are there stay as they are', async () => {
  const settings = 'OnAccessExcludeRootUID yes\nOnAccessMountPath /srv\nOnAccessPrevention yes\n';
  const system = open(settings);
  const fixed = await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe(settings);
  expect(fixed.ok ? fixed.value.undo : '').toMatch(/^To take it back, run as an administrator: systemctl disable/);
});

test.each([1, 5, 10])(
  'a scanner that ends at look %i is not called on, and nothing is told to be taken back',
  async (at) => {
    const system = open('LocalSocket /run/clamd.ctl\n', systemd({ unit: 'clamav-daemon', at }));
    expect(await linuxRealtimeProtectionFix.apply(system, {})).toMatchObject({
      ok: false,
      detail:
        'ClamAV’s service clamav-daemon.service does not keep running. Its log says why: journalctl -u clamav-daemon.service',
    });
  },
);

test('what was there just before is kept, not what an earlier fix has kept', async () => {
  const system = open('LocalSocket /run/clamd.ctl\nMaxThreads 4\n');
  system.files.set(`${FILE}.workplace.bak`, 'years old');
  await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(`${FILE}.workplace.bak`)).toBe('LocalSocket /run/clamd.ctl\nMaxThreads 4\n');
});

test('a file that is as it should be is not moved back by what an earlier fix has kept', async () => {
  const system = open('OnAccessExcludeRootUID yes\nOnAccessMountPath /srv\nOnAccessPrevention yes\n');
  system.files.set(`${FILE}.workplace.bak`, 'years old');
  const fixed = await linuxRealtimeProtectionFix.apply(system, {});
  expect(fixed.ok ? fixed.value.undo : '').not.toContain('.bak');
});

test('what only reports is told to prevent', async () => {
  const system = open('OnAccessExcludeRootUID yes\nOnAccessPrevention no\nOnAccessMountPath /srv\n');
  await linuxRealtimeProtectionFix.apply(system, {});
  expect(system.files.get(FILE)).toBe('OnAccessExcludeRootUID yes\nOnAccessPrevention yes\nOnAccessMountPath /srv\n');
});
