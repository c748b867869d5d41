import { expect, test } from 'vitest';
import { readLifecycleSettings } from './lifecycle-settings.ts';

const KEY = 'A'.repeat(43);
const OTHER = 'b-_'.padEnd(43, '9');

test('one or two keys, with an address or without', () => {
  expect(readLifecycleSettings(undefined, undefined)).toEqual({ ok: true, lifecycle: { keys: [], address: null } });
  expect(readLifecycleSettings(` ${KEY}, ${OTHER}`, 'https://updates.example/lifecycle.json')).toEqual({
    ok: true,
    lifecycle: {
      keys: [KEY, OTHER].map((x) => ({ kty: 'OKP', crv: 'Ed25519', x })),
      address: 'https://updates.example/lifecycle.json',
    },
  });
  expect(readLifecycleSettings(KEY, 'http://127.0.0.1:8000/x')).toMatchObject({ ok: true });
});

test.each([
  [`${KEY},short`, undefined, /KEYS: short is no public key/],
  [`${KEY},${OTHER},${KEY}`, undefined, /KEYS: at most 2/],
  [undefined, 'https://updates.example/x', /URL: without VESTIBULE_LIFECYCLE_KEYS/],
  [KEY, 'http://updates.example/x', /URL: http:\/\/updates/],
  [KEY, 'https://me:secret@updates.example/x', /URL: /],
  [KEY, 'updates.example', /URL: /],
])('%s and %s: %s', (keys, address, problem) => {
  expect(readLifecycleSettings(keys, address)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
