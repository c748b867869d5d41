import type { CheckDefinition, TextRef } from './definition.ts';

/**
 * The English text of a reference, its `{name}` placeholders filled in. A key that the check has no text for is shown as
 * it is: unknown checks are titled so.
 */
export function renderText(definition: Pick<CheckDefinition, 'texts'>, { key, values }: TextRef): string {
  const text = Object.hasOwn(definition.texts, key) ? (definition.texts[key] ?? key) : key;
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    values !== undefined && Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
}
