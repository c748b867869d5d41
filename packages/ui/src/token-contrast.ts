import { contrastOf } from './accent/colour.ts';

/** Colours of one theme by token name, as '#rrggbb'. */
export type Tokens = Readonly<Record<string, string>>;

export interface Themes {
  readonly light: Tokens;
  readonly dark: Tokens;
  readonly 'light, more contrast': Tokens;
  readonly 'dark, more contrast': Tokens;
}

/**
 * Reads the four themes out of the token file, each with what it takes over from the ones before.
 * @param css text of tokens.css
 */
export function tokensOf(css: string): Themes {
  const light = coloursIn(blockAfter(css, ':root'));
  const dark = coloursIn(blockAfter(css, '@media (prefers-color-scheme: dark)'));
  const more = coloursIn(blockAfter(css, '@media (prefers-contrast: more) {'));
  const moreDark = coloursIn(blockAfter(css, '@media (prefers-contrast: more) and (prefers-color-scheme: dark)'));
  return {
    light,
    dark: { ...light, ...dark },
    'light, more contrast': { ...light, ...more },
    'dark, more contrast': { ...light, ...dark, ...more, ...moreDark },
  };
}

/** Contrast of two tokens as WCAG 2 defines it, 1 to 21. */
export function contrast(tokens: Tokens, one: string, other: string): number {
  return contrastOf(colourOf(tokens, one), colourOf(tokens, other));
}

function blockAfter(css: string, start: string): string {
  const from = css.indexOf(start);
  if (from < 0) throw new Error(`tokens.css has no '${start}'`);
  return css.slice(from, css.indexOf('}', from));
}

/** A colour, or what stands in for one that a company may set. */
function coloursIn(block: string): Tokens {
  const found = block.matchAll(/--([a-z0-9-]+):\s*(?:var\(--[a-z-]+,\s*)?(#[0-9a-f]{6})\)?;/g);
  return Object.fromEntries([...found].map(([, name = '', colour = '']) => [name, colour]));
}

function colourOf(tokens: Tokens, name: string): string {
  const colour = tokens[name];
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return colour;
}
