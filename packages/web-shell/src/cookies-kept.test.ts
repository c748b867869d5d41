// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { areCookiesKept } from './cookies-kept.ts';

it('is so in a browser that keeps what it is given, of which nothing stays', () => {
  expect(areCookiesKept()).toBe(true);
  expect(document.cookie).not.toContain('vestibule-cookies');
});

it('is not where a browser says that it keeps none', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  expect(areCookiesKept()).toBe(false);
});

it('is not where a browser drops them silently', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  expect(areCookiesKept()).toBe(false);
});
