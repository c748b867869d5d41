import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runFolder } from '@vestibule/testing/run-folder';
import { EXIT_CODES, readTextFile } from '@vestibule/command-line';
import { startTestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

test('an empty policy is answered by every command as policy check answers it', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const folder = await mkdtemp(join(runFolder(), 'policy-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'empty.yaml');
  await writeFile(file, '');
  const say = async (...words: string[]) => {
    let err = '';
    const streams = { out: () => undefined, err: (text: string) => void (err += text), columns: undefined };
    const code = await runCommandLine(['policy', ...words, '--data', server.dataFolder], streams);
    // The name of the folder decides where a line is broken.
    return { code, err: err.replaceAll(/\s+/g, ' ') };
  };
  const checked = await say('check', file);
  expect(checked).toEqual({ code: EXIT_CODES.notUnderstood, err: expect.stringContaining(`${file} cannot be used`) });
  for (const words of [
    ['apply', file, '--dry-run'],
    ['rehearse', file],
    ['try', file],
  ]) {
    expect(await say(...words)).toEqual(checked);
  }
});

test('an address where a file is asked for is said to be one', async () => {
  await expect(readTextFile('https://app.example/saml')).rejects.toThrow('is an address, and this takes a file');
});
