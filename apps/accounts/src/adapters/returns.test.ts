import { expect, it } from 'vitest';
import { createReturns, pageOfConsole } from './returns.ts';

it.each([
  ['/console', '/console'],
  ['/console/people?search=nadia#top', '/console/people?search=nadia#top'],
  ['/console/../device-check/', null],
  ['/consoles/', null],
  ['/online/', null],
  ['//evil.example/console/', null],
  ['/\\evil.example/console/', null],
  ['https://evil.example/console/', null],
  ['console/', null],
  ['', null],
])('of %j leads to %j', (address, page) => {
  expect(pageOfConsole(address)).toBe(page);
});

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

it('gives back once what was kept, for a quarter of an hour', () => {
  const place = storage();
  let now = 0;
  const returns = createReturns(
    () => place,
    () => new Date(now),
  );
  expect(returns.take()).toBeNull();
  returns.keep('/console/people');
  expect(returns.take()).toBe('/console/people');
  expect(returns.take()).toBeNull();
  returns.keep('/console/people');
  now = 15 * 60_000 + 1;
  expect(returns.take()).toBeNull();
});

it('does without a storage', () => {
  const returns = createReturns(
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
    () => new Date(0),
  );
  expect(() => returns.keep('/console/')).not.toThrow();
  expect(returns.take()).toBeNull();
});
