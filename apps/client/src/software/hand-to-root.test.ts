import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
import { handToRootWith } from './hand-to-root.ts';

const DOCUMENT = { payload: 'abc', signatures: ['x'] };
const PACKAGE = Buffer.alloc(300_000, 'agent');

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-hand-'));
  path = join(folder, 'package');
  await writeFile(path, PACKAGE);
  await mkdir(join(folder, 'usr/bin'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a person meets where pkexec does this. */
async function hand(pkexec: string, isProtected = true) {
  await writeFile(join(folder, 'usr/bin/pkexec'), `#!/bin/sh\n${pkexec}\n`, { mode: 0o755 });
  const system = {
    ...openLocalSystem({ rootFolder: folder, environment: {}, now: () => new Date() }),
    isElevated: false,
  };
  const program = { code: '/opt/workplace/workplace.mjs', launcher: '/opt/workplace/workplace' };
  return handToRootWith(program, system, () => isProtected)(DOCUMENT, path);
}

describe.runIf(process.platform === 'linux')('through the prompt', () => {
  test('go one word, the document in a line and the package behind it, and no path', async () => {
    const answer = JSON.stringify({ ok: true, undo: 'apt-get remove it' });
    const pkexec = `echo "$@" > ${folder}/words; cat > ${folder}/input; echo '${answer}'`;
    expect(await hand(pkexec)).toEqual({ ok: true, undo: 'apt-get remove it' });
    expect(await readFile(join(folder, 'words'), 'utf8')).toBe('/opt/workplace/workplace install-software\n');
    const line = Buffer.from(`${JSON.stringify(DOCUMENT)}\n`);
    expect((await readFile(join(folder, 'input'))).equals(Buffer.concat([line, PACKAGE]))).toBe(true);
  });

  test.each([
    ['the person closes it', 'exit 126', 'cancelled', 'The prompt was closed.'],
    ['the system says no', 'exit 127', 'refused', 'The system did not allow the change.'],
    ['root says nothing', 'exit 1', 'not-fixed', 'The change did not report back.'],
    ['root says something else', 'echo "{}"', 'not-fixed', 'The change did not report back.'],
    ['root refuses before it has read', `echo '{"ok":false,"outcome":"not-fixed","detail":"No."}'`, 'not-fixed', 'No.'],
  ])('where %s nothing is said to be installed', async (_, pkexec, outcome, detail) => {
    expect(await hand(pkexec)).toEqual({ ok: false, outcome, detail });
  });

  test('a program that others can change has no prompt shown', async () => {
    const refused = await hand(`touch ${folder}/shown`, false);
    expect(refused).toMatchObject({ ok: false, outcome: 'not-possible' });
    await expect(readFile(join(folder, 'shown'))).rejects.toThrow('ENOENT');
  });
});
