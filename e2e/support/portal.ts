import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH, EXTENSION_ATTRIBUTE, STORAGE_KEYS } from '@vestibule/contracts';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { AdminClient } from '@vestibule/command-line';
import { USER_AGENTS } from '../../packages/policy/src/compatibility/user-agents.ts';
import { administer } from './administration.ts';
import { type Gate, startGate } from './gate.ts';
import { axeFindings, startBrowser, startVisitor, type Visitor } from './visitors.ts';

/** Set by `npm run test:full`. */
const IS_THOROUGH = process.env['VESTIBULE_THOROUGH'] === '1';
const SCHEMES = inFull(['light'], ['dark']);

/** Rows of a test: those that tell most, with the rest of them in the full run. */
export function inFull<const Row, const More>(always: readonly Row[], more: readonly More[]): readonly (Row | More)[] {
  return IS_THOROUGH ? [...always, ...more] : always;
}

/** How far a clock is put forward at once, how long everything else then has for what follows, and when to give up. */
const STEP_MS = 1000;
const PAUSE_MS = 40;
const PATIENCE_MS = 30_000;

const PASSWORDS = { nadia: 'doorway-2026', tomas: 'hallway-2026' } as const;

export interface GuestOptions {
  readonly signsInAs?: keyof typeof PASSWORDS;
  /** The browser it calls itself; the very one it is without it. */
  readonly agent?: keyof typeof USER_AGENTS;
  /** The mark of the extension is on every page. Behind it no one answers. */
  readonly hasExtension?: boolean;
}

export interface Guest extends Visitor {
  /** Opens a page of the portal, by its path below the base path, and sees to it that it is served under the policy. */
  open(path: string): Promise<void>;
  /** Waits for the heading of a page and looks at it with axe. */
  sees(heading: string): Promise<void>;
  /**
   * Keeps a screen that goes on with an answer of the server, so that it can be looked at for as long as that takes.
   * @param path of the call
   * @returns lets it through
   */
  holdBack(path: string): Promise<() => void>;
  /**
   * Lets the clock of the page run until something is there: waits of seconds and minutes are over at once, and all else
   * takes its time.
   */
  hurryTo(awaited: Locator): Promise<void>;
  /** Sets a cookie of the portal. */
  remember(name: string, value: string): Promise<void>;
  /** Where the page is, below the base path. */
  path(): string;
}

/** The company's gate with the portal, and people in front of it who each have a browser of their own. */
export interface Portal {
  readonly gate: Gate;
  readonly admin: AdminClient;
  /** Where the server looks for installers. */
  readonly downloads: string;
  newGuest(options?: GuestOptions): Promise<Guest>;
}

/** One gate and one browser for all tests of a file. A test fails when one of its pages complains about anything. */
export function usePortal(policy: string): () => Portal {
  let portal: Portal | undefined;
  let browser: Browser | undefined;
  let folder = '';
  const guests: Guest[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-portal-'));
    const downloads = join(folder, 'installers');
    await mkdir(downloads);
    const [gate, started] = await Promise.all([
      startGate(folder, policy, false, { VESTIBULE_DOWNLOADS: downloads }),
      startBrowser(),
    ]);
    browser = started;
    portal = {
      gate,
      admin: await administer(folder),
      downloads,
      newGuest: async (options = {}) => {
        const guest = await createGuest(gate, started, options);
        guests.push(guest);
        return guest;
      },
    };
  });
  afterEach(async () => {
    const complaints = guests.flatMap((guest) => guest.complaints);
    await Promise.all(guests.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.gate.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return () => {
    if (portal === undefined) throw new Error('The portal of this file has not started.');
    return portal;
  };
}

async function createGuest(gate: Gate, browser: Browser, options: GuestOptions): Promise<Guest> {
  const { signsInAs = 'nadia', agent, hasExtension = false } = options;
  const visitor = await startVisitor(browser, agent === undefined ? {} : { userAgent: USER_AGENTS[agent] });
  const { context, page } = visitor;
  await page.clock.install();
  if (agent !== undefined) await page.addInitScript(hideHints);
  if (hasExtension) await page.addInitScript(markPage, EXTENSION_ATTRIBUTE);
  // The session that the sign-in page would have got; that page has its own tests.
  const data = { login: signsInAs, password: PASSWORDS[signsInAs] };
  const answer = await context.request.post(`${gate.url}/api/online/v1/sign-in`, { data });
  expect(answer.status()).toBe(200);
  return {
    ...visitor,
    async open(path) {
      const opened = await page.goto(`${gate.url}${BASE_PATH}${path}`);
      const policy = opened?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
    },
    async sees(heading) {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(await axeFindings(page, SCHEMES)).toEqual([]);
    },
    async holdBack(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(
        ({ pathname }) => pathname === path,
        (route) => promise.then(() => route.continue()),
      );
      return resolve;
    },
    async hurryTo(awaited) {
      for (const end = Date.now() + PATIENCE_MS; !(await awaited.isVisible()) && Date.now() < end; ) {
        await page.clock.fastForward(STEP_MS);
        await page.waitForTimeout(PAUSE_MS);
      }
      await awaited.waitFor({ timeout: STEP_MS });
    },
    remember: (name, value) => context.addCookies([{ name, value: encodeURIComponent(value), url: gate.url }]),
    path: () => new URL(page.url()).pathname.slice(BASE_PATH.length),
  };
}

/** From the work application to the portal, with a sign-in that waits. */
export async function comeFromWork({ page }: Guest, gate: Gate): Promise<void> {
  await page.goto(`${gate.workApp}/start`);
  await page.waitForURL(`**${BASE_PATH}/**`);
  await page.waitForFunction((key) => sessionStorage.getItem(key) !== null, STORAGE_KEYS.pageInfo);
}

/** Hints tell of the browser that it really is. Without them a page goes by the user agent, as in Safari and Firefox. */
function hideHints(): void {
  Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined });
}

function markPage(attribute: string): void {
  const mark = () => document.documentElement.setAttribute(attribute, 'nobody');
  const observer = new MutationObserver(() => {
    observer.disconnect();
    mark();
  });
  observer.observe(document, { childList: true });
}
