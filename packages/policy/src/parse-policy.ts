import { asSentence, sayProblem } from '@vestibule/contracts';
import { type Document, isCollection, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { knownKeysAt, type Policy, policySchema } from './policy-schema.ts';
import { sayReferenceProblem, sayYamlProblem } from './say-yaml-problem.ts';
import { unknownKey } from './unknown-key.ts';
import { findTooDeep } from './yaml-depth.ts';

export interface PolicyProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ParsedPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

type Path = readonly PropertyKey[];

/** A policy is a page of text; far larger ones are a mistake or an attack on the reader. */
const MAXIMUM_LENGTH = 1_000_000;

const TOO_DEEP =
  'Here it is nested deeper than any policy. Close each [ and { where its list or group ends, and leave out what no check names.';

/** Reads a policy file. Never throws; every problem says where in the file it is. */
export function parsePolicy(yamlText: string): ParsedPolicy {
  if (yamlText.length > MAXIMUM_LENGTH) return refuse([{ line: 1, column: 1, message: 'The file is too long.' }]);
  const lines = new LineCounter();
  try {
    const tooDeep = findTooDeep(yamlText);
    if (tooDeep !== null) return refuse([{ ...placeIn(yamlText, tooDeep), message: TOO_DEEP }]);
    const document = parseDocument(yamlText, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    if (document.errors.length > 0) {
      return refuse(
        document.errors.map((error) => ({ ...placeOf(lines, error.pos[0]), message: sayYamlProblem(error) })),
      );
    }
    const parsed = policySchema.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {}, { error: sayProblem });
    if (parsed.success) return { ok: true, policy: parsed.data };
    return refuse(parsed.error.issues.flatMap((issue) => problemsOf(issue, document, lines)));
  } catch (error) {
    return refuse([{ line: 1, column: 1, message: sayReferenceProblem(error) }]);
  }
}

type Issue = NonNullable<ReturnType<typeof policySchema.safeParse>['error']>['issues'][number];

function problemsOf(issue: Issue, document: Document, lines: LineCounter): PolicyProblem[] {
  const path = issue.path;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...placeOf(lines, offsetOf(document, [...path, key])),
      message: `${[...path, key].map(String).join('.')} ${unknownKey(knownKeysAt(path))}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const message = 'An exemption names a login or a deviceId, and until (a date), why and approvedBy.';
    return [{ ...placeOf(lines, offsetOf(document, path)), message }];
  }
  const name = path.length === 0 ? 'The policy' : path.map(String).join('.');
  return [{ ...placeOf(lines, offsetOf(document, path)), message: asSentence(`${name} ${issue.message}`) }];
}

function refuse(problems: readonly PolicyProblem[]): ParsedPolicy {
  const inOrder = problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
  return { ok: false, problems: inOrder };
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Where a value stands; for one that is missing, where the nearest thing around it begins. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isCollection(node)) {
      const item = node.items[Number(step)];
      node = isPair(item) ? item.value : item;
      if (isNode(node)) offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}
