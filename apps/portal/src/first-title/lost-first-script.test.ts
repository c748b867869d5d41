// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { sayScriptsLost } from './lost-first-script.ts';

const TEXTS = {
  title: { en: "We're experiencing connection issues", de: 'Die Verbindung ist gestört' },
  tryAgain: { en: 'Try again', de: 'Erneut versuchen' },
};
const reload = vi.fn();
let root: HTMLElement;
beforeEach(() => {
  reload.mockReset();
  root = document.createElement('div');
  root.append(document.createElement('h1'));
});

it('takes the place of the first title, in its language', () => {
  sayScriptsLost(root, TEXTS, 'de', reload);
  const headings = [...root.querySelectorAll('h1')];
  expect(headings.map(({ lang, textContent }) => [lang, textContent])).toEqual([['de', TEXTS.title.de]]);
  expect(reload).not.toHaveBeenCalled();
});

it('is loaded again by hand, and when the computer is on the network again', () => {
  sayScriptsLost(root, TEXTS, 'en', reload);
  root.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(2);
});
