import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_SENTENCES } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { checkTexts } from './texts.ts';

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.') && !file.includes('samples'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));
const known: readonly string[] = CLIENT_SENTENCES;

/** Names of products and tools, the same in every language. */
const NAMES: readonly string[] = ['KDE Plasma', 'Windows Update', 'FileVault (fdesetup)', 'passwd -S'];

/** What readers write into reports for people: where they read, what stands in the way, what locks the screen. */
const SAID_BY_READERS =
  /(?:\bSOURCE = |\bMANAGER = |\bMECHANISM = |\bvalue\(system, |\bunavailable\(system, |\bsource: |\bsource = |\bobstacle: |\bobstacle = |\boff\(|\bdesktop: )'([^']+)'/g;

test('what readers say to people stands in the list of sentences, so that it is translated', () => {
  const said = sources.flatMap(({ file, text }) =>
    [...text.matchAll(SAID_BY_READERS)].map(([, words = '']) => ({ file, words })),
  );
  expect(said.length).toBeGreaterThan(40);
  // One word without a space is the name of a tool or a path.
  const unknown = said.filter(({ words }) => words.includes(' ') && !known.includes(words) && !NAMES.includes(words));
  expect(unknown).toEqual([]);
});

test('what readers of Linux say of what they cannot tell is said by the list', () => {
  const details = [
    /\b(?:detail(?:: string)?(?::| =)|notUnderstood\() ?(['`])(.*?)\1/g,
    /\bunavailable\([^;]*?'(?:access-denied|not-supported|tool-missing|unexpected-output)',\s*(['`])(.*?)\1/g,
  ];
  const free = sources
    .filter(({ file }) => !/macos|windows|filevault|testing|fake|-fix\.ts|-start\.ts/.test(file))
    .flatMap(({ file, text }) =>
      details.flatMap((pattern) => [...text.matchAll(pattern)].map(([, , words = '']) => [file, words] as const)),
    )
    // What a tool itself says stands behind its name, and is in no language of ours: neither are words in its place.
    .filter(([, words]) => /[ ']/.test(words) && !/^(?:[\w-]+|\$\{[\w.]+\}): (?!.*\|\| ').*\$\{/.test(words))
    .filter(([, words]) => !known.includes(words) && !NAMES.includes(words));
  expect(free).toEqual([]);
});

test('what a fix says about itself is said by the list', () => {
  const free = sources
    .filter(({ file }) => file.endsWith('-fix.ts') || file.endsWith('-start.ts'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:detail|undo): (?:'[^']*'|`[A-Z][^`]*`)/g)].map(([words]) => [file, words]),
    );
  expect(free).toEqual([]);
});

test('every text of every check, and every sentence, has an id of its own', () => {
  expect(Object.values(checkTexts).every(({ id }) => checkTexts[id]?.id === id)).toBe(true);
  expect(checkTexts['FirewallEnable.off']?.message).toBe('The firewall is turned off');
  expect(checkTexts['unknown.timed-out']?.message).toBe('{source} gave no answer in time. Check again.');
  expect(checkTexts['said.Fixed']?.message).toBe('Fixed');
});
