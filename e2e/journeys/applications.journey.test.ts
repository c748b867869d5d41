import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { freePort } from '@vestibule/testing/free-port';
import { endProgram, root, startProgram } from '../support/processes.ts';
import { startRelyingParty } from '../support/relying-party.ts';
import { useWorld } from '../support/shared-world.ts';
import { vestibule } from '../support/vestibule.ts';
import type { World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

/** What the page on adding an application says is done word for word: only its example addresses are replaced. */
const page = await readFile(join(root, 'docs/applications.md'), 'utf8');
const commandWith = (text: string) => {
  const line = page.split('\n').find((candidate) => candidate.startsWith('npx vestibule') && candidate.includes(text));
  if (line === undefined) throw new Error(`docs/applications.md has no command with ${text}.`);
  return line;
};

const startWorld = useWorld();
let world: World;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function signInAt(start: string): Promise<void> {
  const browser = world.page;
  await browser.goto(start);
  await browser.getByRole('textbox', { name: /login/i }).fill('nadia');
  await browser.getByLabel(/^password/i).fill('doorway-2026');
  await browser.getByRole('button', { name: /^sign in$/i }).click();
  await browser.getByText('Signed in as Nadia Keller').waitFor();
}

const good = { settings: { [UPDATES_FILE]: UPDATES_ON } };

test('a stock SAML service provider signs in, added by the documentation alone', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), good);
  const port = await freePort();
  const application = `http://127.0.0.1:${port}`;
  const tickets = await startProgram('apps/work-app/src/main.ts', {
    args: ['--port', String(port), '--gate', world.gate.url],
  });
  ends.push(() => endProgram(tickets));
  const { dataFolder } = world.gate;
  const metadata = await fetch(`${application}/saml/metadata`);
  await writeFile(join(dataFolder, 'tickets.xml'), await metadata.text());
  const command = commandWith('--metadata tickets.xml').replace('https://tickets.example.com', application);
  expect(await vestibule(dataFolder, command)).toContain('Tickets is there.');
  await signInAt(`${application}/start`);
});

test('a stock OpenID Connect client signs in, added by the documentation alone', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), good);
  const party = await startRelyingParty();
  ends.push(() => party.stop());
  const [, record = ''] = /```json\n(\{ "redirectUris".*)\n```/.exec(page) ?? [];
  const { dataFolder, url } = world.gate;
  await writeFile(
    join(dataFolder, 'wiki.json'),
    record.replace('https://wiki.example.com/callback', party.redirectUri),
  );
  const command = commandWith('--oidc').replace('https://wiki.example.com', party.url);
  const printed = await vestibule(dataFolder, command);
  const value = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(printed)?.[1] ?? '';
  await party.connect(`${url}/oidc`, value('Client id'), value('Client secret'));
  await signInAt(`${party.url}/start`);
  await world.page.getByText('Device: compliant').waitFor();
});
