import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import { describe, expect, it } from 'vitest';
import type { Article, Guide, Step } from './article.ts';
import { english } from './en/library.ts';
import { libraryFor } from './libraries.ts';

/** Text of every check's definition by path: which article it names. */
const definitions = import.meta.glob<string>('../../../../../../packages/checks/src/*/definition.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const named = Object.values(definitions).flatMap((text) => /helpArticle: '([^']+)'/.exec(text)?.[1] ?? []);

const articles = [...english.articles];

it('has an article for every check that names one, and none beside', () => {
  expect(Object.keys(definitions)).toHaveLength(16);
  expect([...english.articles.keys()].toSorted()).toEqual(named.toSorted());
});

it('has a title of its own for each', () => {
  expect(new Set(articles.map(([, { title }]) => title)).size).toBe(articles.length);
});

it('falls back to English', () => {
  expect(libraryFor('xx')).toBe(english);
  expect(libraryFor('constructor')).toBe(english);
});

describe.each(articles)('%s', (_, article) => {
  it.each(OPERATING_SYSTEMS)('has steps for %s, or says why not', (system) => {
    const { guides, remark } = article.systems[system];
    if (guides.length === 0) expect(remark).toMatch(/\.$/);
    for (const guide of guides) expect(guide.steps.length).toBeGreaterThan(0);
    if (guides.length > 1) expect(guides.every(({ label }) => label !== undefined)).toBe(true);
  });

  it('opens settings by an address of that system', () => {
    expect(article.systems.windows.settings?.href ?? 'ms-settings:').toMatch(/^(ms-settings:|windowsdefender:\/\/)/);
    expect(article.systems.macos.settings?.href ?? 'x-apple.systempreferences:').toMatch(
      /^x-apple\.systempreferences:/,
    );
    expect(article.systems.linux.settings).toBeUndefined();
  });

  it('is made of whole sentences in plain words', () => {
    for (const text of sentencesOf(article)) expectPlain(text);
  });
});

it('says what is read in plain words', () => {
  const { lead, lists, never, audience, keeping } = english.whatWeRead;
  const points = [...never.points, ...audience.points, ...keeping.points];
  const facts = lists.flatMap((list) => [list.intro ?? '', ...list.facts.map(({ text }) => text)]);
  for (const text of [lead, ...facts, ...points, ...Object.values(english.managed), english.next]) expectPlain(text);
});

function sentencesOf({ why, systems, managed, after }: Article): readonly string[] {
  const helps = OPERATING_SYSTEMS.map((system) => systems[system]);
  const sentences = [
    why,
    managed,
    after,
    ...helps.flatMap(({ remark, guides }) => [remark, ...guides.flatMap(wordsOf)]),
  ];
  const written = sentences.filter((text) => text !== undefined);
  for (const text of written) expect(text).toMatch(/[.]$/);
  return written;
}

function wordsOf({ steps, note }: Guide): readonly (string | undefined)[] {
  return [note, ...steps.map((step: Step) => (typeof step === 'string' ? step : step.text))];
}

/** Marks come in pairs, so that none is left in the text; words are those of section 5 of the visual design. */
function expectPlain(text: string): void {
  expect(text.replaceAll(/\*\*[^*]+\*\*|`[^`]+`/g, '')).not.toMatch(/[*`]/);
  expect(text).not.toMatch(/!|\b(please|oops|posture|endpoint|remediat\w*|non-compliant|you must|you failed)\b/i);
}
