import { expect, it } from 'vitest';
import { chooseLanguage, loadLanguage } from './languages.ts';

const catalogues = {
  en: async () => ({ 'home.continue': ['Continue'] }),
  de: async () => ({ 'home.continue': ['Weiter'] }),
};

it.each([
  [['en-US', 'de'], 'en'],
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['xx', 'en'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
])('of %j shows %s', (wanted, language) => {
  expect(chooseLanguage(catalogues, wanted)).toBe(language);
});

it('loads its texts and writes dates out', async () => {
  const english = await loadLanguage(catalogues, 'en');
  expect(english._('home.continue')).toBe('Continue');
  expect(english.date(new Date(2026, 10, 30), { day: 'numeric', month: 'long' })).toBe('30 November');
  const german = await loadLanguage(catalogues, 'de');
  expect(german._('home.continue')).toBe('Weiter');
  expect(german.date(new Date(2026, 10, 30), { day: 'numeric', month: 'long' })).toBe('30. November');
});
