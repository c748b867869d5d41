import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from './failure.ts';
import { readSettings } from './settings-input.ts';

const CURRENT = { productName: 'Porch', registration: { mode: 'automatic', maximumPerPerson: 3 } };
const read = (...pairs: string[]) => readSettings(pairs, async () => CURRENT);

describe('settings on a command line', () => {
  test('are read as JSON, else as text, and change one value within a group', async () => {
    expect(await read('productName=Gate', 'registration.mode=approved', 'registration.maximumPerPerson=1')).toEqual({
      productName: 'Gate',
      registration: { mode: 'approved', maximumPerPerson: 1 },
    });
  });

  test.each([
    '__proto__.x=1',
    '__proto__={"x":1}',
    'constructor.x=1',
    'toString=1',
    'registration.__proto__.x=1',
    'registration.constructor.prototype.x=1',
  ])('are refused where no setting can have such a name: %s', async (pair) => {
    await expect(read(pair)).rejects.toMatchObject({
      exitCode: EXIT_CODES.notUnderstood,
      message: expect.stringContaining('no setting is called'),
    });
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
