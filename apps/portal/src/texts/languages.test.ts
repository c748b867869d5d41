import { expect, it, vi } from 'vitest';
import { chooseLanguage, loadLanguage } from './languages.ts';

vi.mock('../../locales/en/messages.po', () => ({ messages: { 'home.continue': ['Continue'] } }));

it.each([
  [['en-US', 'de'], 'en'],
  [['xx', 'en'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
])('of %j shows %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language);
});

it('loads its texts and writes dates out', async () => {
  const i18n = await loadLanguage('en');
  expect(i18n._('home.continue')).toBe('Continue');
  expect(i18n.date(new Date(2026, 10, 30), { day: 'numeric', month: 'long' })).toBe('30 November');
});
