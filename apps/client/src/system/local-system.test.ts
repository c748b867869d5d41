import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalSystem, openLocalSystem } from './local-system.ts';

let root: string;
let system: LocalSystem;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vestibule-system-'));
  system = openLocalSystem({ rootFolder: root, environment: { HOME: '/home/ada' }, now: () => new Date(0) });
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function addTool(name: string, script: string): Promise<void> {
  const folder = join(root, 'usr/sbin');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

test('files are read below the root folder, and what is not there is missing', async () => {
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/hostname'), 'ada-laptop\n');
  expect(await system.readFile('/etc/hostname')).toEqual({ ok: true, value: 'ada-laptop\n' });
  expect(await system.readFile('/etc/passwd')).toMatchObject({ ok: false, reason: 'missing' });
  expect(await system.listFolder('/etc')).toEqual({ ok: true, value: ['hostname'] });
  expect(await system.listFolder('/etc/hostname')).toMatchObject({ ok: false, reason: 'missing' });
});

test('a tool runs with its arguments as they are and the C locale', async () => {
  await addTool('show', 'printf "%s|" "$LC_ALL" "$@"; printf oops >&2; exit 3');
  const result = await system.run({ tool: 'show', arguments: ['a b', '$(id)'], timeoutMs: 5000 });
  expect(result).toEqual({ ok: true, value: { code: 3, stdout: 'C|a b|$(id)|', stderr: 'oops' } });
});

test.each(['no-such-tool', '../usr/sbin/show', '/bin/sh', 'show;id', '--help'])(
  '%s is no tool of the system',
  async (tool) => {
    await addTool('show', 'true');
    expect(await system.run({ tool, arguments: [], timeoutMs: 5000 })).toMatchObject({ reason: 'tool-missing' });
  },
);

test('when the time is over the tool and what it has started are ended', async () => {
  await addTool('slow', `/bin/sleep 600 & echo $! > ${root}/child; wait`);
  let child = 0;
  // A busy machine may not have started the child by then: it gets longer.
  for (let timeoutMs = 300; child === 0; timeoutMs *= 2) {
    expect(await system.run({ tool: 'slow', arguments: [], timeoutMs })).toMatchObject({ reason: 'timed-out' });
    child = Number(await readFile(join(root, 'child'), 'utf8').catch(() => ''));
  }
  await expect.poll(() => readFile(`/proc/${child}/stat`, 'utf8').catch(() => 'gone')).toMatch(/gone|\) Z /);
});

test('a tool that writes without end is ended', async () => {
  await addTool('endless', 'exec /usr/bin/yes');
  const result = await system.run({ tool: 'endless', arguments: [], timeoutMs: 10_000 });
  expect(result).toMatchObject({ ok: false, reason: 'unexpected-output' });
});

test('writing keeps mode and link of a file that is there, and leaves nothing next to it', async () => {
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/real.conf'), 'old', { mode: 0o640 });
  await symlink('real.conf', join(root, 'etc/link.conf'));
  expect(await system.writeFile('/etc/link.conf', 'new')).toMatchObject({ ok: true });
  expect(await readFile(join(root, 'etc/real.conf'), 'utf8')).toBe('new');
  expect((await stat(join(root, 'etc/real.conf'))).mode & 0o777).toBe(0o640);
  expect(await system.writeFile('/etc/new/made.conf', 'x', { mode: 0o600 })).toMatchObject({ ok: true });
  expect((await stat(join(root, 'etc/new/made.conf'))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(root, 'etc'))).toEqual(['link.conf', 'new', 'real.conf']);
  expect(await system.removeFile('/etc/new/made.conf')).toMatchObject({ ok: true });
});
