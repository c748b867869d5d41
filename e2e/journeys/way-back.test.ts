import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePortal } from '../support/portal.ts';
import { simulateWindows } from '../support/simulated-computer.ts';
import { startBrowser, startVisitor } from '../support/visitors.ts';
import { createPolicy } from './policies.ts';

/** What only a real browser can see of the portal: where its Back leads, and what moves for how long. */
const portal = usePortal(createPolicy({ OsAutoUpdateEnable: 'required', DeviceEncrypted: 'required' }));

const ENCRYPTED = { state: 'encrypted', volume: 'C:' };
const SETTLED_MS = 2500;

describe.each([true, false])('Back, in a browser that keeps pages: %s', (keepsPages) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(keepsPages);
  });
  afterAll(() => browser.close());

  async function comeIn() {
    const { gate } = portal();
    const { page, context } = await startVisitor(browser);
    await simulateWindows(page, { facts: { encryption: ENCRYPTED } });
    const data = { login: 'nadia', password: 'doorway-2026' };
    expect((await context.request.post(`${gate.url}/api/online/v1/sign-in`, { data })).status()).toBe(200);
    return { page, context, gate };
  }
  // Later than the answer: the page that would give it goes away.
  const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back(), 50));

  test('from where the page led by itself leads past it', async () => {
    const { page, context, gate } = await comeIn();
    const value = encodeURIComponent(JSON.stringify({ mode: 'install' }));
    await context.addCookies([{ name: 'w-device-compliance-check-info', value, url: gate.url }]);
    await page.goto(`${gate.url}/device-check/help/all`);
    await page.goto(`${gate.url}/device-check/`);
    await page.waitForURL('**/online/session-status');
    await goBack(page);
    await page.waitForURL('**/device-check/help/all', { waitUntil: 'commit' });
    await page.waitForTimeout(SETTLED_MS);
    expect(new URL(page.url()).pathname).toBe('/device-check/help/all');
    await context.close();
  });

  test('[S9.032] from work sends no second response by itself, and the way to a new sign-in is offered', async () => {
    const { page, context, gate } = await comeIn();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(gate.workApp)) sent.push(request.url());
    });
    await page.goto(`${gate.workApp}/start`);
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await goBack(page);
    await page.getByText(/may refuse a second answer/).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(sent).toHaveLength(1);
    await page.getByRole('link', { name: /^Go to / }).click();
    await page.getByText('Signed in as Nadia Keller').waitFor();
    expect(sent).toHaveLength(2);
    await context.close();
  });
});

interface Motion {
  readonly of: string;
  readonly delay: number;
  readonly duration: number;
}

/** Tells each motion as it begins: for how long it was to wait, and how long it takes. */
function watchMotion(): void {
  const nameOf = (element: Element, isFade: boolean) => {
    // The veil fades, the window in it moves.
    if (element.querySelector('[role="dialog"]') !== null) return isFade ? 'window' : 'moved window';
    return element.parentElement?.getAttribute('role') ?? element.tagName.toLowerCase();
  };
  const tell = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const begun = target
      .getAnimations()
      .filter((animation) =>
        event instanceof TransitionEvent
          ? animation instanceof CSSTransition && animation.transitionProperty === event.propertyName
          : animation instanceof CSSAnimation,
      );
    for (const { effect } of begun) {
      const { delay = 0, duration = 0 } = effect?.getTiming() ?? {};
      const told = {
        of: nameOf(target, event instanceof TransitionEvent && event.propertyName === 'opacity'),
        delay,
        duration: Number(duration),
      };
      (window as unknown as { tellMotion: (motion: Motion) => void }).tellMotion(told);
    }
  };
  for (const type of ['transitionrun', 'animationstart']) addEventListener(type, tell, true);
}

test('[S2.072, S9.038, S9.040] bar, row and window move as long as they are to, windows in and out', async () => {
  const guest = await portal().newGuest();
  const { page } = guest;
  const motions: Motion[] = [];
  await page.exposeFunction('tellMotion', (motion: Motion) => motions.push(motion));
  await page.addInitScript(watchMotion);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const seen = (of: string) =>
    motions.filter((motion) => motion.of === of).map(({ delay, duration }) => [delay, duration]);
  const computer = await simulateWindows(page, {
    facts: {
      automaticUpdates: { state: 'off', mechanism: 'Windows Update' },
      encryption: { ...ENCRYPTED, state: 'suspended' },
    },
  });
  await guest.open('/');
  await page.getByRole('heading', { level: 1, name: 'Resolve compliance issues' }).waitFor();
  expect(seen('progressbar')).toContainEqual([0, 200]);

  await page.getByRole('button', { name: 'Problems? Contact support' }).click();
  await page.getByRole('dialog').waitFor();
  const fades = () => seen('window').length;
  await expect.poll(fades, { timeout: 10_000 }).toBeGreaterThan(0);
  const before = fades();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(fades()).toBeGreaterThan(before);
  expect(seen('window').filter(([delay, duration]) => delay !== 0 || duration !== 250)).toEqual([]);

  // [S9.039] What a check became stands for 500 ms before its row goes.
  await computer.become({ encryption: ENCRYPTED });
  await expect.poll(() => seen('li'), { timeout: 10_000 }).toContainEqual([500, 200]);
});
