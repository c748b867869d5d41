import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function said(...words: string[]): Promise<[number, string]> {
  let err = '';
  const streams = { out: () => undefined, err: (text: string) => void (err += text), columns: undefined };
  const code = await runCommandLine([...words, '--data', server.dataFolder], streams);
  return [code, err.replaceAll(/\s+/g, ' ').trim()];
}

test('an address in place of a file names the option that takes one', async () => {
  const add = ['application', 'add', 'X'];
  expect(await said(...add, '--metadata', 'https://x.example/saml')).toEqual([
    2,
    '--metadata takes a file. To have the server fetch it from there: --metadata-url https://x.example/saml',
  ]);
  expect(await said(...add, '--oidc', 'https://x.example')).toEqual([2, expect.stringContaining('is an address')]);
});

test('a file or setting that is nested without end is refused by its name, and so is a policy, by its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-deep-'));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const json = await write('deep.json', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
  const policy = await write('policy.yaml', '['.repeat(5000));
  const tooDeep = 'is nested deeper than 100 groups and lists';
  expect(await said('application', 'add', 'X', '--record', json)).toEqual([2, expect.stringContaining(tooDeep)]);
  expect(await said('company', 'settings', 'set', `skipping=@${json}`)).toEqual([2, expect.stringContaining(tooDeep)]);
  for (const words of [['check'], ['apply', '--dry-run']]) {
    const [code, text] = await said('policy', ...words, policy);
    expect(code).not.toBe(0);
    expect(text).toMatch(/\b6\d\b.*nested deeper than any policy/);
    expect(text).not.toContain('call stack');
  }
  await rm(folder, { recursive: true, force: true });
});
