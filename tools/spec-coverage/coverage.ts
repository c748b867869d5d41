import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectProofs, type VitestReport } from './read-results.ts';
import { render } from './render.ts';
import { readStatements } from './statements.ts';

export const PAGE = 'docs/specification-coverage.md';
/** Both, or the page would forget what the other one proves. */
const RESULTS = ['unit', 'pages', 'browser'].map((project) => `.test-results/${project}.json`);

export type CoverageResult =
  | { readonly ok: true; readonly message: string }
  | { readonly ok: false; readonly message: string };

/**
 * Writes the page, or compares it with the one that is there.
 * @param root the project's folder, in which `.test-results` holds what vitest's JSON reporter wrote
 */
export function updateCoverage(root: string, mode: 'write' | 'check'): CoverageResult {
  const missing = RESULTS.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) return { ok: false, message: `${missing.join(' and ')} is not there: run "npm test" first.` };
  const reports = RESULTS.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as VitestReport);
  const statements = readStatements(root);
  const { proofs, refusals } = collectProofs(reports, statements, root);
  if (refusals.length > 0) return { ok: false, message: refusals.join('\n') };
  const page = render(statements, proofs);
  const path = join(root, PAGE);
  const old = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const summary = `${proofs.size} of ${statements.length} statements are named by a test that passed.`;
  if (mode === 'write') {
    writeFileSync(path, page);
    return { ok: true, message: summary };
  }
  if (old === page) return { ok: true, message: summary };
  return {
    ok: false,
    message: `${PAGE} is not what the tests prove today.\n${firstDifferences(old, page)}\nWrite it again with: npm run coverage`,
  };
}

const SHOWN = 10;

/** The tables of counts follow from these. */
function statementLines(page: string): ReadonlySet<string> {
  return new Set(page.split('\n').filter((line) => /^ *- /.test(line)));
}

function firstDifferences(old: string, now: string): string {
  const before = statementLines(old);
  const after = statementLines(now);
  const gone = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
  const come = [...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
  const more = gone.length + come.length - SHOWN;
  return [...[...gone, ...come].slice(0, SHOWN), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n');
}
