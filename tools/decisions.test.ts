import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/adr');
const STATUS =
  /^\*\*Status\.\*\* (?:Proposed|Accepted|Replaced by \[\d+\]\([^)]+\)), \d{4}-\d{2}-\d{2}(?:; changed \d{4}-\d{2}-\d{2})?\.$/;
const decisions = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== '0000-template.md');

test('finds the decisions', () => {
  expect(decisions.length).toBeGreaterThan(30);
});

test.each(decisions)('%s says its number, its status and since when', (name) => {
  const [title = '', , status] = readFileSync(join(FOLDER, name), 'utf8').split('\n');
  expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
  expect(status).toMatch(STATUS);
});
