/** Hues that the pages keep for what they say, in degrees of HSL: red stops someone, amber asks for a fix. */
const RED = { from: 340, to: 18, name: 'red', meaning: 'what stops a sign-in' } as const;
const AMBER = { from: 18, to: 48, name: 'amber', meaning: 'what ought to be fixed' } as const;

/** Greys, and what is nearly black or white, are seen as no hue. */
const LEAST_CHROMA = 0.25;

/**
 * What an administrator ought to know of a company's colour before people see it.
 * @param colour '#rrggbb'
 * @returns null where the colour looks like nothing that the pages say
 */
export function accentNote(colour: string): string | null {
  const [hue, chroma] = hueOf(colour);
  if (chroma < LEAST_CHROMA) return null;
  const near = hue >= RED.from || hue < RED.to ? RED : hue < AMBER.to ? AMBER : null;
  if (near === null) return null;
  return `${colour} is near the ${near.name} that stands for ${near.meaning}. Failed checks keep an icon and a word of their own, but another colour for buttons and links is easier to tell from them.`;
}

/** Hue in degrees and chroma from 0 to 1, as HSL defines them. */
function hueOf(colour: string): readonly [number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255,
  );
  const highest = Math.max(red, green, blue);
  const chroma = highest - Math.min(red, green, blue);
  if (chroma === 0) return [0, 0];
  const sixth =
    highest === red
      ? (green - blue) / chroma
      : highest === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return [(sixth * 60 + 360) % 360, chroma];
}
