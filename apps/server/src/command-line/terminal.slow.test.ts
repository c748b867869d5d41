import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { runFolder } from '@vestibule/testing/run-folder';

/** What makes a terminal for a program; part of every Debian. */
const SCRIPT = '/usr/bin/script';
const BINARY = join(import.meta.dirname, '../../bin/vestibule.js');

/** The set-up, asked at a real terminal by someone who types this as soon as the first question is there. */
async function typeAtSetUp(keys: string): Promise<{ readonly code: number | null; readonly screen: string }> {
  const folder = join(runFolder(), 'never-made');
  const command = `${process.execPath} ${BINARY} setup --url https://gate.example.com --dry-run --data ${folder}`;
  const env = { PATH: process.env['PATH'], TERM: 'dumb' };
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const isAsked = shown.includes('called?');
    shown += chunk.toString();
    if (!isAsked && shown.includes('called?')) child.stdin.write(keys);
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [screen, code] = await Promise.all([text(child.stdout), ended]);
  expect(existsSync(folder)).toBe(false);
  return { code, screen };
}

describe.skipIf(!existsSync(SCRIPT))('at a terminal', () => {
  test('every line counts, also what is typed before it is asked', async () => {
    const lines = ['Example', '', 'Ilse Brandt', 'ilse@example.com', '', '', '+49 30 5550142', '', '', ''];
    const { code, screen } = await typeAtSetUp(`${lines.join('\n')}\n`);
    expect(screen).toContain('Dry run, nothing was changed. This would be set up:');
    expect(screen).toMatch(/Company {2,}Example/);
    expect(screen).toMatch(/Administrator {2,}ilse/);
    expect(code).toBe(0);
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s leaves, and says that nothing was changed', async (_name, key) => {
    const { code, screen } = await typeAtSetUp(`Example\n${key}`);
    expect(screen).toContain('You left, and nothing was changed.');
    expect(code).toBe(2);
  });
});
