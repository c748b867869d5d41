import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchMounts } from './mount-events.ts';

let folder: string;
let lost: string[];
let close: () => void;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-mounts-'));
  lost = [];
});
afterEach(async () => {
  close();
  await rm(folder, { recursive: true, force: true });
});

const watchWith = (tool: string, toolLifeMs?: number) => {
  const options = { tool, onChange: () => undefined, onLost: (detail: string) => void lost.push(detail) };
  ({ close } = watchMounts(toolLifeMs === undefined ? options : { ...options, toolLifeMs }));
};
async function writeTool(script: string): Promise<string> {
  const tool = join(folder, 'tool');
  await writeFile(tool, `#!/bin/sh\n${script}\n`);
  await chmod(tool, 0o755);
  return tool;
}

test('says once that a tool is missing, or ends before its time', async () => {
  watchWith(join(folder, 'missing'));
  await expect.poll(() => lost).toHaveLength(1);
  watchWith(await writeTool('exit 1'));
  await expect.poll(() => lost).toHaveLength(2);
  watchWith(await writeTool('exit 0'));
  await expect.poll(() => lost).toHaveLength(3);
});

test('starts the tool again when its time is over, and ends it with itself', async () => {
  const tool = await writeTool(`echo started >> ${folder}/starts; exec sleep "0.$(expr "$6" / 10)"`);
  watchWith(tool, 100);
  const starts = () => execFileSync('cat', [join(folder, 'starts')], { encoding: 'utf8' }).split('\n').length - 1;
  await expect.poll(starts, { timeout: 15_000 }).toBeGreaterThan(2);
  close();
  const atEnd = starts();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(starts()).toBe(atEnd);
  expect(lost).toEqual([]);
});

/** Whether this process may have mounts of its own. */
function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

describe.skipIf(!canUnshare())('in mounts of its own', () => {
  let watching: ChildProcess;
  afterEach(() => watching.kill());

  test('tells of a mount and its end within a moment, and of nothing in between', async () => {
    const place = join(import.meta.dirname, 'mount-events.ts');
    const program = `
      import { execFile } from 'node:child_process';
      import { watchMounts } from ${JSON.stringify(place)};
      const say = (word) => process.stdout.write(word + '\\n');
      watchMounts({ tool: '/usr/bin/findmnt', onChange: () => say('changed'), onLost: say });
      process.stdin.on('data', (words) => execFile('sh', ['-c', String(words)], () => say('done')));
      setTimeout(() => say('ready'), 1000);
    `;
    const node = [process.execPath, '--input-type=module', '-e', program];
    watching = spawn('unshare', ['--mount', ...node], { stdio: ['pipe', 'pipe', 'inherit'] });
    close = () => undefined;
    const lines: string[] = [];
    createInterface({ input: watching.stdout ?? process.stdin }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines, { timeout: 10_000 }).toEqual(['ready']);
    watching.stdin?.write(`mount -t tmpfs none ${folder}\n`);
    await expect.poll(() => lines.toSorted(), { timeout: 15_000 }).toEqual(['changed', 'done', 'ready']);
    watching.stdin?.write(`umount ${folder}\n`);
    await expect.poll(() => lines.filter((line) => line === 'changed'), { timeout: 15_000 }).toHaveLength(2);
    const folders = ['1', '2', '3', '4', '5'].map((name) => join(folder, name));
    const mounts = folders.map((path) => `mkdir ${path} && mount -t tmpfs none ${path}`);
    watching.stdin?.write(
      `${mounts.join(' && ')} && umount ${folders.join(' ')} && mount -t tmpfs none ${folders[0]}\n`,
    );
    await expect.poll(() => lines.filter((line) => line === 'done'), { timeout: 15_000 }).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 600));
    // Six mounts and five that go: told of together, on a slow machine in a few parts.
    const told = lines.filter((line) => line === 'changed').length - 2;
    expect(told).toBeGreaterThanOrEqual(1);
    expect(told).toBeLessThanOrEqual(4);
  });
});
