import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../operations/config/config.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../testing/localhost-certificate.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { placeMigratedDatabase } from '../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { runFolder } from '@vestibule/testing/run-folder';
import { runCommandLine } from './run-command-line.ts';

/** docs/installation.md in a folder that no one has used yet: every command, in the order of the page. */
const ROOT = join(import.meta.dirname, '../../../..');
const page = await readFile(join(ROOT, 'docs/installation.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block.split('\n').filter((line) => line !== ''),
);
/** What someone types at the questions of the set-up. */
const ANSWERS = ['Example', '', 'Ilse Brandt', 'ilse@example.com', '', '', '+49 30 5550142', '', '', ''];

let folder: string;
let server: RunningServer | null = null;
const environment: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'page-'));
  environment['VESTIBULE_DATA'] = join(folder, 'data');
  await mkdir(join(folder, 'data'));
  await placeMigratedDatabase(join(folder, 'data'));
  await writeFile(join(folder, 'fullchain.pem'), LOCALHOST_CERTIFICATE);
  await writeFile(join(folder, 'privkey.pem'), LOCALHOST_KEY);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

/** As the page says: started before what needs it, stopped before what changes it. */
async function startOrStop(command: string): Promise<void> {
  const wantsServer = !command.includes(' setup ');
  if (wantsServer === (server !== null)) return;
  await server?.close();
  server = null;
  if (!wantsServer) return;
  const read = await loadConfig({ ...environment, PORT: String(await freePort()), VESTIBULE_HOST: '127.0.0.1' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  server = await startServer(read.config, pino({ level: 'silent' }));
}

async function run(command: string) {
  let said = '';
  const left = [...ANSWERS];
  const write = (text: string) => void (said += text);
  // Names of this page lead nowhere; here the certificate is for localhost.
  const words = command
    .replace('gate.example.com', 'localhost')
    .replace('access.example.com', 'access.localhost')
    .replaceAll('/etc/vestibule/', `${folder}/`)
    .split(/\s+/)
    .slice(2);
  const streams = { out: write, err: write, columns: undefined, ask: async () => left.shift() ?? '' };
  const code = await runCommandLine([...words, '--data', environment['VESTIBULE_DATA'] ?? ''], streams);
  return { code, said };
}

describe('the page on installation', () => {
  test('has commands that all work, in its order', async () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      expect(command).toMatch(/^npx vestibule /);
      await startOrStop(command);
      const { code, said } = await run(command);
      // The name on the page does not lead to this computer: that the doctor says so is right.
      const expected = command.endsWith(' doctor') ? [0, 5] : [0];
      expect([command, expected.includes(code), expected.includes(code) ? '' : said]).toEqual([command, true, '']);
      if (command.endsWith(' doctor')) expect(said).toMatch(/^✓ Server: .* answers, for example\./);
      if (command.includes('--lost-passkey')) expect(said).toContain('#invitation=');
    }
  });

  test('explains sentences that are really said', async () => {
    const source = join(ROOT, 'apps/server/src');
    const names = (await readdir(source, { recursive: true })).filter((name) => /(?<!test)\.ts$/.test(name));
    const texts = (await Promise.all(names.map((name) => readFile(join(source, name), 'utf8')))).join('\n');
    const sentences = [...page.matchAll(/^\| \*(.+?)\*/gm)].flatMap(([, sentence = '']) => sentence.split('…'));
    expect(sentences.length).toBeGreaterThan(4);
    expect(sentences.map((part) => part.trim()).filter((part) => !texts.includes(part))).toEqual([]);
  });

  test('names every value of the file, with the setting that wins over it', async () => {
    const schema = await readFile(join(ROOT, 'apps/server/src/operations/config/configuration-file.ts'), 'utf8');
    const values = [...(/strictObject\(\{([\s\S]*?)\n\}\);/.exec(schema)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)];
    const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(values.map(([, name]) => name).filter((name) => name !== 'version'));
  });
});
