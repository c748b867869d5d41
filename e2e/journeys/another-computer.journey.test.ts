import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { type Computer, startComputer, UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { useWorld } from '../support/shared-world.ts';
import { signIn } from '../support/world.ts';

/** It asks nothing of KnownDevice: all checks of the new computer are green, and it opens nothing all the same. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  OsAutoUpdateEnable: { severity: required }\n';

const startWorld = useWorld();
const computers: { computer: Computer; folder: string }[] = [];
afterEach(async () => {
  for (const { computer, folder } of computers.splice(0)) {
    await computer.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
});

const settings = { [UPDATES_FILE]: UPDATES_ON };

test('a second laptop is registered from the first, and goes to work by itself', async () => {
  const { gate, page: known } = await startWorld(POLICY, { settings });
  await signIn({ gate, page: known });
  await known.getByText('Signed in as Nadia Keller').waitFor();
  const { ask } = await administer(gate.dataFolder);
  const set = { registration: { mode: 'verified' } };
  await ask('adminSetSettings', { body: { set, reset: [], acceptBlocking: 1000 } });

  const folder = await mkdtemp(join(tmpdir(), 'vestibule-e2e-'));
  const computer = await startComputer({
    folder,
    gate,
    settings: { ...settings, '/etc/hostname': 'nadia-lt-0512\n' },
  });
  computers.push({ computer, folder });
  const next = computer.browser.pages()[0] ?? (await computer.browser.newPage());
  await signIn({ gate, page: next });
  await next.getByRole('heading', { name: 'This computer is not registered as yours' }).waitFor();
  const code = (await next.getByRole('group', { name: 'Code of this computer' }).textContent()) ?? '';
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  const address = `${new URL(gate.url).host}/online/session-status`;
  await next.getByText(`open ${address}, choose “Register another computer”`).waitFor();

  await known.goto(`http://${address}`);
  await known.getByRole('link', { name: 'Register another computer' }).click();
  await known.getByLabel('Code that the new computer shows').fill(code.toLowerCase().replace('-', ' '));
  await known.keyboard.press('Enter');
  await known.getByRole('heading', { name: 'Register this computer?' }).waitFor();
  await known.getByText('Only if you are sitting at that computer').waitFor();
  await known.getByText(/nadia-lt-0512/i).waitFor();
  await next.getByRole('heading', { name: 'This computer is not registered as yours' }).waitFor();

  const refusals: Promise<string>[] = [];
  next.on('response', (response) => {
    if (response.url().endsWith('/saml-response') && !response.ok()) refusals.push(response.text());
  });
  const confirmed = Date.now();
  await known.getByRole('button', { name: 'Yes, register it' }).click();
  await known.getByRole('heading', { name: /nadia-lt-0512 is registered/i }).waitFor();
  await next.getByText('Signed in as Nadia Keller').waitFor();
  // By the push, before the page would ask again by itself.
  expect(Date.now() - confirmed).toBeLessThan(15_000);
  // Several pushes come in one go, so that questions for the verdict cross: the permit that is shown is good all the same.
  expect(await Promise.all(refusals)).not.toContainEqual(expect.stringContaining('permit_unknown'));
});
