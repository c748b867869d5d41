import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE, updateCoverage } from './coverage.ts';
import { collectProofs, type VitestReport } from './read-results.ts';
import { render } from './render.ts';
import { readStatements, STATEMENTS_FILE, type Statement } from './statements.ts';

const PROJECT = join(import.meta.dirname, '../..');
const statements: readonly Statement[] = [
  { id: 'S2.001', parts: ['portal'], text: 'Every route is exact.' },
  { id: 'S2.002', parts: ['portal', 'server'], text: 'An unknown path leads home.' },
  { id: 'S4.001', parts: ['server'], text: 'A permit works once.' },
  { id: 'S4.002', parts: ['server'], text: 'Context.', untestable: 'held by the whole' },
];

function report(...tests: (readonly [title: string, status: string, ancestor?: string])[]): VitestReport {
  const assertionResults = tests.map(([title, status, ancestor]) => ({
    title,
    status,
    ancestorTitles: ancestor === undefined ? [] : [ancestor],
  }));
  return { testResults: [{ name: '/project/packages/flows/src/a.test.ts', assertionResults }] };
}

const collect = (...tests: Parameters<typeof report>) => collectProofs([report(...tests)], statements, '/project');

describe('ids in titles', () => {
  it('are taken from tests that passed, with the title of their group', () => {
    const { proofs, refusals } = collect(
      ['goes home [S2.002]', 'passed', 'routes [S2.001]'],
      ['is spent [S4.001]', 'failed'],
      ['is spent twice [S4.001]', 'skipped'],
    );
    expect(refusals).toEqual([]);
    expect([...proofs.keys()].toSorted()).toEqual(['S2.001', 'S2.002']);
    expect(proofs.get('S2.002')).toEqual([{ title: 'routes › goes home', file: 'packages/flows/src/a.test.ts' }]);
  });

  it('may be several in one pair of brackets', () => {
    expect([...collect(['works [S2.001, S2.002,S4.001]', 'passed']).proofs.keys()]).toHaveLength(3);
  });

  it('are refused when there are more than three', () => {
    const { refusals, proofs } = collect(['does all [S2.001, S2.002]', 'passed', 'group [S4.001, S4.002]']);
    expect(refusals).toEqual([expect.stringContaining('names 4 statements; 3 at most')]);
    expect(proofs.size).toBe(0);
  });

  it('are refused when the specification does not have them, even in a test that failed', () => {
    expect(collect(['is new [S4.999]', 'failed']).refusals).toEqual([expect.stringContaining('names S4.999')]);
    expect(collect(['is short [S4.1]', 'passed']).refusals).toEqual([expect.stringContaining('names S4.1,')]);
  });
});

describe('the page', () => {
  const { proofs } = collect(['b goes home [S2.002]', 'passed'], ['a goes home [S2.002]', 'passed']);
  const page = render(statements, proofs);

  it('counts by section and by part, without what no test can prove', () => {
    expect(page).toContain('| 2. Screens and routes | 1/2 |');
    expect(page).toContain('| 4. States and transitions | 0/1 |');
    expect(page).toContain('| All | 1/3 |');
    expect(page).toContain('| portal | 1/2; no test of its own: S2.001 |');
    expect(page).toContain('| server | 0/2; no test of its own: S2.002, S4.001 |');
  });

  it('counts a statement for a part only by a test of that part, or one that runs every part', () => {
    const from = (file: string) => {
      const { testResults } = report(['goes home [S2.002]', 'passed']);
      const moved = testResults.map((result) => ({ ...result, name: `/project/${file}` }));
      return render(statements, collectProofs([{ testResults: moved }], statements, '/project').proofs);
    };
    expect(from('packages/flows/src/a.test.ts')).toContain('An unknown path leads home. *No test of: server.*');
    expect(from('apps/server/src/a.test.ts')).toContain('An unknown path leads home. *No test of: portal.*');
    expect(from('packages/contracts/src/a.test.ts')).toContain('*No test of: portal, server.*');
    const whole = from('e2e/journeys/a.test.ts');
    expect(whole).toContain('| portal | 1/2; no test of its own: S2.001 |');
    expect(whole).toContain('| server | 1/2; no test of its own: S4.001 |');
    expect(whole).not.toContain('No test of');
  });

  it('lists the tests of a statement in order, and says what is open', () => {
    expect(page).toContain(
      '- **S2.002** An unknown path leads home. *No test of: server.*\n  - a goes home (`packages/flows/src/a.test.ts`)\n  - b goes home',
    );
    expect(page).toContain('- S2.001 Every route is exact. *Not proved yet.*');
    expect(page).toContain('- S4.002 Context. *Not testable: held by the whole.*');
  });

  it('does not depend on the order of tests and statements', () => {
    const other = collect(['a goes home [S2.002]', 'passed'], ['b goes home [S2.002]', 'passed']);
    expect(render(statements.toReversed(), other.proofs)).toBe(page);
  });
});

describe('the command', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vestibule-coverage-'));
    mkdirSync(join(root, 'docs/specification'), { recursive: true });
    writeFileSync(join(root, STATEMENTS_FILE), JSON.stringify(statements));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function ran(...tests: Parameters<typeof report>) {
    mkdirSync(join(root, '.test-results'), { recursive: true });
    writeFileSync(join(root, '.test-results/unit.json'), JSON.stringify(report(...tests)));
    writeFileSync(join(root, '.test-results/pages.json'), JSON.stringify({ testResults: [] }));
    writeFileSync(join(root, '.test-results/browser.json'), JSON.stringify({ testResults: [] }));
  }

  it('asks for test results first', () => {
    expect(updateCoverage(root, 'write')).toEqual({
      ok: false,
      message: expect.stringContaining('run "npm test" first'),
    });
  });

  it('does not write half a page', () => {
    ran(['goes home [S2.002]', 'passed']);
    rmSync(join(root, '.test-results/browser.json'));
    expect(updateCoverage(root, 'write')).toEqual({
      ok: false,
      message: '.test-results/browser.json is not there: run "npm test" first.',
    });
  });

  it('writes the page, and is content with it afterwards', () => {
    ran(['goes home [S2.002]', 'passed']);
    expect(updateCoverage(root, 'write').ok).toBe(true);
    expect(readFileSync(join(root, PAGE), 'utf8')).toContain('**S2.002**');
    expect(updateCoverage(root, 'check')).toEqual({
      ok: true,
      message: '1 of 4 statements are named by a test that passed.',
    });
  });

  it('says what is different and how to mend it', () => {
    ran(['goes home [S2.002]', 'passed']);
    updateCoverage(root, 'write');
    ran(['is spent [S4.001]', 'passed']);
    const { ok, message } = updateCoverage(root, 'check');
    expect(ok).toBe(false);
    expect(message).toContain('+ - **S4.001** A permit works once.');
    expect(message).toContain('npm run coverage');
  });

  it('writes nothing when an id is refused', () => {
    ran(['is new [S9.999]', 'passed']);
    expect(updateCoverage(root, 'write')).toMatchObject({ ok: false });
  });
});

it('the committed statements are whole: 565 with unique ids', () => {
  const committed = readStatements(PROJECT);
  expect(committed).toHaveLength(565);
  expect(new Set(committed.map(({ id }) => id)).size).toBe(565);
  expect(committed.every(({ id, parts, text }) => /^S[1-9]\.\d{3}$/.test(id) && parts.length > 0 && text !== '')).toBe(
    true,
  );
});
