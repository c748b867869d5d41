import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { startOidcIdentityProvider } from '../support/oidc-identity-provider.ts';
import { startSamlIdentityProvider } from '../support/saml-identity-provider.ts';
import { vestibule } from '../support/vestibule.ts';
import { startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

let world: World;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await world.close();
});

const people = { createsPeople: true, allowedDomains: ['alderbrook.example'] };

async function start(): Promise<void> {
  const settings = { [UPDATES_FILE]: UPDATES_ON };
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { settings });
}

/** Adds the company's own identity provider. @returns the addresses to tell it */
async function add(kind: 'oidc' | 'saml', settings: object, secret?: string): Promise<string> {
  const { dataFolder } = world.gate;
  await writeFile(join(dataFolder, 'settings.json'), JSON.stringify(settings));
  if (secret !== undefined) await writeFile(join(dataFolder, 'secret.txt'), secret);
  const secretFile = secret === undefined ? '' : ' --secret-file secret.txt';
  await vestibule(dataFolder, `identity-provider add ${kind} Alderbrook --settings settings.json${secretFile}`);
  return vestibule(dataFolder, 'identity-provider list');
}

async function openSignIn(): Promise<void> {
  await world.page.goto(`${world.gate.workApp}/start`);
  await world.page
    .getByRole('link', { name: /Alderbrook$/ })
    .or(world.page.getByRole('button', { name: /Alderbrook$/ }))
    .click();
}

test('through an upstream OpenID Connect provider to work, for somebody who is new here', async () => {
  await start();
  const client = { id: 'vestibule', secret: 'a secret of the gate and the identity provider' };
  const provider = await startOidcIdentityProvider(client);
  ends.push(() => provider.stop());
  const printed = await add('oidc', { ...people, issuer: provider.issuer, clientId: client.id }, client.secret);
  provider.allow(/http\S+callback/.exec(printed)?.[0] ?? '');
  await openSignIn();
  const { page } = world;
  await page.getByPlaceholder(/login/i).fill('ines');
  await page.getByPlaceholder(/password/i).fill('anything');
  await page.getByRole('button', { name: /sign-in/i }).click();
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByText('Signed in as Ines Weber').waitFor();
  expect(await vestibule(world.gate.dataFolder, 'person list')).toContain('ines');
});

test('through an upstream SAML provider to work', async (context) => {
  await start();
  let audience = '';
  const provider = await startSamlIdentityProvider(() => audience);
  if (provider === null) return context.skip('openssl is not installed: there is no certificate to sign with.');
  ends.push(() => provider.stop());
  const { entityId, ssoUrl, certificate } = provider;
  const printed = await add('saml', { ...people, entityId, ssoUrl, certificates: [certificate] });
  audience = /http\S+metadata/.exec(printed)?.[0] ?? '';
  await openSignIn();
  await world.page.getByRole('button', { name: 'Sign in as Ines' }).click();
  await world.page.getByText('Signed in as Ines Weber').waitFor();
});
