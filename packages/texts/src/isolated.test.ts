import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { translateWith } from './use-text.ts';

it('ends what a name does to the direction of a sentence, also where the name tries to end that itself', () => {
  expect(isolated('Ilse Brandt')).toBe('Ilse Brandt');
  expect(isolated('a\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('דנה')).toBe('\u2068דנה\u2069');
});

it('keeps a name from turning around the sentence that it stands in', () => {
  const text = translateWith(setupI18n({ locale: 'en', messages: { en: {} } }));
  const sentence = { id: 'give', message: 'Give {name} {hours} hours' };
  expect(text(sentence, { name: 'a\u202Eb', hours: 4 })).toBe('Give \u2068a\u202Eb\u2069 4 hours');
  expect(text(sentence, { name: isolated('a\u202Eb'), hours: 4 })).toBe('Give \u2068a\u202Eb\u2069 4 hours');
});
