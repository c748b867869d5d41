import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStatements } from '../spec-coverage/statements.ts';
import { countOf, parseChanges, readChanges, readReasons } from './read-changes.ts';
import { keyOf, render } from './render.ts';

const ROOT = join(import.meta.dirname, '../..');
const changes = readChanges();
const statements = readStatements(ROOT);

describe('the planted changes', () => {
  it('stand exactly once in their files, but for a few whose lines were written otherwise since', () => {
    const moved = changes.filter((change) => countOf(ROOT, change) !== 1);
    expect(moved.length).toBeLessThan(changes.length / 20);
    expect(changes.filter(({ from, to }) => from === to)).toEqual([]);
    expect(new Set(changes.map(keyOf)).size).toBe(changes.length);
  });

  it('are looked for by tests that name their statement', () => {
    const unnamed = changes
      .flatMap(({ proofs }) => proofs)
      .filter(({ statement, test }) => !readFileSync(join(ROOT, test), 'utf8').includes(statement));
    expect(unnamed).toEqual([]);
  });

  it('stand for every statement that a test can prove, or a reason does', () => {
    const planted = new Set(changes.flatMap(({ proofs }) => proofs.map(({ statement }) => statement)));
    const reasons = readReasons();
    const open = statements.filter(({ id, untestable }) => untestable === undefined && !planted.has(id));
    expect(open.map(({ id }) => id).toSorted()).toEqual([...reasons.keys()].toSorted());
  });
});

const TEXT = `# a comment
@ a.ts
-   delay: 500,
-   next
+   delay: 600,
S4.001 S4.002 a.test.ts
S4.002 b.test.ts
! two lines carry it
`;

describe('a change', () => {
  const [change] = parseChanges(TEXT);

  it('is read with all its lines, tests and statements', () => {
    expect(change).toEqual({
      file: 'a.ts',
      from: '  delay: 500,\n  next',
      to: '  delay: 600,',
      proofs: [
        { statement: 'S4.001', test: 'a.test.ts' },
        { statement: 'S4.002', test: 'a.test.ts' },
        { statement: 'S4.002', test: 'b.test.ts' },
      ],
      note: 'two lines carry it',
    });
    expect(() => parseChanges('S4.001 a.test.ts')).toThrow('no planted change');
  });

  it('stands on the page as failed, survived or not run', () => {
    if (change === undefined) throw new Error('nothing was read');
    const results = {
      [keyOf(change)]: [
        { statement: 'S4.001', test: 'a.test.ts', outcome: 'failed' as const, title: 'waits [S4.001] › half a second' },
        { statement: 'S4.002', test: 'b.test.ts', outcome: 'survived' as const, title: null },
      ],
    };
    const days = { date: '2026-11-27', ran: 1, allRan: '2026-11-26' };
    const page = render({ statements: [], changes: [change], reasons: new Map(), results, ...days });
    expect(page).toContain('All changes were run on 2026-11-26. Written on 2026-11-27, when 1 of them were run');
    expect(page).toContain('1 failed as they should, 1 survived, 1 were not run');
    expect(page).toContain('waits › half a second (`a.test.ts`)');
    expect(page).toMatch(/\*\*S4\.002\*\*.*\*\*survived\*\*: `b\.test\.ts`\. Two lines carry it\./);
    expect(page).toMatch(/\*\*S4\.002\*\*.*\*\*not run\*\*: `a\.test\.ts`/);
  });
});
