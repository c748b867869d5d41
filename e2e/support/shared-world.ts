import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { administer } from './administration.ts';
import { type ComputerOptions, createSystem } from './computer.ts';
import { startWorld, type World } from './world.ts';

type Beginning = Pick<ComputerOptions, 'settings' | 'colorScheme'>;

/**
 * One world for all tests of a file: a gate, a computer and a browser take several seconds to start, and a test needs
 * none of its own. What it gets is as new: this policy holds, the computer has these settings, the browser remembers
 * nothing and shows one page. The computer stays the one that the company knows.
 * @returns begins a test
 */
export function useWorld(): (policy: string, options?: Beginning) => Promise<World> {
  let world: World | undefined;
  let inForce = '';
  // What a test listens to may be read still: a page that goes meanwhile would be an error of no one's test.
  afterEach(async () => {
    const pages = world?.computer.browser.pages() ?? [];
    await Promise.all(pages.map((page) => page.removeAllListeners('response', { behavior: 'ignoreErrors' })));
  });
  afterAll(() => world?.close());
  return async (policy, { settings = {}, colorScheme = 'light' } = {}) => {
    const isFirst = world === undefined;
    world ??= await startWorld(policy, { settings });
    if (!isFirst) {
      if (policy !== inForce) await applyPolicy(world, policy);
      for (const [path, content] of Object.entries(createSystem(settings))) {
        await world.computer.writeSetting(path, content);
      }
    }
    inForce = policy;
    const page = isFirst ? world.page : await forgetEverything(world);
    await page.emulateMedia({ colorScheme });
    return { ...world, page };
  };
}

/** In the file as well, so that it also holds after a restart. */
async function applyPolicy({ gate: { dataFolder } }: World, policy: string): Promise<void> {
  await writeFile(join(dataFolder, 'policy.yaml'), policy);
  const { ask } = await administer(dataFolder);
  await ask('adminApplyPolicy', { body: { text: policy, acceptBlocking: 1_000_000 } });
}

async function forgetEverything({ gate, computer: { browser } }: World): Promise<Page> {
  const page = await browser.newPage();
  const others = browser.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await browser.clearCookies();
  const session = await browser.newCDPSession(page);
  for (const origin of [gate.url, gate.workApp]) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await session.detach();
  return page;
}
