/** The catalogues as they stand in their files. */
const FILES = {
  en: () => import('../../locales/en/messages.po?raw'),
  de: () => import('../../locales/de/messages.po?raw'),
  fr: () => import('../../locales/fr/messages.po?raw'),
  es: () => import('../../locales/es/messages.po?raw'),
};

/** Those that stand in the folders of their checks. */
const OF_FOLDERS = import.meta.glob<string>('../../../../packages/checks/src/*/words/*.po', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Those of the help articles, which no page loads but the help. */
const OF_ARTICLES = import.meta.glob<string>(
  ['../../../../packages/checks/src/*/article-words/*.po', '../screens/help/*/article-words/*.po'],
  { eager: true, query: '?raw', import: 'default' },
);

type Catalogue = Readonly<Record<string, string>>;

/** The texts of one language by id; Lingui compiles them when they are used. */
export async function catalogueOf(language: keyof typeof FILES): Promise<Catalogue> {
  const file = await FILES[language]();
  return entriesOf([file.default, ...ofLanguage(OF_FOLDERS, language)]);
}

/** The words of the help articles of one language by id. */
export function articleWordsOf(language: keyof typeof FILES): Catalogue {
  return entriesOf(ofLanguage(OF_ARTICLES, language));
}

function ofLanguage(files: Readonly<Record<string, string>>, language: string): readonly string[] {
  return Object.entries(files).flatMap(([path, text]) => (path.endsWith(`/${language}.po`) ? [text] : []));
}

function entriesOf(texts: readonly string[]): Catalogue {
  const entries = texts.join('\n').matchAll(/^msgid ("(?:[^"\\]|\\.)+")\nmsgstr ("(?:[^"\\]|\\.)*")$/gm);
  return Object.fromEntries([...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)]));
}

function unquoted(quoted: string): string {
  return JSON.parse(quoted) as string;
}
