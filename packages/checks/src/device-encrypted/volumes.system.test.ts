import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption } from './linux.ts';

const run = promisify(execFile);
const VOLUME_BYTES = 64 * 1024 * 1024;
const PASSPHRASE = 'doorway-2026';

const hasLoopDevices = process.getuid?.() === 0 && /\bloop\b/.test(readFileSync('/proc/devices', 'utf8'));
const hasDeviceMapper = hasLoopDevices && /\bdevice-mapper\b/.test(readFileSync('/proc/misc', 'utf8'));
if (!hasLoopDevices) process.stdout.write('Skipped: volumes on loop devices take root and a kernel that has them.\n');
else if (!hasDeviceMapper) {
  process.stdout.write('Skipped: this kernel has no device-mapper, so LUKS is read from samples only.\n');
}

describe.skipIf(!hasLoopDevices)('a volume on a loop device, asked by the system’s own tools', () => {
  let folder: string;
  let mountPoint: string;
  let undo: (() => Promise<unknown>)[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-volume-'));
    mountPoint = join(folder, 'mounted');
    undo = [];
    await mkdir(mountPoint);
    await writeFile(join(folder, 'image'), '');
    await truncate(join(folder, 'image'), VOLUME_BYTES);
  });

  afterEach(async () => {
    for (const step of undo.toReversed()) await step();
    await rm(folder, { recursive: true, force: true });
  });

  async function attach(): Promise<string> {
    const { stdout } = await run('losetup', ['--find', '--show', join(folder, 'image')]);
    const device = stdout.trim();
    undo.push(() => run('losetup', ['--detach', device]));
    return device;
  }

  async function mount(device: string): Promise<void> {
    await run('mkfs.ext4', ['-q', device]);
    await run('mount', [device, mountPoint]);
    undo.push(() => run('umount', [mountPoint]));
  }

  /** The state of a computer whose root folder is the volume: the same tools, and the loop device stands for a disk. */
  async function read() {
    const system = createFakeSystem();
    const reading = await linuxEncryption.read({
      ...system,
      run: async ({ tool, arguments: words }) => {
        const isMounts = tool === 'findmnt';
        const { stdout, stderr } = await run(tool, isMounts ? [...words, '--target', mountPoint] : [...words]);
        const answer = stdout.replace(JSON.stringify(mountPoint), '"/"').replaceAll('"type": "loop"', '"type": "disk"');
        return { ok: true, value: { code: 0, stdout: answer, stderr } };
      },
    });
    return judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'linux', now: new Date(0) }).state;
  }

  test('plain: not encrypted', async () => {
    await mount(await attach());
    expect(await read()).toBe('failed');
  });

  test.skipIf(!hasDeviceMapper)('LUKS: encrypted', async () => {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'cryptsetup-bin']);
    const device = await attach();
    const name = `vestibule-${process.pid}`;
    const key = join(folder, 'key');
    await writeFile(key, PASSPHRASE);
    await run('cryptsetup', ['luksFormat', '--batch-mode', '--pbkdf', 'pbkdf2', '--key-file', key, device]);
    await run('cryptsetup', ['open', '--key-file', key, device, name]);
    undo.push(() => run('cryptsetup', ['close', name]));
    await mount(`/dev/mapper/${name}`);
    expect(await read()).toBe('passed');
  });
});
