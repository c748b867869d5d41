import * as z from 'zod/mini';

/** What a value of any shape may hold, wherever one is taken and kept. */
export const JSON_BOUNDS = Object.freeze({
  /** Objects and arrays in each other. */
  depth: 16,
  /** Values altogether. */
  values: 20_000,
  /** Characters of a text. */
  textLength: 65_536,
  /** Characters of a name. */
  nameLength: 256,
});

/** Whether a value keeps within the bounds. Without recursion: no nesting is too deep to be refused. */
export function isBoundedJson(value: unknown): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let values = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    values += 1;
    if (values > JSON_BOUNDS.values) return false;
    if (typeof next.value === 'string' && next.value.length > JSON_BOUNDS.textLength) return false;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    const parts = Object.entries(next.value);
    if (depth > JSON_BOUNDS.depth || values + left.length + parts.length > JSON_BOUNDS.values) return false;
    for (const [name, part] of parts) {
      if (name.length > JSON_BOUNDS.nameLength) return false;
      left.push({ value: part, depth });
    }
  }
  return true;
}

/** Any JSON within the bounds. */
export const boundedJson = z.unknown().check(z.refine(isBoundedJson, 'is nested too deep, or too large'));
