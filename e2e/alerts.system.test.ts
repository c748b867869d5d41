import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './support/processes.ts';

const run = promisify(execFile);
const RULES = join(root, 'deploy/metrics');

/** Prometheus judges the alert rules with its own program. */
describe('the alert rules', () => {
  let folder = '';
  let promtool = '/usr/bin/promtool';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-promtool-'));
    if (existsSync(promtool)) return;
    // Unpacked, not installed: nothing starts.
    await run('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder });
    const [packed = ''] = await readdir(folder);
    await run('dpkg-deb', ['-x', packed, 'unpacked'], { cwd: folder });
    promtool = join(folder, 'unpacked/usr/bin/promtool');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are rules', async () => {
    const { stdout } = await run(promtool, ['check', 'rules', 'alerts.yml'], { cwd: RULES });
    expect(stdout).toContain('SUCCESS: 11 rules found');
  });

  test('say what happened, and only then', async () => {
    const { stdout } = await run(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: RULES });
    expect(stdout).toContain('SUCCESS');
  });
});
