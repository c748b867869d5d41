import { misuse } from './failure.ts';

/** Far beyond what any call takes. What is deeper could not even be written out again: that calls itself for each level. */
const DEPTH = 100;

/** Refuses a value whose groups and lists stand in each other too deep. @param where the file or the setting it came from */
export function refuseTooDeep(value: unknown, where: string): void {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth === DEPTH) {
      throw misuse(
        `${where} is nested deeper than ${DEPTH} groups and lists, and nothing here is: close each [ and { where it ends.`,
      );
    }
    for (const part of Object.values(next.value)) left.push({ value: part, depth: next.depth + 1 });
  }
}
