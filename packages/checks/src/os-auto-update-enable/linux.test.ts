import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { createScratchSystem } from '../scratch-system.ts';
import type { SystemPort } from '../system-port.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { linuxAutomaticUpdates } from './linux.ts';
import { linuxAutomaticUpdatesFix } from './linux-fix.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.txt`);
const debian = { '/etc/os-release': 'ID=ubuntu\nID_LIKE=debian\n' };

async function judge(system: SystemPort) {
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}
const read = (options: FakeSystemOptions) => judge(createFakeSystem(options));

/** Below another root folder nothing runs, so the settings are all there is. */
describe('settings of APT in files', () => {
  const folder = '/etc/apt/apt.conf.d';
  const off = 'APT::Periodic::Unattended-Upgrade "0";';
  const files = { ...debian, [`${folder}/20auto-upgrades`]: sample('apt-config-on') };
  const inFiles = (more: FakeSystemOptions['files']) => read({ rootFolder: '/scratch', files: { ...files, ...more } });

  test.each([
    ['apt-config-on', 'passed'],
    ['apt-config-off', 'failed'],
    ['apt-config-debian-12', 'failed'],
    ['apt-nested', 'passed'],
    ['apt-cleared', 'failed'],
  ])('%s: %s', async (name, expected) => {
    expect((await inFiles({ [`${folder}/20auto-upgrades`]: sample(name) })).state).toBe(expected);
  });

  test('a later file overrides an earlier one, files with strange names do not count', async () => {
    expect((await inFiles({ [`${folder}/99off.conf`]: off })).state).toBe('failed');
    expect((await inFiles({ [`${folder}/99off.bak`]: off })).state).toBe('passed');
    expect((await inFiles({ '/etc/apt/apt.conf': off })).state).toBe('failed');
  });
});

test('a system with neither is unknown', async () => {
  expect((await read({ files: { '/etc/os-release': 'ID=alpine\n' } })).reason).toBe('not-supported');
});

describe('the fix below a scratch folder, with real tools', () => {
  const path = '/etc/apt/apt.conf.d/20auto-upgrades';

  test('off, fixed, on; a second time; taken back', async () => {
    const off = 'APT::Periodic::Update-Package-Lists "0";\n';
    const system = await createScratchSystem({ files: { ...debian, [path]: off } });
    try {
      expect((await judge(system)).state).toBe('failed');
      const fixed = await linuxAutomaticUpdatesFix.apply(system, {});
      expect((await judge(system)).state).toBe('passed');
      // Moving back what the first one kept would turn updates off, and the second has changed nothing.
      expect(await linuxAutomaticUpdatesFix.apply(system, {})).toMatchObject({
        value: { undo: 'Nothing had to be changed.' },
      });
      const [, from = '', to = ''] = /move (\S+) to (\S+) /.exec(fixed.ok ? (fixed.value.undo ?? '') : '') ?? [];
      const kept = await system.readFile(from);
      await system.writeFile(to, kept.ok ? kept.value : '');
      expect(kept).toEqual({ ok: true, value: off });
      expect((await judge(system)).state).toBe('failed');
    } finally {
      await system.dispose();
    }
  });

  test('where there was no file, the undo is to delete it', async () => {
    const system = await createScratchSystem({ files: debian });
    try {
      expect(await linuxAutomaticUpdatesFix.apply(system, {})).toEqual({
        ok: true,
        value: { undo: `To take it back, delete ${path} as an administrator.` },
      });
      expect((await judge(system)).state).toBe('passed');
    } finally {
      await system.dispose();
    }
  });
});
