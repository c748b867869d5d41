import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One sentence of the specification that a test can prove. */
export interface Statement {
  /** Section and number: `S4.031`. */
  readonly id: string;
  readonly parts: readonly string[];
  readonly text: string;
  /** Why no test can prove it. */
  readonly untestable?: string;
}

export const STATEMENTS_FILE = 'docs/specification/statements.json';

/** @param root the project's folder */
export function readStatements(root: string): readonly Statement[] {
  return JSON.parse(readFileSync(join(root, STATEMENTS_FILE), 'utf8')) as Statement[];
}

/** @returns the number before the dot: 4 for `S4.031` */
export function sectionOf(id: string): number {
  return Number(/^S(\d+)\./.exec(id)?.[1]);
}
