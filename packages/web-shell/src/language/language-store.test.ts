import { describe, expect, it } from 'vitest';
import { createLanguageStore } from './language-store.ts';

function storageWith(value: string | null) {
  const kept = new Map<string, string>(value === null ? [] : [['wp-language', value]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
}

it('remembers the language that was chosen', () => {
  const storage = storageWith(null);
  const store = createLanguageStore(() => storage);
  expect(store.read()).toBeNull();
  store.write('fr');
  expect(store.read()).toBe('fr');
});

describe('ignores', () => {
  it.each(['', 'xx', 'EN', '"de"', '{"language":"de"}', 'constructor', '__proto__'])('%j', (junk) => {
    expect(createLanguageStore(() => storageWith(junk)).read()).toBeNull();
  });
});

it('does without a storage', () => {
  const store = createLanguageStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(store.read()).toBeNull();
  expect(() => store.write('de')).not.toThrow();
});
