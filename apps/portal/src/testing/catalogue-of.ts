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

/** The texts of one language by id; Lingui compiles them when they are used. */
export async function catalogueOf(language: keyof typeof FILES): Promise<Readonly<Record<string, string>>> {
  const file = await FILES[language]();
  const folders = Object.entries(OF_FOLDERS).flatMap(([path, text]) =>
    path.endsWith(`/${language}.po`) ? [text] : [],
  );
  const entries = [file.default, ...folders]
    .join('\n')
    .matchAll(/^msgid ("(?:[^"\\]|\\.)+")\nmsgstr ("(?:[^"\\]|\\.)*")$/gm);
  return Object.fromEntries([...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)]));
}

function unquoted(quoted: string): string {
  return JSON.parse(quoted) as string;
}
