import { describe, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { observeAtLeisure } from '../support/observe-at-leisure.ts';
import { useWorld } from '../support/shared-world.ts';
import { startBrowser, startVisitor } from '../support/visitors.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
const POLICY = createPolicy({ OsAutoUpdateEnable: 'sign-in-stopper' });

/** A gate before which this computer fails, opened like this. */
async function openGate(isReading: boolean): Promise<World> {
  const world = await startWorld(POLICY);
  const { ask } = await administer(world.gate.dataFolder);
  await ask('adminSetGate', { body: { state: 'observing', isReading, reason: 'pilot' } });
  return world;
}

async function closeGate({ gate }: World): Promise<void> {
  const { ask } = await administer(gate.dataFolder);
  await ask('adminSetGate', { body: { state: 'enforcing', reason: 'it is over', acceptBlocking: 100 } });
}

const atWork = ({ page }: Pick<World, 'page'>) => page.getByText('Signed in as Nadia Keller');

describe('while the gate observes', () => {
  test('a computer that fails is read in passing, and its person is at work without having seen a check', async () => {
    const world = await openGate(true);
    await observeAtLeisure(world.page);
    const shown: string[] = [];
    world.page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
    await signIn(world);
    await atWork(world).waitFor();
    await world.page.getByText('It does not meet everything your company asks for').waitFor();
    expect(shown).toContain('/device-check/');
    const { ask } = await administer(world.gate.dataFolder);
    const rehearsed = await ask('adminRehearsePolicy', { body: { text: POLICY, days: 1 } });
    expect(rehearsed).toMatchObject({ everBlocked: 1, checks: [{ checkType: 'OsAutoUpdateEnable', everBlocked: 1 }] });
    await closeGate(world);
  });

  test('someone without the extension is at work as well, and is asked to install nothing', async () => {
    const world = await openGate(true);
    const browser = await startBrowser();
    try {
      const { page } = await startVisitor(browser);
      const shown: string[] = [];
      page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
      await signIn({ gate: world.gate, page });
      await atWork({ page }).waitFor();
      await page.getByText('It was not looked at.').waitFor();
      expect(shown.filter((path) => path.includes('/download'))).toEqual([]);
    } finally {
      await browser.close();
      await closeGate(world);
    }
  });

  test('pages that are open when it begins go on by themselves: one with an issue, and one that asks for Workplace', async () => {
    const world = await startWorld(POLICY);
    const browser = await startBrowser();
    const { ask } = await administer(world.gate.dataFolder);
    try {
      const { page } = await startVisitor(browser);
      await signIn(world);
      await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
      await signIn({ gate: world.gate, page });
      await page.waitForURL(/\/device-check\/download/);
      await ask('adminSetGate', {
        body: { state: 'observing', isReading: false, minutes: 60, reason: 'it stops everybody' },
      });
      await atWork(world).waitFor();
      await atWork({ page }).waitFor();
    } finally {
      await browser.close();
      await closeGate(world);
    }
  });

  test('the way back shows no page of the check at all, and is over when the gate is closed', async () => {
    const world = await openGate(false);
    const shown: string[] = [];
    world.page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
    await signIn(world);
    await atWork(world).waitFor();
    expect(shown.filter((path) => path.startsWith('/device-check'))).toEqual([]);
    await closeGate(world);
    await world.page.context().clearCookies();
    await signIn(world);
    await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
  });
});
