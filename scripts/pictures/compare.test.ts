import sharp, { type OverlayOptions } from 'sharp';
import { expect, it } from 'vitest';
import { comparePictures, packPicture } from './compare.ts';

const SIZE = { width: 320, height: 200 };

function text(words: string, ink = '#12161d'): OverlayOptions {
  const svg = `<svg width="320" height="200"><text x="20" y="60" font-family="Inter" font-size="15" fill="${ink}">${words}</text></svg>`;
  return { input: Buffer.from(svg) };
}

function box(width: number, height: number, background: string): OverlayOptions {
  return { input: { create: { width, height, channels: 4, background } }, left: 40, top: 100 };
}

function paint(...parts: OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { ...SIZE, channels: 4, background: '#f5f6f8' } })
    .composite(parts)
    .png()
    .toBuffer();
}

it('takes a picture for the same after it was packed', async () => {
  const picture = await paint(text('Fix it for me'), box(120, 40, '#2a55cc'));
  expect(await comparePictures(await packPicture(picture), picture)).toEqual({ kind: 'same' });
});

it('overlooks what another processor makes of the same colours', async () => {
  const one = await paint(text('Fix it for me'), box(120, 40, '#2a55cc'));
  const other = await paint(text('Fix it for me', '#13171e'), box(120, 40, '#2b56cb'));
  expect(await comparePictures(one, other)).toEqual({ kind: 'same' });
});

it.each([
  ['another word', [text('Fix it for us'), box(120, 40, '#2a55cc')]],
  ['a colour of the next role', [text('Fix it for me'), box(120, 40, '#1c7a45')]],
  ['a box that is a pixel taller', [text('Fix it for me'), box(120, 41, '#2a55cc')]],
  ['a box that is gone', [text('Fix it for me')]],
])('sees %s and shows where', async (_, parts) => {
  const reference = await packPicture(await paint(text('Fix it for me'), box(120, 40, '#2a55cc')));
  const found = await comparePictures(reference, await paint(...parts));
  if (found.kind === 'same') throw new Error('No difference was seen.');
  expect(found.what).toMatch(/^\d+ pixels differ$/);
  expect(await reds(found.difference)).toBe(Number.parseInt(found.what, 10));
});

it('sees a page that became longer', async () => {
  const reference = await paint(text('Fix it for me'));
  const longer = await sharp(reference).extend({ bottom: 20, background: '#f5f6f8' }).png().toBuffer();
  expect(await comparePictures(reference, longer)).toMatchObject({
    kind: 'different',
    what: '320 × 220 px instead of 320 × 200',
  });
});

/** How many pixels of the picture of a difference are marked. */
async function reds(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
  }
  return count;
}
