import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../token-contrast.ts';
import { contrastOf } from './colour.ts';
import { ACCENT_THEMES, accentFor } from './company-accent.ts';

const NAMES = ['light', 'dark'] as const;
const themes = tokensOf(readFileSync(new URL('../tokens.css', import.meta.url), 'utf8'));
const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  // A dark green: as it is on white, a step lighter on black.
  ['#1d6b5c', 'light', { fill: '#1d6b5c', text: '#ffffff', edge: '#1d6b5c' }],
  ['#1d6b5c', 'dark', { fill: '#257162', text: '#ffffff' }],
  // An orange: three steps darker on white, as it is on black, dark text on both.
  ['#ff7a3d', 'light', { fill: '#ea6726', text: '#12161d' }],
  ['#ff7a3d', 'dark', { fill: '#ff7a3d', text: '#12161d' }],
  // A yellow would be brown before it stood out: it stays and gets an edge.
  ['#ffd400', 'light', { fill: '#ffd400', text: '#12161d' }],
  ['#ffd400', 'dark', { fill: '#ffd400', text: '#12161d', edge: '#ffd400' }],
] as const)('makes of %s in %s what the eye still takes for it', (colour, theme, wanted) => {
  expect(accentFor(colour, ACCENT_THEMES[theme])).toMatchObject(wanted);
});

describe.each(NAMES)('a company colour, %s', (name) => {
  const theme = ACCENT_THEMES[name];
  const tokens = themes[name];

  it('is judged by the colours of tokens.css', () => {
    expect(theme.grounds).toEqual([tokens['canvas'], tokens['surface']]);
    expect(Object.values(tokens)).toContain(theme.nearestGround);
  });

  it('is readable, whatever it is', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const { fill, hover, text, ink, edge } = accentFor(colour, theme);
        for (const under of [fill, hover]) expect(contrastOf(text, under)).toBeGreaterThanOrEqual(4.5);
        for (const ground of theme.grounds) expect(contrastOf(edge, ground)).toBeGreaterThanOrEqual(3);
        for (const ground of ['canvas', 'surface', 'sunken', 'raised']) {
          expect(contrastOf(ink, tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
