import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectCells, renderChecks } from './render.ts';

const root = join(import.meta.dirname, '../..');
const cells = collectCells(root);

/** What the server knows is not read from a computer. */
const SERVER_CHECK = 'KnownDevice';
const MINIMUM_SAMPLES = 6;

test('docs/checks.md is what the code says', () => {
  const written = readFileSync(join(root, 'docs/checks.md'), 'utf8');
  expect(written, 'Out of date: npm run checks-table').toBe(renderChecks(cells));
});

describe.each(cells)('$check on $system', (cell) => {
  test('has no empty cell', () => {
    expect(Object.entries(cell).filter(([, value]) => value === '')).toEqual([]);
  });

  test.skipIf(cell.check === SERVER_CHECK)(`has at least ${MINIMUM_SAMPLES} samples`, () => {
    expect(cell.samples).toBeGreaterThanOrEqual(MINIMUM_SAMPLES);
  });
});
