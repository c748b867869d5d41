import { expect, test } from 'vitest';
import type { FixAction } from './check-result.ts';
import { ENCRYPTION_WAYS, type EncryptionWay, encryptionWayOf } from './encryption-way.ts';

test.each<[NonNullable<FixAction['parameters']>, EncryptionWay | null]>([
  [{}, 'resume'],
  ...ENCRYPTION_WAYS.map((way): [{ way: EncryptionWay }, EncryptionWay] => [{ way }, way]),
  [{ way: 'format' }, null],
  [{ way: 1 }, null],
])('%j is %s', (parameters, way) => {
  expect(encryptionWayOf({ parameters })).toBe(way);
});

test('no values at all resume', () => {
  expect(encryptionWayOf({})).toBe('resume');
});
