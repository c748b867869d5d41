import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { startOidcIdentityProvider } from '../support/oidc-identity-provider.ts';
import { freePort } from '@vestibule/testing/free-port';
import { startSamlIdentityProvider } from '../support/saml-identity-provider.ts';
import { vestibule } from '../support/vestibule.ts';
import { startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

let world: World;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  const settings = { [UPDATES_FILE]: UPDATES_ON };
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { settings });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await world.close();
});

const people = { createsPeople: true, allowedDomains: ['alderbrook.example'] };

/** Adds the company's own identity provider. @returns what the list says to tell it */
async function add(kind: 'oidc' | 'saml', settings: object, secret?: string): Promise<string> {
  const { dataFolder } = world.gate;
  await writeFile(join(dataFolder, 'settings.json'), JSON.stringify(settings));
  if (secret !== undefined) await writeFile(join(dataFolder, 'secret.txt'), secret);
  const secretFile = secret === undefined ? '' : ' --secret-file secret.txt';
  await vestibule(dataFolder, `identity-provider add ${kind} Alderbrook --settings settings.json${secretFile}`);
  return vestibule(dataFolder, 'identity-provider list');
}

function addressIn(printed: string, name: string): string {
  const address = new RegExp(`^${name} +(http\\S+)$`, 'm').exec(printed)?.[1];
  if (address === undefined) throw new Error(`The list names no ${name}:\n${printed}`);
  return address;
}

async function goToIdentityProvider(): Promise<void> {
  await world.page.getByRole('link', { name: 'Sign in with Alderbrook' }).click();
}

async function expectAtWork(): Promise<void> {
  await world.page.getByText('Signed in as Ines Weber').waitFor();
  expect(await vestibule(world.gate.dataFolder, 'person list')).toContain('Ines Weber');
}

test('through an upstream OpenID Connect provider to work, for someone who is new here', async () => {
  // The library says of itself that its example pages are for development.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const client = { id: 'vestibule', secret: 'a secret of the gate and the identity provider' };
  const printed = await add('oidc', { ...people, issuer, clientId: client.id }, client.secret);
  const redirectUri = addressIn(printed, 'Redirect address');
  const { page, gate } = world;
  await page.goto(`${gate.workApp}/start`);
  await goToIdentityProvider();
  await page.getByText('Your company’s sign-in cannot be reached').waitFor();

  ends.push(await startOidcIdentityProvider({ issuer, client: { ...client, redirectUri } }));
  await goToIdentityProvider();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByText('Your company’s sign-in did not let you in').waitFor();

  await goToIdentityProvider();
  await page.getByPlaceholder(/login/i).fill('ines');
  await page.getByPlaceholder(/password/i).fill('anything');
  await page.getByRole('button', { name: /sign-in/i }).click();
  await page.getByRole('button', { name: /continue/i }).click();
  await expectAtWork();
});

test('through an upstream SAML provider to work, for someone who is new here', async (context) => {
  let audience = '';
  const provider = await startSamlIdentityProvider(() => audience);
  if (provider === null) return context.skip('openssl is not installed: there is no certificate to sign with.');
  ends.push(() => provider.stop());
  const { entityId, ssoUrl, certificate } = provider;
  const settings = { ...people, entityId, ssoUrl, certificates: [certificate] };
  audience = addressIn(await add('saml', { ...settings, allowedDomains: ['elsewhere.example'] }), 'Metadata');
  const { page, gate } = world;
  await page.goto(`${gate.workApp}/start`);
  await goToIdentityProvider();
  await page.getByRole('button', { name: 'Sign in as Ines' }).click();
  await page.getByText('Your e-mail address may not be used here').waitFor();

  await writeFile(join(gate.dataFolder, 'settings.json'), JSON.stringify(settings));
  await vestibule(gate.dataFolder, 'identity-provider set Alderbrook --settings settings.json');
  await goToIdentityProvider();
  await page.getByRole('button', { name: 'Sign in as Ines' }).click();
  await expectAtWork();
});
