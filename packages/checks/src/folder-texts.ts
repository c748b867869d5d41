import type { CheckDefinition } from './definition.ts';

interface FolderText {
  readonly id: string;
  readonly message: string;
}

/**
 * The English of a check's folder by the ids under which `words` in the same folder translates it.
 * `npm run texts` reads it; no page loads it.
 */
export function folderTexts({ type, texts }: CheckDefinition): Readonly<Record<string, FolderText>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, message]) => [`${type}.${key}`, { id: `${type}.${key}`, message }]),
  );
}
