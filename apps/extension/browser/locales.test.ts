import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOCALES = join(import.meta.dirname, '../_locales');
type Texts = Readonly<Record<string, { readonly message: string }>>;
const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(LOCALES, language, 'messages.json'), 'utf8')) as Texts;
const valuesIn = (message: string | undefined) => message?.match(/\$\w+\$/g) ?? [];

test('the extension speaks four languages, and every one has every text with the same values in it', () => {
  const english = textsOf('en');
  const languages = readdirSync(LOCALES).toSorted();
  expect(languages).toEqual(['de', 'en', 'es', 'fr']);
  for (const language of languages) {
    const texts = textsOf(language);
    expect([language, ...Object.keys(texts)]).toEqual([language, ...Object.keys(english)]);
    for (const [name, { message }] of Object.entries(texts)) {
      expect([language, name, valuesIn(message)]).toEqual([language, name, valuesIn(english[name]?.message)]);
    }
  }
});
