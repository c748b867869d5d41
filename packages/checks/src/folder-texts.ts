import { type Article, articleInWords } from './article.ts';
import type { CheckDefinition } from './definition.ts';

interface FolderText {
  readonly id: string;
  readonly message: string;
}

/**
 * The English of a check's folder, its article with it, by the ids under which `words` in the same folder translates it.
 * `npm run texts` reads it; no page loads it.
 */
export function folderTexts(definition: CheckDefinition, article: Article): Readonly<Record<string, FolderText>> {
  const own = Object.entries(definition.texts).map(([key, message]) => ({ id: `${definition.type}.${key}`, message }));
  const found: FolderText[] = [];
  articleInWords(definition.helpArticle ?? '', article, (id, message) => {
    found.push({ id, message });
    return message;
  });
  return Object.fromEntries([...own, ...found].map((text) => [text.id, text]));
}
