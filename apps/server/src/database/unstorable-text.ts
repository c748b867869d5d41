/**
 * Finds a text that PostgreSQL cannot keep: one with U+0000, or with half of a surrogate pair. Without recursion, so that
 * no nesting is too deep.
 * @returns where it is, as `body.details.deviceName`; null when there is none
 */
export function findUnstorableText(value: unknown, place: readonly string[]): string | null {
  const left: { readonly value: unknown; readonly place: readonly string[] }[] = [{ value, place }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return next.place.join('.');
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, part] of Object.entries(next.value)) {
      if (!isStorable(key)) return next.place.join('.');
      left.push({ value: part, place: [...next.place.slice(0, 8), key] });
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
