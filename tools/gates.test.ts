import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkDeadCode } from '../scripts/gates/dead-code.ts';
import { checkFormat } from '../scripts/gates/format.ts';
import type { Gate, GateResult } from '../scripts/gates/gate.ts';
import { checkImports } from '../scripts/gates/imports.ts';
import { checkLint } from '../scripts/gates/lint.ts';
import { checkSize } from '../scripts/gates/size.ts';
import { checkTypes } from '../scripts/gates/types.ts';
import { makeTree, type Tree } from './gates/fixture.ts';
import { PLANTS } from './gates/plants.ts';

const trees: Tree[] = [];

function plant(files: Readonly<Record<string, string | null>>, base?: Readonly<Record<string, string>>): Tree {
  const tree = makeTree(base);
  trees.push(tree);
  for (const [file, text] of Object.entries(files)) tree.put(file, text);
  return tree;
}

afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

const EMPTY = { 'package.json': '{ "name": "empty" }\n' };

/** With each gate a tree in which it sees nothing: what is left after a folder was renamed or a pattern mistyped. */
const GATES: readonly (readonly [string, Gate, Readonly<Record<string, string>>])[] = [
  ['format', checkFormat, { 'biome.json': '{ "files": { "includes": ["nowhere/**"] } }' }],
  ['lint', checkLint, { '.oxlintrc.json': '{ "ignorePatterns": ["**"] }' }],
  ['types', checkTypes, EMPTY],
  ['imports', checkImports, EMPTY],
  ['dead code', checkDeadCode, EMPTY],
  ['size', checkSize, EMPTY],
];

describe.each(GATES)('the %s gate', (name, gate, blinding) => {
  it('passes the clean tree and says how much it saw', async () => {
    const result = await gate(plant({}).root);
    expect(result.output).toBe('');
    expect(result).toMatchObject({ name, ok: true });
    expect(result.seen).toBeGreaterThan(1);
  });

  it('fails when it sees nothing', async () => {
    const result = await gate(plant({}, blinding).root);
    expect(result).toMatchObject({ ok: false, seen: 0 });
    expect(result.output).toContain('saw nothing to check');
  });
});

describe.each(PLANTS)('a violation planted for $gate', ({ run, violations }) => {
  let result: GateResult;

  beforeAll(async () => {
    const tree = makeTree();
    for (const { file, text } of violations) tree.put(file, text);
    result = await run(tree.root);
    tree.remove();
  });

  it.each(violations)('is seen: $what', ({ found }) => {
    expect(result.ok).toBe(false);
    expect(result.output).toMatch(found);
  });
});
