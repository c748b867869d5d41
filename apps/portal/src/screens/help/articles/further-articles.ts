import type { I18n } from '@lingui/core';
import { articleInWords } from '@vestibule/checks/article';
import type { Article, Library } from './article.ts';

/** Articles that stand in the folder of their check. */
const ARTICLES = import.meta.glob<Article>('../../../../../../packages/checks/src/*/article.ts', {
  eager: true,
  import: 'article',
});

/** A library with what the checks' own folders say, in the language of the page: their articles, and what they read. */
export function withFurtherArticles(library: Library, i18n: Pick<I18n, 'messages' | '_'>): Library {
  const say = (id: string, english: string) => (Object.hasOwn(i18n.messages, id) ? i18n._(id) : english);
  const further = Object.entries(ARTICLES).map(([path, article]) => {
    const name = path.split('/').at(-2) ?? '';
    return [name, articleInWords(name, article, say)] as const;
  });
  const [first, ...others] = library.whatWeRead.lists;
  const reads = further.flatMap(([, article]) => (article.reads === undefined ? [] : [article.reads]));
  const lists = first === undefined ? [] : [{ ...first, facts: [...first.facts, ...reads] }, ...others];
  return {
    ...library,
    articles: new Map([...library.articles, ...further]),
    whatWeRead: { ...library.whatWeRead, lists },
  };
}
