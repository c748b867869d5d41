import type { Wording } from './definition.ts';

/**
 * The English text of a reference, its `{name}` placeholders filled in. A key that the check has no text for is shown as
 * it is: unknown checks are titled so.
 */
export function renderText(definition: { readonly texts: Readonly<Record<string, string>> }, wording: Wording): string {
  if (typeof wording === 'string') return wording;
  const { key, values = {} } = wording;
  const text = Object.hasOwn(definition.texts, key) ? (definition.texts[key] ?? key) : key;
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    if (typeof value === 'number') return String(value);
    return Array.isArray(value) ? value.join(', ') : renderText(definition, value as Wording);
  });
}
