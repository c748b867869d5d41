import { MAIL_LANGUAGES } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { APOLOGY_WORDS, languageOf } from './apology-words.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr-CA;q=0.9', 'fr'],
  ['it, es;q=0.3', 'es'],
  ['de;q=0, es;q=0.1', 'es'],
  ['zh-Hant, ja', 'en'],
  ['*', 'en'],
  [';;,=,q', 'en'],
  ['ES', 'es'],
])('a browser that accepts %j is spoken to in %s', (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

test('every language says it in words of its own, with the code', () => {
  for (const [index, language] of MAIL_LANGUAGES.entries()) {
    const words = APOLOGY_WORDS[language];
    expect(words.code).toContain('{code}');
    for (const other of MAIL_LANGUAGES.slice(index + 1)) expect(words.title).not.toBe(APOLOGY_WORDS[other].title);
  }
});
