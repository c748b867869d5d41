import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EXTENSION_ID } from '../../scripts/build-extension.ts';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { signIn, startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const POLICY = createPolicy({ OsAutoUpdateEnable: 'required' });
const FAILING = 'Automatic updates are turned off';

/** A browser that takes an unpacked extension while it runs, and the next version of it. */
const LATER = { hasExtension: false };

let world: World;
afterEach(() => world.close());

/** Installs an unpacked folder into the running browser, or updates what came from it, as a person or a policy does. */
async function install({ computer: { browser, extension } }: World): Promise<void> {
  const whole = browser.browser();
  if (whole === null) throw new Error('The browser cannot be reached.');
  const session = await whole.newBrowserCDPSession();
  await session.send('Extensions.loadUnpacked' as never, { path: extension } as never);
  await session.detach();
}

async function raiseVersion({ computer: { extension } }: World): Promise<void> {
  const file = join(extension, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, version: '3.6.1' }));
}

/** The clients that this test's browser has started. */
async function findHosts({ computer: { extension } }: World): Promise<readonly number[]> {
  const state = join(extension, '../client-state');
  const ids = (await readdir('/proc')).map(Number).filter(Number.isSafeInteger);
  const read = async (id: number, file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    ids.map(async (id) => {
      const isHost = (await read(id, 'cmdline')).includes('chrome-extension://');
      return isHost && (await read(id, 'environ')).includes(state) ? id : null;
    }),
  );
  return found.filter((id) => id !== null);
}

test('an extension that is installed while the page waits for it is noticed without a click', async () => {
  world = await startWorld(POLICY, LATER);
  const { page } = world;
  await signIn(world);
  await page.getByText('The browser extension comes first').first().waitFor({ timeout: 30_000 });
  await install(world);
  await page.getByRole('heading', { name: FAILING }).waitFor({ timeout: 30_000 });
});

test('two tabs check the computer at once, and both go on to work', async () => {
  world = await startWorld(POLICY);
  const { page, computer, gate } = world;
  await signIn(world);
  await page.getByRole('heading', { name: FAILING }).waitFor();
  const second = await computer.browser.newPage();
  await Promise.all([page.goto(`${gate.workApp}/start`), second.goto(`${gate.workApp}/start`)]);
  for (const tab of [page, second]) await tab.getByRole('heading', { name: FAILING }).waitFor({ timeout: 30_000 });
  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  for (const tab of [page, second]) await tab.getByText('Signed in as Nadia Keller').waitFor({ timeout: 60_000 });
});

test('an extension that is updated in the middle of a scan does not stop the sign-in', async () => {
  world = await startWorld(POLICY, LATER);
  const { page, computer } = world;
  await install(world);
  const signingIn = signIn(world);
  let stopped: readonly number[] = [];
  await expect
    .poll(
      async () => {
        stopped = await findHosts(world);
        return stopped.length;
      },
      { interval: 20, timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  // The client is held in the middle of what it was asked, so that the scan is under way for certain.
  for (const id of stopped) process.kill(id, 'SIGSTOP');
  await signingIn;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await raiseVersion(world);
  await install(world);
  for (const id of stopped) process.kill(id, 'SIGCONT');
  const popup = await computer.browser.newPage();
  await popup.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
  expect(await popup.evaluate('chrome.runtime.getManifest().version')).toBe('3.6.1');
  await popup.close();
  await page.getByRole('heading', { name: FAILING }).waitFor({ timeout: 60_000 });
  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  await page.getByText('Signed in as Nadia Keller').waitFor({ timeout: 60_000 });
});
