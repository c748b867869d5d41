// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { showFirstTitle } from './first-title.ts';
import { matchRoute } from '../app/route-table.ts';

const TITLES = { en: 'Determining Computer Security…', de: 'Sicherheit des Computers wird ermittelt…' };

function show(path: string, ...wanted: string[]) {
  const root = document.createElement('div');
  const isShown = showFirstTitle(root, TITLES, { path: `/device-check${path}`, wanted });
  expect(root.childElementCount > 0).toBe(isShown);
  return root.querySelector('h1');
}

it.each([
  [['de-AT', 'en'], 'de'],
  [['', 'fr', 'de'], 'de'],
  [['constructor'], 'en'],
  [[], 'en'],
] as const)('is in the language that %j asks for', (wanted, language) => {
  const heading = show('/', ...wanted);
  expect(heading?.lang).toBe(language);
  expect(heading?.textContent).toBe(TITLES[language]);
});

const home = matchRoute('').Screen;

it.each(['', '/', '/v2', '/v2/', '/status', '/v2/status'])('is shown on %j, where home comes', (path) => {
  expect(show(path)?.textContent).toBe(TITLES.en);
  expect(matchRoute(path).Screen).toBe(home);
});

it.each(['/support', '/v2/download', '/help/all', '/session-expired'])('is not shown on %s', (path) => {
  expect(show(path)).toBeNull();
});
