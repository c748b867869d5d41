import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { startSamlApplication } from '../support/saml-application.ts';
import { vestibule } from '../support/vestibule.ts';
import { signIn, startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

let world: World;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await world.close();
});

test('signing out at the gate signs out at the applications, and names the one that cannot', async (context) => {
  const settings = { [UPDATES_FILE]: UPDATES_ON };
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { settings });
  const { page, gate } = world;
  const application = await startSamlApplication(gate.url);
  if (application === null) return context.skip('openssl is not installed: there is no certificate to sign with.');
  ends.push(() => application.stop());
  await writeFile(join(gate.dataFolder, 'tickets.xml'), application.metadata);
  await vestibule(gate.dataFolder, 'application add Tickets --metadata tickets.xml');

  await signIn(world);
  await page.getByText('Signed in as Nadia Keller').waitFor();
  await page.goto(`${application.url}/start`);
  await page.getByText('Signed in here').waitFor();

  await page.goto(`${gate.url}/online/session-status`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out here, but not everywhere').waitFor();
  // The trial's own application takes no part in it.
  const names = await page.getByText(/^Could not be signed out: /).textContent();
  expect(names).not.toContain('Tickets');
  expect(names).toMatch(/^Could not be signed out: \S.*\. Sign out there yourself\.$/);
  await page.goto(application.url);
  await page.getByText('No one is signed in here').waitFor();
});

test('who goes back from an application that never answers signs out of the next one', async (context) => {
  const settings = { [UPDATES_FILE]: UPDATES_ON };
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { settings });
  const { page, gate } = world;
  await signIn(world);
  await page.getByText('Signed in as Nadia Keller').waitFor();
  const applications = [
    { name: 'Tickets', isSilent: false },
    { name: 'Silent', isSilent: true },
    { name: 'Mute', isSilent: true },
  ];
  const urls: string[] = [];
  for (const { name, isSilent } of applications) {
    const application = await startSamlApplication(gate.url, { isSilent });
    if (application === null) return context.skip('openssl is not installed: there is no certificate to sign with.');
    ends.push(() => application.stop());
    await writeFile(join(gate.dataFolder, `${name}.xml`), application.metadata);
    await vestibule(gate.dataFolder, `application add ${name} --metadata ${name}.xml`);
    await page.goto(`${application.url}/start`);
    await page.getByText('Signed in here').waitFor();
    urls.push(application.url);
  }

  await page.goto(`${gate.url}/online/session-status`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const _silent of ['one', 'other']) {
    await page.getByText('Here it ends').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Go on with the next application' }).click();
  }
  await page.getByText('You are signed out here, but not everywhere').waitFor();
  const named = await page.getByText(/^Could not be signed out: /).textContent();
  expect(named).toMatch(/Silent.*Mute|Mute.*Silent/);
  expect(named).not.toContain('Tickets');
  for (const url of urls) {
    await page.goto(url);
    await page.getByText('No one is signed in here').waitFor();
  }
});
