import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One change on purpose, and the tests that have to notice it. */
export interface PlantedChange {
  readonly file: string;
  /** The text as it is; it stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Statement and test file: every named test of the statement in this file runs, and one of them has to fail. */
  readonly proofs: readonly { readonly statement: string; readonly test: string }[];
  /** Why a test of a statement does not fail, where that is known. */
  readonly note: string | undefined;
}

const CHANGES = join(import.meta.dirname, 'changes');
const PROOF = /^((?:S\d\.\d{3} )+)(\S+)$/;

/** @returns the changes in the order of the statements' sections */
export function readChanges(): readonly PlantedChange[] {
  return readdirSync(CHANGES)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .flatMap((name) => parseChanges(readFileSync(join(CHANGES, name), 'utf8')));
}

/**
 * Reads changes that an empty line separates: `@ file`, its lines `- as it is` and `+ instead`, and below them
 * `S9.001 S9.002 test-file`. A line `! …` says why a test survives it, a line `# …` is a comment.
 */
export function parseChanges(text: string): readonly PlantedChange[] {
  return text
    .split(/\n\n+/)
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    .filter((lines) => lines.length > 0)
    .map(parseChange);
}

function parseChange(lines: readonly string[]): PlantedChange {
  const after = (mark: string) => lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
  const proofs = lines.flatMap((line) => {
    const [, statements = '', test = ''] = PROOF.exec(line) ?? [];
    return statements.split(' ').flatMap((statement) => (statement === '' ? [] : [{ statement, test }]));
  });
  const [file] = after('@');
  const [note] = after('!');
  if (file === undefined || proofs.length === 0) throw new Error(`This is no planted change:\n${lines.join('\n')}`);
  return { file, from: after('-').join('\n'), to: after('+').join('\n'), proofs, note };
}

/** Statements without a change, each with the reason why: `S1.002 e2e/journeys/sign-in.test.ts only`. */
export function readReasons(): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  let reason = '';
  for (const line of readFileSync(join(import.meta.dirname, 'not-planted.txt'), 'utf8').split('\n')) {
    if (line.startsWith('# ')) reason = line.slice(2);
    for (const [id] of line.startsWith('#') ? [] : line.matchAll(/S\d\.\d{3}/g)) reasons.set(id, reason);
  }
  return reasons;
}

/** @returns how often the text stands in the file: once, or the change has to be written again */
export function countOf(root: string, { file, from }: PlantedChange): number {
  return from === '' ? 0 : readFileSync(join(root, file), 'utf8').split(from).length - 1;
}
