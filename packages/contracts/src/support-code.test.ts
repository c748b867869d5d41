import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { supportCodeOf, supportCodeSchema } from './support-code.ts';

test('an id has one code, in the shape that a page keeps', () => {
  for (let tries = 0; tries < 500; tries += 1) {
    const id = randomUUID();
    expect(supportCodeSchema.safeParse(supportCodeOf(id)).success).toBe(true);
    expect(supportCodeOf(id)).toBe(supportCodeOf(id));
  }
});

test.each(['7KQ42M', '7KQ-42', '7kq-42m', '0KQ-42M', '7KQ-42M\r\nX: y'])('%j is none', (code) => {
  expect(supportCodeSchema.safeParse(code).success).toBe(false);
});
