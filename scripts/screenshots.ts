import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPolicy } from '../e2e/journeys/policies.ts';
import { UPDATES_FILE, UPDATES_ON } from '../e2e/support/computer.ts';
import { signIn, startWorld, type World } from '../e2e/support/world.ts';
import { buildAll } from './build.ts';

const folder = join(import.meta.dirname, '../docs/images');

const POLICY = createPolicy({
  OsAutoUpdateEnable: 'required',
  FirewallEnable: 'recommended',
  NoActiveInfections: 'sign-in-stopper',
  ScreenSaverState: 'recommended',
});

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 768 },
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360 },
];

const RESIZED_MS = 300;

/** Walks one sign-in of a real computer and takes a picture of each state of the home screen. */
async function takePictures({ colorScheme, width }: Look): Promise<void> {
  const viewport = { width, height: width < 500 ? 780 : 900 };
  const world = await startWorld(POLICY, {
    colorScheme,
    viewport,
    // Without motion the scan is over at once.
    hasMotion: true,
    settings: { '/etc/ufw/ufw.conf': 'ENABLED=no\n' },
  });
  const take = async (state: string) => {
    const { page } = world;
    // In a window as high as the page nothing sticks to the window's edge.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, viewport.height) });
    await page.waitForTimeout(RESIZED_MS);
    await page.screenshot({ path: join(folder, `${state}-${colorScheme}-${width}.png`) });
    await page.setViewportSize(viewport);
  };
  try {
    await walk(world, take);
  } finally {
    await world.close();
  }
}

async function walk(world: World, take: (state: string) => Promise<unknown>): Promise<void> {
  const { page, gate, computer } = world;
  await page.goto(`${gate.workApp}/start`);
  await page.getByRole('button', { name: /^sign in$/i }).waitFor();
  await take('sign-in');
  await signIn(world);
  await page.getByRole('heading', { name: 'Scanning Computer…' }).waitFor();
  await page.waitForTimeout(900);
  await take('check-scanning');
  await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
  await page
    .getByRole('button', { name: /what we found/i })
    .first()
    .click();
  await page.waitForTimeout(600);
  await take('check-failed');
  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await page.waitForTimeout(1200);
  await take('check-recommended');
  // The answer is held back, so that the moment before the application opens can be looked at.
  await page.route('**/api/devices/v2/saml-response', () => undefined);
  await computer.writeSetting('/etc/ufw/ufw.conf', 'ENABLED=yes\n');
  await page.getByRole('heading', { name: 'Security checks passed' }).waitFor();
  await page.waitForTimeout(800);
  await take('check-passed');
}

await mkdir(folder, { recursive: true });
await buildAll((line) => process.stdout.write(`${line}\n`));
for (const look of LOOKS) {
  await takePictures(look);
  process.stdout.write(`Taken: ${look.colorScheme}, ${look.width} px\n`);
}
process.stdout.write('The pictures are in docs/images/.\n');
