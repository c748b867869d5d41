import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { type RelyingParty, startRelyingParty } from '../support/relying-party.ts';
import { useWorld } from '../support/shared-world.ts';
import { vestibule } from '../support/vestibule.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

/** Applications of this very computer, without TLS: what a form may lead to is the browser's own decision. */
const startWorld = useWorld();
const good = { settings: { [UPDATES_FILE]: UPDATES_ON } };
const POLICY = createPolicy({ OsAutoUpdateEnable: 'required' });
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const GATES = {
  enforcing: { state: 'enforcing', reason: 'test', acceptBlocking: 100 },
  reading: { state: 'observing', isReading: true, reason: 'test' },
  straight: { state: 'observing', isReading: false, reason: 'test' },
} as const;

async function begin(gate: keyof typeof GATES): Promise<{ world: World; refusedForms: string[] }> {
  const world = await startWorld(POLICY, good);
  const { ask } = await administer(world.gate.dataFolder);
  await ask('adminSetGate', { body: GATES[gate] });
  const refusedForms: string[] = [];
  world.page.on('console', (message) => {
    if (message.text().includes('form-action')) refusedForms.push(message.text());
  });
  return { world, refusedForms };
}

async function addWiki({ gate }: World, party: RelyingParty, name: string): Promise<void> {
  await writeFile(join(gate.dataFolder, 'wiki.json'), JSON.stringify({ redirectUris: [party.redirectUri] }));
  const printed = await vestibule(gate.dataFolder, `npx vestibule application add ${name} --oidc wiki.json`);
  const value = (what: string) => new RegExp(`${what}\\s+(\\S+)`).exec(printed)?.[1] ?? '';
  await party.connect(`${gate.url}/oidc`, value('Client id'), value('Client secret'));
}

const STATES = ['enforcing', 'reading', 'straight'] as const;

test.each(STATES)('a SAML application at http://127.0.0.1 signs in, and the gate is %s', async (state) => {
  const { world, refusedForms } = await begin(state);
  await signIn(world);
  await world.page.getByText('Signed in as Nadia Keller').waitFor();
  expect(refusedForms).toEqual([]);
});

test.each(STATES.flatMap((state) => [[state, 'localhost'] as const, [state, '127.0.0.1'] as const]))(
  'an OpenID Connect application signs in, and the gate is %s: http://%s',
  async (state, host) => {
    const { world, refusedForms } = await begin(state);
    const party = await startRelyingParty(host);
    ends.push(() => party.stop());
    await addWiki(world, party, `Wiki-${state}-${host}`);
    const { page } = world;
    await page.goto(`${party.url}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByText('Signed in as Nadia Keller').waitFor();
    expect(refusedForms).toEqual([]);
  },
);
