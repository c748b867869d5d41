import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { createScratchSystem } from '../scratch-system.ts';
import type { SystemPort } from '../system-port.ts';
import { parseAptConfiguration } from './apt-configuration.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { linuxAutomaticUpdates } from './linux.ts';
import { linuxAutomaticUpdatesFix } from './linux-fix.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.txt`);
const debian = { '/etc/os-release': 'ID=ubuntu\nID_LIKE=debian\n' };
const fedora = { '/etc/os-release': 'ID=fedora\n' };

async function judge(system: SystemPort) {
  const reading = await linuxAutomaticUpdates.read(system);
  return judgeReading(osAutoUpdateEnable, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}
const read = (options: FakeSystemOptions) => judge(createFakeSystem(options));

describe('APT', () => {
  test.each([
    ['apt-config-on', 'passed'],
    ['apt-config-off', 'failed'],
    ['apt-config-debian-12', 'failed'],
    ['apt-nested', 'passed'],
    ['apt-cleared', 'failed'],
  ])('%s: %s', async (name, expected) => {
    const text = sample(name);
    expect((await read({ files: debian, commands: { 'apt-config': text } })).state).toBe(expected);
    const files = { ...debian, '/etc/apt/apt.conf.d/20auto-upgrades': text };
    expect((await read({ files })).state).toBe(expected);
  });

  test('a later file overrides an earlier one, files with strange names do not count', async () => {
    const on = sample('apt-config-on');
    const folder = '/etc/apt/apt.conf.d';
    const off = 'APT::Periodic::Unattended-Upgrade "0";';
    const files = { ...debian, [`${folder}/20auto-upgrades`]: on };
    expect((await read({ files: { ...files, [`${folder}/99off.conf`]: off } })).state).toBe('failed');
    expect((await read({ files: { ...files, [`${folder}/99off.bak`]: off } })).state).toBe('passed');
    expect((await read({ files: { ...files, '/etc/apt/apt.conf': off } })).state).toBe('failed');
  });

  test.each([
    [{ '/var/lib/dpkg/status': '' }, {}, 'failed'],
    [{ '/var/lib/dpkg/status': '', '/usr/bin/unattended-upgrade': '#!/usr/bin/python3' }, {}, 'passed'],
    [{}, { systemctl: { code: 1, stdout: 'masked\n' } }, 'failed'],
    [{}, { systemctl: 'enabled\n' }, 'passed'],
  ])('settings without effect: %j, %j: %s', async (files, commands, expected) => {
    const on = { 'apt-config': sample('apt-config-on') };
    expect((await read({ files: { ...debian, ...files }, commands: { ...on, ...commands } })).state).toBe(expected);
  });

  test('a setting that only downloads is told apart', async () => {
    const text = 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Download-Upgradeable-Packages "1";';
    const { state, message } = await read({ files: debian, commands: { 'apt-config': text } });
    expect([state, message.key]).toEqual(['failed', 'download-only']);
  });

  test('an apt-config that fails is unknown', async () => {
    const answer = { code: 100, stderr: 'E: Syntax error /etc/apt/apt.conf.d/20auto-upgrades:3' };
    expect((await read({ files: debian, commands: { 'apt-config': answer } })).state).toBe('unknown');
  });

  test('no text throws, hangs or passes by accident', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 300 }), async (text) => {
        fc.pre(!/unattended-upgrade/i.test(text));
        expect((await read({ files: debian, commands: { 'apt-config': text } })).state).not.toBe('passed');
      }),
    );
    const mixed = fc.array(fc.constantFrom('{', '}', ';', '"', '/*', '*/', '//', '#clear ', 'APT', '::', ' ', '\n'));
    fc.assert(fc.property(mixed, (parts) => parseAptConfiguration(parts.join('')).size >= 0));
  });
});

describe('DNF', () => {
  const timer = 'systemctl is-enabled -- dnf-automatic.timer';
  const apply = sample('dnf-automatic-download').replace('apply_updates = no', 'apply_updates = yes');
  test.each([
    [{ [timer]: 'enabled\n' }, apply, 'passed', 'on'],
    [{ [timer]: 'enabled\n' }, sample('dnf-automatic-download'), 'failed', 'download-only'],
    [{ [timer]: { code: 1, stdout: 'disabled\n' } }, apply, 'failed', 'off'],
    [{ 'systemctl is-enabled -- dnf-automatic-install.timer': 'enabled\n' }, '', 'passed', 'on'],
    [{ systemctl: { code: 1, stdout: 'not-found\n' } }, apply, 'failed', 'off'],
  ])('case %#', async (commands, text, expected, key) => {
    const { state, message } = await read({ files: { ...fedora, '/etc/dnf/automatic.conf': text }, commands });
    expect([state, message.key]).toEqual([expected, key]);
  });

  test('a wrong value and a missing systemd are unknown', async () => {
    const files = { ...fedora, '/etc/dnf/automatic.conf': '[commands]\napply_updates = maybe\n' };
    expect((await read({ files, commands: { [timer]: 'enabled\n' } })).state).toBe('unknown');
    expect((await read({ files: fedora })).state).toBe('unknown');
  });

  test('the fix sets apply_updates, keeps the rest and turns the timer on', async () => {
    const system = createFakeSystem({
      files: { ...fedora, '/etc/dnf/automatic.conf': sample('dnf-automatic-download') },
      commands: { [timer]: 'enabled\n', 'systemctl enable': '' },
    });
    expect(await linuxAutomaticUpdatesFix.apply(system, {})).toMatchObject({ ok: true });
    expect(system.files.get('/etc/dnf/automatic.conf')).toContain('upgrade_type = default');
    expect((await judge(system)).state).toBe('passed');
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
      expect(await linuxAutomaticUpdatesFix.apply(system, {})).toEqual(fixed);
      const [, from = '', to = ''] = /move (\S+) to (\S+) /.exec(fixed.ok ? fixed.value.undo : '') ?? [];
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
