import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, tokensOf, type Tokens } from './token-contrast.ts';

const NAMES = ['light', 'dark', 'light, more contrast', 'dark, more contrast'] as const;
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const themes = tokensOf(css);

const STATES = ['stop', 'warn', 'ok', 'busy', 'none'];
const GROUNDS = ['canvas', 'surface', 'sunken'];
const EVERY_GROUND = [...GROUNDS, 'raised'];

/** [text or mark, what it stands on] */
type Pair = readonly [string, string];

function on(marks: readonly string[], grounds: readonly string[]): readonly Pair[] {
  return marks.flatMap((mark) => grounds.map((ground): Pair => [mark, ground]));
}

const TEXT: readonly Pair[] = [
  ...on(['ink', 'ink-2', 'ink-3'], EVERY_GROUND),
  ...on(['accent-ink'], EVERY_GROUND),
  ...on(
    STATES.map((state) => `${state}-ink`),
    GROUNDS,
  ),
  ...STATES.map((state): Pair => [`${state}-ink`, `${state}-soft`]),
  ...on(
    ['ink'],
    STATES.map((state) => `${state}-soft`),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
];

const MARKS: readonly Pair[] = [
  ...on(STATES, GROUNDS),
  ...STATES.map((state): Pair => [state, `${state}-soft`]),
  ...on(['icon-ink'], STATES),
  ...on(['line-strong'], GROUNDS),
  ...on(['accent', 'accent-mark'], ['canvas', 'surface']),
  ...on(['focus'], EVERY_GROUND),
];

function shortfalls(theme: Tokens, pairs: readonly Pair[], wanted: number): readonly string[] {
  return pairs
    .map(([mark, ground]) => ({ pair: `${mark} on ${ground}`, reached: contrast(theme, mark, ground) }))
    .filter(({ reached }) => reached < wanted)
    .map(({ pair, reached }) => `${pair}: ${reached.toFixed(2)}`);
}

it('lets a company colour buttons and links, and nothing that has a meaning', () => {
  const coloured = [...css.matchAll(/--([\w-]+): var\(--company-/g)].map(([, name]) => name);
  expect(new Set(coloured)).toEqual(
    new Set(['accent', 'accent-hover', 'on-accent', 'accent-ink', 'accent-edge', 'accent-mark']),
  );
});

describe.each(NAMES)('colours, %s', (name) => {
  const theme = themes[name];
  const isMore = name.endsWith('more contrast');

  it(`gives text ${isMore ? 7 : 4.5} to 1`, () => {
    expect(shortfalls(theme, TEXT, isMore ? 7 : 4.5)).toEqual([]);
  });

  it(`gives marks and control edges ${isMore ? 4.5 : 3} to 1`, () => {
    expect(shortfalls(theme, MARKS, isMore ? 4.5 : 3)).toEqual([]);
  });

  it('has a pair for every colour that carries meaning', () => {
    const paired = new Set([...TEXT, ...MARKS].flat());
    const decorative = ['line', 'track', 'door-light', 'door-leaf'];
    expect(Object.keys(theme).filter((token) => !paired.has(token) && !decorative.includes(token))).toEqual([]);
  });
});
