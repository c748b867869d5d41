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
