import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { root } from './processes.ts';

/** Where the pictures of docs/specification/seen.md lie. */
export const SEEN_FOLDER = join(root, 'docs/images/seen');

/** Of one picture, so that a page of them is soon there. */
export const SEEN_BYTES = 60_000;

const VIEW = { width: 1000, height: 640 } as const;
const SETTLED_MS = 600;

/**
 * Keeps what a person sees now, where `VESTIBULE_SEEN=1` asks for it.
 * @param size of the window, where the whole of it is not what counts
 */
export async function keepSeen(
  page: Page,
  name: string,
  size: { width: number; height: number } = VIEW,
): Promise<void> {
  if (process.env['VESTIBULE_SEEN'] !== '1') return;
  const before = page.viewportSize();
  await page.setViewportSize(size);
  // A press further down has scrolled the page.
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(SETTLED_MS);
  const taken = await page.screenshot({ scale: 'css' });
  if (before !== null) await page.setViewportSize(before);
  const small = await sharp(taken).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
  if (small.length > SEEN_BYTES) throw new Error(`The picture ${name} has ${small.length} bytes.`);
  await mkdir(SEEN_FOLDER, { recursive: true });
  await writeFile(join(SEEN_FOLDER, `${name}.png`), small);
}
