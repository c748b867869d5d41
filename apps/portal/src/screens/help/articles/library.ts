import { type Messages, setupI18n } from '@lingui/core';
import { inWords } from '@vestibule/texts';
import { article as browserExtension } from '../browser-extension/article.ts';
import { article as everyArticle } from '../every-article/article.ts';
import { article as whatWeRead } from '../what-we-read/article.ts';
import type { Article, Library } from './library-types.ts';
import { WORDS } from './words.ts';

/** In the folders of their checks: structure, links, commands and English. */
const OF_CHECKS = import.meta.glob<Article>('../../../../../../packages/checks/src/*/article.ts', {
  eager: true,
  import: 'article',
});

/** Written out, not derived from the names of the checks: those are in what loads first, and handing them on costs it bytes. */
const SPECIFIED = [
  ...['no-active-infections', 'os-supported', 'known-device', 'password-set', 'firewall-enable'],
  ...['anti-virus-installed', 'anti-virus-realtime-protection', 'anti-virus-signatures-up-to-date', 'device-encrypted'],
  ...['os-auto-update-enable', 'screen-saver-state', 'screen-saver-password-protected', 'screen-saver-timeout'],
  ...['managed-device', 'rmm-agent'],
];

/** The specification's checks as the portal lists them, the extension, then the further checks by name. */
const ARTICLES: ReadonlyMap<string, Article> = inOrder();

function inOrder(): ReadonlyMap<string, Article> {
  const ofChecks = new Map(Object.entries(OF_CHECKS).map(([path, article]) => [path.split('/').at(-2) ?? '', article]));
  const specified = SPECIFIED.flatMap((name) => {
    const article = ofChecks.get(name);
    return article === undefined ? [] : [[name, article] as const];
  });
  return new Map([...specified, ['browser-extension', browserExtension], ...ofChecks]);
}

const loaded = new Map<string, Promise<Library>>();

/** The library in words. @param messages of its articles; what is not among them stays English */
export function libraryIn(locale: string, messages: Messages): Library {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const say = (id: string, english: string) => (Object.hasOwn(messages, id) ? i18n._(id) : english);
  const articles = [...ARTICLES].map(([name, article]) => [name, inWords(`help.${name}`, article, say)] as const);
  const { lists, ...others } = inWords('help.what-we-read', whatWeRead, say);
  const reads = articles.flatMap(([, article]) => article.reads ?? []);
  return {
    ...inWords('help.every-article', everyArticle, say),
    articles: new Map(articles),
    whatWeRead: {
      ...others,
      lists: lists.map((list, index) => (index === 0 ? { ...list, facts: [...list.facts, ...reads] } : list)),
    },
  };
}

export const english = libraryIn('en', {});

/**
 * The articles in the language of the person, else in English, which is there at once. So it is when the others cannot be
 * loaded.
 * @param locale as the loaded texts name it
 */
export function libraryFor(locale: string): Library | Promise<Library> {
  const load = Object.hasOwn(WORDS, locale) ? WORDS[locale] : undefined;
  if (load === undefined) return english;
  const library =
    loaded.get(locale) ??
    load().then(
      (messages) => libraryIn(locale, messages),
      () => english,
    );
  loaded.set(locale, library);
  return library;
}
