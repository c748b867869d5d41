import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, fromBase64Url, toBase64Url } from './index.ts';

test('bytes survive base64url and agree with node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      const text = toBase64Url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 30 },
  );
});

test.each(['A', 'AB', 'AA=', 'AA==', 'A A', 'AA+A', 'AA/A', 'AA\n'])('%j is not canonical base64url', (text) => {
  expect(fromBase64Url(text)).toBeNull();
});

test('canonical JSON does not depend on the order of keys, and means the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1, undefined, { d: null, c: 'ü' }], a: undefined })).toBe(
    '{"b":[1,null,{"c":"ü","d":null}]}',
  );
});

test('canonical JSON writes what JSON cannot say as null, as JSON does within a list', () => {
  expect(canonicalJson(undefined)).toBe('null');
  expect(canonicalJson([() => 1])).toBe('[null]');
});
