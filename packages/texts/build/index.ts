import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { inWords } from '../src/in-words.ts';
import { LANGUAGE_NAMES } from '../src/languages.ts';

const poFormat = formatter({ lineNumbers: false, explicitIdAsDefault: true });

/** A help article: a structure whose words lie in `article-words`. */
const ARTICLE = 'article.ts';

interface ExtractedText {
  readonly id: string;
  readonly message: string;
}

/**
 * Texts are plain data next to their screen, and articles are data too, so extraction reads the module instead of its syntax.
 * `lingui extract` writes what is found into the catalogues.
 */
const textsExtractor = {
  match: (file: string) => ['texts.ts', ARTICLE].includes(basename(file)),
  async extract(file: string, _code: string, found: (text: ExtractedText & { origin: [string, number] }) => void) {
    for (const { id, message } of await readTexts(file)) found({ id, message, origin: [file, 1] });
  },
};

async function readTexts(file: string): Promise<ExtractedText[]> {
  if (basename(file) === ARTICLE) {
    const { article } = (await import(pathToFileURL(file).href)) as { readonly article: unknown };
    const found: ExtractedText[] = [];
    inWords(`help.${basename(dirname(file))}`, article, (id, message) => {
      found.push({ id, message });
      return message;
    });
    return found;
  }
  const module = (await import(pathToFileURL(file).href)) as Record<string, Record<string, ExtractedText>>;
  return Object.values(module).flatMap((texts) => Object.values(texts));
}

/** As the format writes it; in `article-words` each text would name the one article in the folder above, so none does. */
const serialize: typeof poFormat.serialize = (catalog, context) => {
  const entries = Object.entries(catalog).map(([id, entry]) => {
    const isOfArticle = entry.origin?.some(([file]) => basename(file) === ARTICLE) ?? false;
    return [id, isOfArticle ? { ...entry, origin: [] } : entry] as const;
  });
  return poFormat.serialize(Object.fromEntries(entries), context);
};

/**
 * The settings of `lingui extract`.
 * @param folders below which texts stand in files named `texts.ts`, from the application's folder
 */
export function linguiConfig(...folders: readonly string[]) {
  return {
    sourceLocale: 'en',
    locales: Object.keys(LANGUAGE_NAMES),
    catalogs: [
      {
        path: '<rootDir>/locales/{locale}/messages',
        include: folders.map((folder) => `<rootDir>/${folder}`),
        exclude: [`**/${ARTICLE}`],
      },
    ],
    extractors: [textsExtractor],
    format: { ...poFormat, serialize },
    orderBy: 'messageId' as const,
  };
}

/** Where a folder keeps the words of one of its files in each language. */
function wordsOf(file: string): string {
  return join(dirname(file), basename(file) === ARTICLE ? 'article-words' : 'words');
}

/**
 * Catalogues of folders that keep their words in four languages next to their `texts.ts`, and next to their article.
 * @param from folder of the configuration
 */
export function catalogsOfFolders(from: string, ...folders: readonly string[]) {
  return folders.flatMap((folder) =>
    globSync('*/{texts,article}.ts', { cwd: join(from, folder) }).map((file) => ({
      path: `<rootDir>/${folder}/${wordsOf(file)}/{locale}`,
      include: [`<rootDir>/${folder}/${file}`],
    })),
  );
}

/** A text that is not in the English catalogue yet fails the build; the Lingui plugin does the same for translations. */
export function everyTextIsExtracted(application: string, ...patterns: readonly string[]) {
  return {
    name: 'every-text-is-extracted',
    apply: 'build' as const,
    async buildStart(this: { error: (sentence: string) => never }) {
      const main = readFileSync(`${application}/locales/en/messages.po`, 'utf8');
      for (const file of patterns.flatMap((pattern) => globSync(join(application, pattern)))) {
        const own = join(wordsOf(file), 'en.po');
        const catalogue = existsSync(own) ? readFileSync(own, 'utf8') : main;
        for (const { id, message } of await readTexts(file)) {
          const entry = `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(message)}\n`;
          if (!catalogue.includes(entry))
            this.error(`${id} is missing or old in the English catalogue: run "npm run texts"`);
        }
      }
    },
  };
}

/**
 * One text in several languages, for what is shown before the catalogues are there.
 * @returns by language
 */
export async function translationsOf(application: string, id: string): Promise<Readonly<Record<string, string>>> {
  const read = async (locale: string) => {
    const filename = `${application}/locales/${locale}/messages.po`;
    const catalogue = await poFormat.parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename });
    const text = catalogue[id]?.translation;
    if (text === undefined || text === '') throw new Error(`${id} is missing in locales/${locale}.`);
    return [locale, text] as const;
  };
  return Object.fromEntries(await Promise.all(Object.keys(LANGUAGE_NAMES).map(read)));
}

/**
 * Compiles the English texts where they stand, so that each comes with the screen that shows it: the catalogue of all
 * English texts need not be loaded at all. The messages of the descriptors are then what Lingui makes of them.
 * @param from folders, and single files, whose texts these are
 */
export function englishInItsPlace(...from: readonly string[]) {
  return {
    name: 'english-in-its-place',
    enforce: 'pre' as const,
    async load(id: string) {
      if (!id.endsWith('/texts.ts') || !from.some((path) => id.startsWith(path))) return null;
      const modified = statSync(id).mtimeMs;
      const module = (await import(`${pathToFileURL(id).href}?${modified}`)) as Record<string, TextsOfScreen>;
      const lines = Object.entries(module).map(
        ([name, texts]) => `export const ${name} = ${JSON.stringify(compile(texts))};`,
      );
      return { code: lines.join('\n'), moduleType: 'js' as const };
    },
  };
}

type TextsOfScreen = Readonly<Record<string, ExtractedText>>;

function compile(texts: TextsOfScreen): Readonly<Record<string, { readonly id: string; readonly message: unknown }>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { id, message }]) => {
      const compiled = compileMessage(message);
      return [name, { id, message: typeof compiled === 'string' ? [compiled] : compiled }];
    }),
  );
}
