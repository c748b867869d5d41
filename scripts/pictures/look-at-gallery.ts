import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { runProgram } from '../gates/gate.ts';
import { TEST_BROWSER_ARGUMENTS } from '../browser/test-arguments.ts';
import type { Application } from './applications.ts';
import { lookAtState } from './look-at-state.ts';
import { HOW_TO_ACCEPT, openReferences } from './references.ts';
import { serveGallery } from './serve-gallery.ts';

const root = join(import.meta.dirname, '../..');

/** Pages that are looked at side by side: each waits now and then for the other half of its work. */
const PAGES = 3;
const BROWSER_ARGUMENTS = [
  ...TEST_BROWSER_ARGUMENTS,
  // The same letter is the same pixels wherever it stands.
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
];

export interface Wish {
  /** The browser's program. */
  readonly executable: string;
  /** Keeps the pictures as they are now. */
  readonly isUpdate: boolean;
  readonly applications: readonly Application[];
  /** Their names; none is all. */
  readonly states: readonly string[];
  readonly tell: (line: string) => void;
}

/**
 * Looks at every state of the galleries: compares its pictures with the kept ones, reads it with axe, and sees whether
 * it fits into a narrow window.
 * @returns what is wrong, a sentence each
 */
export async function lookAtGalleries(wish: Wish): Promise<readonly string[]> {
  const isDebians = (await runProgram(wish.executable, ['--version'], root)).stdout.includes('Debian');
  const browser = await chromium.launch({ executablePath: wish.executable, args: BROWSER_ARGUMENTS });
  const findings: string[] = [];
  try {
    for (const application of wish.applications) {
      findings.push(...(await lookAtGallery(application, browser, isDebians, wish)));
    }
  } finally {
    await browser.close();
  }
  return findings;
}

async function lookAtGallery(
  application: Application,
  browser: Browser,
  isDebians: boolean,
  { isUpdate, states: wanted, tell }: Wish,
): Promise<readonly string[]> {
  const majorVersion = Number.parseInt(browser.version(), 10);
  const folders = {
    kept: join(application.folder, 'gallery/pictures'),
    shown: join(root, '.test-results/pictures', application.name),
  };
  const references = openReferences(folders, isUpdate ? majorVersion : null);
  const isSame = isDebians && majorVersion === references.majorVersion;
  if (isUpdate && wanted.length > 0 && !isSame && references.majorVersion !== null) {
    return [`${application.name}: the other pictures are of another browser: update all of them`];
  }
  const isComparable = isUpdate || isSame;
  if (!isComparable) {
    const here = `${isDebians ? "Debian's" : 'another'} Chromium ${majorVersion}`;
    tell(
      `${application.name}: pictures are not compared: they are of Debian's Chromium ${references.majorVersion}, this is ${here}.`,
    );
  }
  const gallery = await serveGallery(application);
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' });
  try {
    await context.clock.setFixedTime(application.now);
    const page = await context.newPage();
    await page.goto(gallery.address);
    const all = await page.getByRole('link').allTextContents();
    await page.close();
    const states = wanted.length === 0 ? all : all.filter((state) => wanted.includes(state));
    const check = isComparable ? references.check : () => Promise.resolve(null);
    const sight = { application, context, address: gallery.address, check };
    const findings = await inTurns(states, (state) => lookAtState(sight, state));
    const left = isComparable && wanted.length === 0 ? references.finish() : [];
    tell(`${application.name}: ${states.length} states, ${findings.length + left.length} findings`);
    return [...findings, ...left.map((name) => `${name}: this picture is of nothing (${HOW_TO_ACCEPT})`)];
  } finally {
    await context.close();
    await gallery.close();
  }
}

/** Does the same with each, a few at a time. */
async function inTurns(
  names: readonly string[],
  work: (name: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const results = new Map<string, readonly string[]>();
  const queue = names.values();
  const takeTurns = async () => {
    for (const name of queue) results.set(name, await work(name));
  };
  await Promise.all(Array.from({ length: PAGES }, takeTurns));
  return names.flatMap((name) => results.get(name) ?? []);
}
