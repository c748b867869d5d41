import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import { createFakeMac } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { remoteLoginOff } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';
import { linuxRemoteLoginFix } from './linux-fix.ts';
import { macosRemoteLogin } from './macos.ts';

const now = new Date('2026-11-24T09:00:00Z');
const LOADED = 'system/com.openssh.sshd = {\n\tactive count = 0\n\tstate = waiting\n}\n';

async function onMac(list: string, print: string | { code: number } = { code: 113 }) {
  const system = createFakeMac({
    commands: { 'launchctl print-disabled system': list, 'launchctl print system/com.openssh.sshd': print },
  });
  return judgeReading(remoteLoginOff, await macosRemoteLogin.read(system), {}, { operatingSystem: 'macos', now });
}

const MAC_SAMPLES: Readonly<Record<string, string>> = {
  disabled: 'passed',
  'disabled-macos-12': 'passed',
  enabled: 'failed',
  'enabled-macos-12': 'failed',
  'not-named': 'unknown',
  'other-word': 'unknown',
  twice: 'unknown',
};

test.each(Object.entries(MAC_SAMPLES))('macOS, %s: %s', async (name, state) => {
  expect((await onMac(readSample(import.meta.dirname, `${name}.txt`, 'macos'))).state).toBe(state);
});

test('no sample of macOS is left out', () => {
  const files = readdirSync(join(import.meta.dirname, 'samples/macos')).filter((name) => name.endsWith('.txt'));
  expect(files.toSorted()).toEqual(
    Object.keys(MAC_SAMPLES)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
});

test('macOS: what is loaded is on, whatever the list says; an answer that is cut or refused passes nothing', async () => {
  const disabled = readSample(import.meta.dirname, 'disabled.txt', 'macos');
  expect((await onMac(disabled, LOADED)).state).toBe('failed');
  expect((await onMac(disabled, { code: 1 })).state).toBe('unknown');
  expect((await onMac(disabled, 'something else')).state).toBe('unknown');
  for (let at = 0; at < disabled.indexOf('}'); at += 1) {
    expect((await onMac(disabled.slice(0, at))).state).not.toBe('passed');
  }
});

const onLinux = async (system: Parameters<typeof linuxRemoteLogin.read>[0]) =>
  judgeReading(remoteLoginOff, await linuxRemoteLogin.read(system), {}, { operatingSystem: 'linux', now });

test('Linux: a server that nothing started is on, and is not for Workplace to stop', async () => {
  const sample = createSampleLinux(import.meta.dirname, 'not-installed');
  const ps = { code: 0, stdout: '  1 0 systemd\n 800 1001 sshd\n 901 1001 ps\n', stderr: '' };
  const stray: typeof sample = {
    ...sample,
    run: async (command) => (command.tool === 'ps' ? { ok: true, value: ps } : sample.run(command)),
  };
  const judged = await onLinux(stray);
  expect([judged.state, judged.fix]).toEqual(['failed', undefined]);
  // A list without the tool that made it was cut before its end.
  const cut = { ...ps, stdout: '  1 0 systemd\n' };
  const short: typeof sample = {
    ...sample,
    run: async (command) => (command.tool === 'ps' ? { ok: true, value: cut } : sample.run(command)),
  };
  expect((await onLinux(short)).state).toBe('unknown');
});

test('Linux: without systemd it is not known', async () => {
  expect((await onLinux(createFakeSystem({ commands: {} }))).state).toBe('unknown');
});

test('the fix turns off what is there, and names what it turned off', async () => {
  const system = createSampleLinux(import.meta.dirname, 'debian-on');
  const ran: string[] = [];
  const fixed = await linuxRemoteLoginFix.apply(
    {
      ...system,
      run: async (command) => {
        if (command.arguments[0] !== 'disable') return system.run(command);
        ran.push(command.arguments.join(' '));
        return { ok: true, value: { code: 0, stdout: '', stderr: '' } };
      },
    },
    {},
  );
  expect(ran).toEqual(['disable --now -- ssh.service ssh.socket']);
  expect(fixed).toMatchObject({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: systemctl enable --now ssh.service' },
  });
});

test('a fix that the system refuses is told as such', async () => {
  const system = createSampleLinux(import.meta.dirname, 'debian-on');
  const refused = { code: 1, stdout: '', stderr: 'Access denied' };
  const fixed = await linuxRemoteLoginFix.apply(
    {
      ...system,
      run: async (command) => (command.arguments[0] === 'disable' ? { ok: true, value: refused } : system.run(command)),
    },
    {},
  );
  expect(fixed.ok).toBe(false);
});
