import { CHECK_TYPES, FURTHER_CHECK_TYPES, OPERATING_SYSTEMS } from '@vestibule/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { Article, Guide, Step } from './library-types.ts';
import { articleWordsOf } from '../../../testing/catalogue-of.ts';
import { english, libraryFor, libraryIn } from './library.ts';

vi.mock('./words.ts', () => ({
  WORDS: Object.fromEntries(
    (['de', 'fr', 'es'] as const).map((locale) => [locale, async () => articleWordsOf(locale)]),
  ),
}));

const german = libraryIn('de', articleWordsOf('de'));
const french = libraryIn('fr', articleWordsOf('fr'));
const spanish = libraryIn('es', articleWordsOf('es'));

/** Text of every check's definition by path: which article it names. */
const definitions = import.meta.glob<string>('../../../../../../packages/checks/src/*/definition.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const named = Object.values(definitions).flatMap((text) => /helpArticle: '([^']+)'/.exec(text)?.[1] ?? []);

const articles = [...english.articles];
const further = FURTHER_CHECK_TYPES.map((name) => name.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase());

it('has an article for every check that names one, one for the extension, and none next to', () => {
  expect(Object.keys(definitions)).toHaveLength(CHECK_TYPES.length);
  expect(articles.map(([name]) => name).toSorted()).toEqual([...named, 'browser-extension'].toSorted());
});

/** Of the specification, section 3, without FciAgentRunning. */
const KNOWN_CHECKS = [
  'no-active-infections',
  'os-auto-update-enable',
  'password-set',
  'screen-saver-password-protected',
  'screen-saver-state',
  'screen-saver-timeout',
  'anti-virus-installed',
  'anti-virus-realtime-protection',
  'anti-virus-signatures-up-to-date',
  'device-encrypted',
  'firewall-enable',
  'os-supported',
  'known-device',
  'managed-device',
  'rmm-agent',
];

it('[S3.021, S3.022] has one for each known check but FciAgentRunning, which has none', () => {
  const names = articles.map(([name]) => name);
  expect(names.filter((name) => KNOWN_CHECKS.includes(name)).toSorted()).toEqual(KNOWN_CHECKS.toSorted());
  expect(names.filter((name) => name.includes('fci'))).toEqual([]);
});

it('lists the specification’s checks in its order, then the extension, then the further checks', () => {
  const names = articles.map(([name]) => name);
  expect(names.slice(0, 3)).toEqual(['no-active-infections', 'os-supported', 'known-device']);
  expect(names.slice(14, 16)).toEqual(['rmm-agent', 'browser-extension']);
  expect(names.slice(16)).toEqual(further.toSorted());
});

it('has a title of its own for each', () => {
  expect(new Set(articles.map(([, { title }]) => title)).size).toBe(articles.length);
});

it('falls back to English', () => {
  expect(libraryFor('xx')).toBe(english);
  expect(libraryFor('constructor')).toBe(english);
});

it('loads each other language once', async () => {
  expect(await libraryFor('de')).toEqual(german);
  expect(await libraryFor('fr')).toEqual(french);
  expect(await libraryFor('es')).toEqual(spanish);
  expect(libraryFor('de')).toBe(libraryFor('de'));
});

it('writes each link and command in one place', () => {
  const sources = Object.values(
    import.meta.glob<string>('../../../../../../packages/checks/src/*/article.ts', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  );
  const written = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:href|command):\s+(['"].+['"])/g)].map(([, own]) => own),
  );
  expect(written.length).toBeGreaterThan(40);
  expect(written.filter((words, index) => written.indexOf(words) !== index)).toEqual([]);
});

it('says of every check beyond the specification’s what is read for it', () => {
  const [settings] = english.whatWeRead.lists;
  for (const name of further) expect(settings?.facts).toContainEqual(english.articles.get(name)?.reads);
});

/** Settings and names that the system calls alike in both languages. */
const ALIKE =
  /^(Microsoft Defender|Microsoft Intune|ClamAV|KDE Plasma|GNOME|Ubuntu|Fedora|Linux Mint|Windows 1[01]|Updates|Firewall|Firefox|Antivirus|Computer)$/;

describe.each([
  ['German', german, articleWordsOf('de'), /\b(the|and|open|choose|turn|your|of)\b/i],
  ['French', french, articleWordsOf('fr'), /\b(the|and|open|choose|turn|your|of)\b/i],
  ['Spanish', spanish, articleWordsOf('es'), /\b(the|and|open|choose|turn|your|of)\b/i],
] as const)('in %s', (_, library, words, englishWords) => {
  it('has words for every text, and for nothing else', () => {
    expect(Object.keys(words)).toEqual(Object.keys(articleWordsOf('en')));
    expect(Object.values(words).filter((text) => text === '')).toEqual([]);
  });

  it('leaves no sentence in English', () => {
    const own = sentencesIn(library);
    const before = sentencesIn(english);
    expect(own).toHaveLength(before.length);
    expect(own.filter((text, index) => text === before[index] && !ALIKE.test(text))).toEqual([]);
    expect(own.map(withoutCode).filter((text) => englishWords.test(text))).toEqual([]);
  });

  it('is made of whole sentences in plain words', () => {
    for (const article of library.articles.values()) for (const text of sentencesOf(article)) expectPlain(text);
  });

  it('calls the settings of a system what the article calls them elsewhere', () => {
    const names = [...library.articles.values()].flatMap(({ systems }) => namesIn(systems.windows ?? {}));
    const known = new Set([...english.articles.values()].flatMap(({ systems }) => namesIn(systems.windows ?? {})));
    const leftOver = names.filter((name) => known.has(name) && !SAME_NAMES.has(name));
    expect([...new Set(leftOver)]).toEqual([]);
  });
});

/** What Windows calls alike in every language, or in one of these. */
const SAME_NAMES = new Set([
  'Start',
  'Windows Update',
  'Apps',
  'System',
  'C:',
  'OK',
  'Services',
  'Microsoft Defender Firewall',
  'Workplace',
]);

function namesIn(help: unknown): readonly string[] {
  return [...JSON.stringify(help).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
}

/** Everything that a person reads, in order. */
function sentencesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Map) return [...value.values()].flatMap(sentencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (['href', 'command'].includes(key) ? [] : sentencesIn(inner)));
}

/** Names of settings may be English words of their own: what is between marks is left out. */
function withoutCode(text: string): string {
  return text.replaceAll(/\*\*[^*]+\*\*|`[^`]+`/g, '');
}

/** Systems that a check’s definition names; none: it exists on every one. */
function systemsOf(name: string): readonly string[] {
  const text = Object.entries(definitions).find(([path]) => path.includes(`/${name}/`))?.[1] ?? '';
  const list = /systems: \[([^\]]*)\]/.exec(text)?.[1];
  return list === undefined ? OPERATING_SYSTEMS : list.split(',').map((one) => one.trim().replaceAll("'", ''));
}

describe.each(articles)('%s', (name, article) => {
  it.each(OPERATING_SYSTEMS)('has steps for %s, or says why not, if the check exists there', (system) => {
    const help = article.systems[system];
    if (help === undefined) return expect(systemsOf(name)).not.toContain(system);
    const { guides, remark } = help;
    if (guides.length === 0) expect(remark).toMatch(/\.$/);
    for (const guide of guides) expect(guide.steps.length).toBeGreaterThan(0);
    if (guides.length > 1) expect(guides.every(({ label }) => label !== undefined)).toBe(true);
  });

  it('opens settings by an address of that system', () => {
    expect(article.systems.windows?.settings?.href ?? 'ms-settings:').toMatch(/^(ms-settings:|windowsdefender:\/\/)/);
    expect(article.systems.macos?.settings?.href ?? 'x-apple.systempreferences:').toMatch(
      /^x-apple\.systempreferences:/,
    );
    expect(article.systems.linux?.settings).toBeUndefined();
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
    ...helps.flatMap((help) => [help?.remark, ...(help?.guides ?? []).flatMap(wordsOf)]),
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

it.each([
  ['en', english, 'Turn '],
  ['de', german, 'Schalten Sie **Workplace** ein'],
  ['fr', french, 'Activez **Workplace**'],
  ['es', spanish, 'Active **Workplace**'],
] as const)('%s: the extension is installed first, and its switch turned on last', (_language, library, last) => {
  const guides = library.articles.get('browser-extension')?.systems.linux?.guides ?? [];
  expect(guides).toHaveLength(2);
  for (const { steps } of guides) {
    expect(steps.at(-1)).toEqual(expect.stringMatching(`^${last.replaceAll('*', '\\*')}`));
  }
});
