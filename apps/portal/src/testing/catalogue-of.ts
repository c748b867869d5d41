/** The catalogues as they stand in their files. */
const FILES = {
  en: () => import('../../locales/en/messages.po?raw'),
  de: () => import('../../locales/de/messages.po?raw'),
  fr: () => import('../../locales/fr/messages.po?raw'),
  es: () => import('../../locales/es/messages.po?raw'),
};

/** The texts of one language by id; Lingui compiles them when they are used. */
export async function catalogueOf(language: keyof typeof FILES): Promise<Readonly<Record<string, string>>> {
  const file = await FILES[language]();
  const entries = file.default.matchAll(/^msgid ("(?:[^"\\]|\\.)+")\nmsgstr ("(?:[^"\\]|\\.)*")$/gm);
  return Object.fromEntries([...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)]));
}

function unquoted(quoted: string): string {
  return JSON.parse(quoted) as string;
}
