/**
 * A value as one line for each thing in it, by the names under which it is reported: 'isOn: true'.
 * @param value of JSON
 */
export function linesOf(value: unknown): readonly string[] {
  return lines(value, '');
}

function lines(value: unknown, path: string): readonly string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) {
    const word = typeof value === 'string' ? value : JSON.stringify(value);
    return [path === '' ? word : `${path}: ${word}`];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return [path === '' ? '–' : `${path}: –`];
  const isList = Array.isArray(value);
  return entries.flatMap(([name, inner]) => {
    const place = isList ? `[${Number(name) + 1}]` : name;
    return lines(inner, path === '' || isList ? `${path}${place}` : `${path}.${place}`);
  });
}
