import { afterEach, expect, test } from 'vitest';
import { APP_ID } from '@vestibule/testing/entra-tenant';
import { administer } from '../support/administration.ts';
import { UPDATES_FILE, UPDATES_OFF, UPDATES_ON } from '../support/computer.ts';
import { startEntraTenant } from '../support/entra-tenant.ts';
import { useWorld } from '../support/shared-world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test('Entra ID asks for the second step, the computer is put right, and Entra ID takes the answer', async () => {
  const { gate, page, computer } = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
    settings: { [UPDATES_FILE]: UPDATES_OFF },
  });
  const tenant = await startEntraTenant({
    sub: 'subject-of-ines',
    oid: 'object-of-ines',
    name: 'Ines Weber',
    preferred_username: 'ines',
    email: 'ines@alderbrook.example',
  });
  ends.push(() => tenant.stop());
  const { ask } = await administer(gate.dataFolder);
  const settings = {
    issuer: tenant.issuer,
    clientId: APP_ID,
    assumesEmailVerified: true,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
  };
  const { upstreamId } = await ask('adminAddUpstream', {
    body: { kind: 'oidc', name: 'Microsoft', settings, isEnabled: false },
  });
  const record = { upstreamId, redirectUris: [tenant.redirectUri] };
  const added = await ask('adminAddApplication', {
    body: { name: 'Entra second step', source: { from: 'second-step', record } },
  });
  const address = `${gate.url}/second-step/${added.applicationId}`;
  const clientId = added.clientId ?? '';
  tenant.know({ clientId, discovery: `${address}/.well-known/openid-configuration` }, `${address}/authorize`);

  await page.goto(tenant.startUrl);
  await page.getByText('To connect to work, fix these required security issues').waitFor();
  const [session] = (await page.context().cookies(gate.url)).filter(({ name }) => name.includes('session'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  await page.getByText('Second step taken: swk').waitFor();

  // Good for that, and for nothing else.
  await page.goto(`${gate.workApp}/start`);
  await page.getByRole('textbox', { name: /login/i }).waitFor();

  // Asked again within the verdict's life: no page of ours is seen.
  await page.goto(tenant.startUrl);
  await page.getByText('Second step taken: swk').waitFor();
});
