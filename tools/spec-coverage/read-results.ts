import { relative } from 'node:path';
import type { Statement } from './statements.ts';

/** What vitest's JSON reporter writes, as far as it is used here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly VitestCase[];
  }[];
}

interface VitestCase {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

/** A test that passed and names the statement. */
export interface Proof {
  readonly title: string;
  readonly file: string;
}

export interface Collected {
  readonly proofs: ReadonlyMap<string, readonly Proof[]>;
  /** One sentence for each test whose ids are refused. */
  readonly refusals: readonly string[];
}

/** A test that names more proves none of them in particular. */
export const MOST_IDS = 3;
const GROUP = /\s*\[(S\d+\.\d+(?:\s*,\s*S\d+\.\d+)*)\]/g;

/**
 * Collects the statement ids that stand in the full titles of tests: `[S4.031]` or `[S4.031, S4.032]`.
 * @param root the folder that file names are told from
 */
export function collectProofs(
  reports: readonly VitestReport[],
  statements: readonly Statement[],
  root: string,
): Collected {
  const known = new Set(statements.map(({ id }) => id));
  const proofs = new Map<string, Proof[]>();
  const refusals: string[] = [];
  const files = reports.flatMap((report) => report.testResults);
  for (const { name, assertionResults } of files) {
    const file = relative(root, name).replaceAll('\\', '/');
    for (const test of assertionResults) {
      const fullTitle = [...test.ancestorTitles, test.title].join(' › ');
      const ids = idsIn(fullTitle);
      const refusal = refuse(ids, known);
      if (refusal !== null) refusals.push(`${file}: "${fullTitle}" ${refusal}`);
      else if (test.status === 'passed') {
        for (const id of ids)
          proofs.set(id, [...(proofs.get(id) ?? []), { title: fullTitle.replaceAll(GROUP, ''), file }]);
      }
    }
  }
  return { proofs, refusals: refusals.toSorted() };
}

function idsIn(title: string): string[] {
  const ids = [...title.matchAll(GROUP)].flatMap((match) => (match[1] ?? '').split(',').map((id) => id.trim()));
  return [...new Set(ids)];
}

function refuse(ids: readonly string[], known: ReadonlySet<string>): string | null {
  if (ids.length > MOST_IDS)
    return `names ${ids.length} statements; ${MOST_IDS} at most, so that each is really proved.`;
  const unknown = ids.filter((id) => !known.has(id));
  return unknown.length === 0 ? null : `names ${unknown.join(', ')}, which the specification does not have.`;
}
