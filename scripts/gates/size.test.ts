import { expect, test } from 'vitest';
import { withoutChance } from './size.ts';

test('two builds that differ in the hashes of names alone are of one size, and other code counts', () => {
  const built = (hash: string, code: string) =>
    `import("./help-${hash}.js");const a=["assets/help-${hash}.css"];${code}`;
  expect(withoutChance(built('A3KgBmi', 'b()'))).toBe(withoutChance(built('x-KgB_mi', 'b()')));
  expect(withoutChance(built('A3KgBmi', 'b()'))).not.toBe(withoutChance(built('A3KgBmi', 'c()')));
});
