// @vitest-environment jsdom
import { useText, defineTexts, type Catalogues } from '@vestibule/texts';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPages } from './open-pages.tsx';

const { hello } = defineTexts('test', { hello: 'Hello' });
const catalogues: Catalogues = {
  en: async () => ({ 'test.hello': ['Hello'] }),
  de: async () => ({ 'test.hello': ['Hallo'] }),
  fr: () => Promise.reject(new TypeError('Failed to fetch')),
};

function Hello() {
  const text = useText();
  return <h1>{text(hello)}</h1>;
}

async function open(chosen: string | null, ...wanted: readonly string[]): Promise<string | null> {
  if (chosen !== null) localStorage.setItem('wp-language', chosen);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wanted);
  await act(async () => (await openPages(catalogues))(<Hello />));
  return screen.getByRole('heading').textContent;
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
});

it.each([
  ['the first that the browser asks for', null, ['de-AT', 'en'], 'Hallo'],
  ['the one that was chosen by hand', 'de', ['en'], 'Hallo'],
  ['English, when the texts of the other one do not come', 'fr', ['de'], 'Hello'],
  ['English, when none of the others is wanted', null, ['xx'], 'Hello'],
])('begins in %s', async (_, chosen, wanted, said) => {
  expect(await open(chosen, ...wanted)).toBe(said);
});

it('says that a page has no place for it', async () => {
  document.body.innerHTML = '';
  await expect(openPages(catalogues)).rejects.toThrow('The page has no root element.');
});
