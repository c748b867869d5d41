import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, summarise } from './statistics.ts';

const run = promisify(execFile);
const launcher = join(import.meta.dirname, '../../dist/client/workplace');

/** The client alone: a new process that reads every check of this computer and ends. */
export async function measureClientCheck(runs: number): Promise<Figure> {
  const state = await mkdtemp(join(tmpdir(), 'vestibule-bench-'));
  const values: number[] = [];
  try {
    for (let attempt = 0; attempt < 3 + runs; attempt += 1) {
      const start = performance.now();
      // A check that fails or cannot be read is exit code 1, which is no failure here.
      await run(launcher, ['check', '--json', '--state', state]).catch(() => undefined);
      if (attempt >= 3) values.push(performance.now() - start);
    }
  } finally {
    await rm(state, { recursive: true, force: true });
  }
  return summarise('client alone, all checks, new process', 'ms', { medianAtMost: 300 }, values);
}
