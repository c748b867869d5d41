import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, takeFolderLock } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that tries to take the lock, says what became of it, and holds it until its input ends. */
function startRival(): { readonly answer: Promise<string>; end(): void } {
  const script = `
    import { takeFolderLock } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
    try { await takeFolderLock(${JSON.stringify(folder)}); process.stdout.write('held'); } catch (error) { process.stdout.write(error.name); }
    process.stdin.resume(); process.stdin.on('end', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answer = new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  return { answer, end: () => child.stdin.end() };
}

test('a second server is told who holds the folder, and gets it when the first has let go', async () => {
  const rival = startRival();
  expect(await rival.answer).toBe('held');
  await expect(takeFolderLock(folder)).rejects.toThrow(FolderInUseError);
  rival.end();
});

test('of several that find the lock of a dead process, exactly one gets the folder', async () => {
  for (let round = 0; round < 3; round += 1) {
    await writeFile(join(folder, 'server.lock'), '999999999');
    const rivals = Array.from({ length: 4 }, startRival);
    const answers = await Promise.all(rivals.map(({ answer }) => answer));
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    for (const rival of rivals) rival.end();
    await rm(join(folder, 'server.lock'), { force: true });
  }
});

test('a released lock leaves nothing behind', async () => {
  const lock = await takeFolderLock(folder);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});
