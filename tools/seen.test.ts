import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SEEN_BYTES, SEEN_FOLDER } from '../e2e/support/seen-pictures.ts';

/** Statements that a test proved before a person could meet them: docs/specification/seen.md shows each. */
const NAMED = [
  ...['S2.092', 'S2.093', 'S4.020', 'S7.072', 'S7.073', 'S7.016', 'S2.055', 'S2.056', 'S4.053', 'S4.050', 'S4.051'],
  ...['S3.070', 'S7.009', 'S7.011', 'S7.024', 'S7.052', 'S7.068', 'S7.069', 'S7.070', 'S1.029', 'S2.100', 'S4.087'],
  ...['S2.014', 'S2.020', 'S2.031', 'S4.057'],
];
const WIDTH_MAXIMUM = 1000;

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/specification/seen.md');
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement'))
  .map((line) => line.slice(2, -2).split(' | '));
const picturesIn = (cell: string) => [...cell.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => path);
const statements = JSON.parse(readFileSync(join(root, 'docs/specification/statements.json'), 'utf8')) as readonly {
  readonly id: string;
  readonly text: string;
}[];

test.each(NAMED)('%s has one row, in its own words', (id) => {
  const found = rows.filter(([statement = '']) => statement.startsWith(`**${id}** `));
  const text = statements.find((one) => one.id === id)?.text;
  expect(found.map(([statement]) => statement)).toEqual([`**${id}** ${text}`]);
});

test('every row says where, what ran, by which test, and shows a picture or says what was observed', () => {
  for (const row of rows) {
    expect(row).toHaveLength(5);
    const [, where = '', ran = '', proof = '', seen = ''] = row;
    expect([where, ran].every((cell) => cell.length > 4)).toBe(true);
    expect([proof, existsSync(join(root, proof.replaceAll('`', '')))]).toEqual([proof, true]);
    const [, other] = /^The picture of (S\d\.\d{3})\.$/.exec(seen) ?? [];
    const shown = other === undefined ? seen : (rows.find(([id]) => id?.startsWith(`**${other}**`))?.[4] ?? '');
    expect([seen, seen.startsWith('Observed: ') || picturesIn(shown).length > 0]).toEqual([seen, true]);
  }
});

test('every picture is there, small, and on the page', () => {
  const shown = rows.flatMap(([, , , , seen = '']) => picturesIn(seen)).map((path) => join(dirname(page), path));
  expect(shown.filter((path) => !existsSync(path))).toEqual([]);
  expect(
    readdirSync(SEEN_FOLDER)
      .map((name) => join(SEEN_FOLDER, name))
      .toSorted(),
  ).toEqual([...new Set(shown)].toSorted());
  for (const path of shown) {
    expect(statSync(path).size).toBeLessThanOrEqual(SEEN_BYTES);
    // The width stands in the header of a PNG.
    expect(readFileSync(path).readUInt32BE(16)).toBeLessThanOrEqual(WIDTH_MAXIMUM);
  }
});
