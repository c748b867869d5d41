/** JSON of a tool; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member deep inside a value of unknown shape; undefined when the way to it does not exist. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}
