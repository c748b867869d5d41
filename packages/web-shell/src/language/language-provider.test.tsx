// @vitest-environment jsdom
import { loadLanguage } from '@vestibule/texts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLanguageChoice } from './language-choice.ts';
import { LanguageProvider } from './language-provider.tsx';

afterEach(cleanup);

const catalogues = { en: () => Promise.resolve({}), de: () => Promise.resolve({}) };

function Language() {
  const choice = useLanguageChoice();
  return (
    <button onClick={() => choice.changeLanguage('de')} type="button">
      {choice.language}
    </button>
  );
}

async function show(load: () => ReturnType<typeof loadLanguage>) {
  const languages = { names: ['en', 'de'] as const, load, remember: vi.fn(), tellLost: vi.fn() };
  const first = await loadLanguage(catalogues, 'en');
  render(
    <LanguageProvider first={first} languages={languages}>
      <Language />
    </LanguageProvider>,
  );
  act(() => screen.getByRole('button', { name: 'en' }).click());
  return languages;
}

test('a language that was chosen is shown and remembered', async () => {
  const { remember, tellLost } = await show(() => loadLanguage(catalogues, 'de'));
  await screen.findByRole('button', { name: 'de' });
  expect(remember.mock.calls).toEqual([['de']]);
  expect(tellLost).not.toHaveBeenCalled();
});

test('one whose texts are gone is remembered, and the page is told, which is loaded again in it', async () => {
  const { remember, tellLost } = await show(() => Promise.reject(new TypeError('Failed to fetch')));
  await waitFor(() => expect(tellLost).toHaveBeenCalledTimes(1));
  expect(remember.mock.calls).toEqual([['de']]);
  expect(screen.getByRole('button', { name: 'en' })).toBeDefined();
});
