import { type Document, isCollection, isMap, parseDocument, type ToStringOptions } from 'yaml';

export interface ValueEdit {
  /** From the top of the policy: `['checks', 'FirewallEnable', 'severity']`. */
  readonly path: readonly (string | number)[];
  /** Plain data; undefined takes it out. */
  readonly value: unknown;
}

/**
 * The text of a policy with some values set or taken out, and nothing else changed: comments stay, and so does how it is
 * written. What is left empty by it goes as well. Whether the text says a policy then is not asked here.
 * @returns null when this text cannot be changed without changing anything else, as one that is written with anchors
 */
export function withValues(text: string, edits: readonly ValueEdit[]): string | null {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const style = styleOf(text);
  try {
    const wanted = edits.reduce((data, edit) => withValueInData(data, edit), plain(document));
    const before = document.toString(style);
    for (const edit of edits) setInDocument(document, edit);
    const after = document.toString(style);
    const isRight = (candidate: string) => {
      const read = parseDocument(candidate);
      return read.errors.length === 0 && isSame(plain(read), wanted);
    };
    return candidates(text, before, after).find(isRight) ?? null;
  } catch {
    // An alias that leads nowhere, or a step into a value that has no parts.
    return null;
  }
}

/**
 * The edited text: with the lines that did not change as they were written, and as the library writes all of it.
 * @param before the text as the library writes it. @param after the edited one as it does
 */
function candidates(text: string, before: string, after: string): readonly string[] {
  const [own, old, fresh] = [text, before, after].map((one) => one.split('\n')) as [string[], string[], string[]];
  if (own.length !== old.length) return [after];
  const isAlike = (index: number) => old.at(index) === fresh.at(index);
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && isAlike(head)) head += 1;
  let tail = 0;
  while (tail < most - head && isAlike(-1 - tail)) tail += 1;
  const changed = fresh.slice(head, fresh.length - tail);
  const around = (lines: readonly string[]) =>
    [...own.slice(0, head), ...lines, ...own.slice(own.length - tail)].join('\n');
  const tight = changed.map((line) => line.replaceAll(/\[ ([^[\]]*) \]/g, '[$1]'));
  return [...(text.includes('[ ') ? [] : [around(tight)]), around(changed), after];
}

const plain = (document: Document): unknown => document.toJS({ maxAliasCount: 100 });

/** However a text is written: the way of the library that keeps most of its lines letter by letter. */
function styleOf(text: string): ToStringOptions {
  const own = text.split('\n');
  const styles = [2, 4].flatMap((indent) =>
    [true, false].flatMap((indentSeq) =>
      [true, false].map((flowCollectionPadding) => ({ lineWidth: 0, indent, indentSeq, flowCollectionPadding })),
    ),
  );
  const counted = styles.map((style) => {
    const lines = parseDocument(text).toString(style).split('\n');
    return { style, kept: lines.filter((line, index) => line === own[index]).length };
  });
  return counted.toSorted((left, right) => right.kept - left.kept)[0]?.style ?? { lineWidth: 0 };
}

function setInDocument(document: Document, { path, value }: ValueEdit): void {
  if (value !== undefined) {
    const isSmall = typeof value === 'object' && value !== null;
    document.setIn(path, isSmall ? document.createNode(value, { flow: true }) : value);
    return;
  }
  document.deleteIn(path);
  const parent = path.slice(0, -1);
  const node = parent.length === 0 ? null : document.getIn(parent, true);
  if (!staysEmpty(parent) && isCollection(node) && node.items.length === 0)
    setInDocument(document, { path: parent, value });
}

/** The list of checks stays, also when there are none in it: a policy has one. */
const staysEmpty = (path: ValueEdit['path']) => path.length === 0 || (path.length === 1 && path[0] === 'checks');

function withValueInData(data: unknown, { path, value }: ValueEdit, at: ValueEdit['path'] = []): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(data)) {
    const list = Array.from<unknown>(data);
    const inner = withValueInData(list[Number(step)], { path: rest, value }, [...at, step]);
    if (inner === undefined) list.splice(Number(step), 1);
    else list[Number(step)] = inner;
    return list.length === 0 && !staysEmpty(at) ? undefined : list;
  }
  const record: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {};
  const inner = withValueInData(record[step], { path: rest, value }, [...at, step]);
  if (inner === undefined) delete record[step];
  else record[step] = inner;
  return Object.keys(record).length === 0 && !staysEmpty(at) ? undefined : record;
}

/** Whether two pieces of plain data say the same. The order of their keys says nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  return (
    names.length === others.length &&
    names.every((name) => isSame(left[name as keyof typeof left], right[name as keyof typeof right]))
  );
}
