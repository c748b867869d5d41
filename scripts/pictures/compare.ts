import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** How far apart two colours may be before they count as different, 0 to 1: the library's own measure. */
const COLOUR_TOLERANCE = 0.1;
/** Edges of letters may fall differently on another processor; a changed letter is more than this. */
const PIXEL_TOLERANCE = 8;

export type Comparison =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'different';
      /** One sentence fragment: what is different. */
      readonly what: string;
      /** PNG: what differs in red on the faded reference. */
      readonly difference: Buffer;
    };

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Compares two pictures by what an eye would see; what anti-aliasing makes of an edge is not a difference.
 * @param reference WebP or PNG
 * @param taken WebP or PNG
 */
export async function comparePictures(reference: Buffer, taken: Buffer): Promise<Comparison> {
  const [before, after] = await Promise.all([sizeOf(reference), sizeOf(taken)]);
  const size = { width: Math.max(before.width, after.width), height: Math.max(before.height, after.height) };
  const [one, other] = await Promise.all([pixelsOf(reference, before, size), pixelsOf(taken, after, size)]);
  const picture = new Uint8Array(one.length);
  const pixels = pixelmatch(one, other, picture, size.width, size.height, { threshold: COLOUR_TOLERANCE });
  const isOfSameSize = before.width === after.width && before.height === after.height;
  if (isOfSameSize && pixels <= PIXEL_TOLERANCE) return { kind: 'same' };
  const difference = await sharp(picture, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
  return {
    kind: 'different',
    what: isOfSameSize ? `${pixels} pixels differ` : describeSizes(before, after),
    difference,
  };
}

/** A picture as it is kept: nothing is lost, and half the size of a PNG. */
export function packPicture(taken: Buffer): Promise<Buffer> {
  return sharp(taken).webp({ lossless: true, effort: 6 }).toBuffer();
}

async function sizeOf(picture: Buffer): Promise<Size> {
  const { width, height } = await sharp(picture).metadata();
  return { width, height };
}

/** Red, green, blue and alpha of each pixel; what one picture has and the other has not is transparent. */
function pixelsOf(picture: Buffer, from: Size, to: Size): Promise<Buffer> {
  return sharp(picture)
    .ensureAlpha()
    .extend({ right: to.width - from.width, bottom: to.height - from.height, background: '#0000' })
    .raw()
    .toBuffer();
}

function describeSizes(before: Size, after: Size): string {
  return `${after.width} × ${after.height} px instead of ${before.width} × ${before.height}`;
}
