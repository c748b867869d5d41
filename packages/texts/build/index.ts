import { globSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';

interface ExtractedText {
  readonly id: string;
  readonly message: string;
}

/**
 * Texts are plain data beside their screen, so extraction reads the module instead of its syntax.
 * `lingui extract` writes what is found into the catalogues.
 */
const textsExtractor = {
  match: (file: string) => file.endsWith('/texts.ts'),
  async extract(file: string, _code: string, found: (text: ExtractedText & { origin: [string, number] }) => void) {
    for (const { id, message } of await readTexts(file)) found({ id, message, origin: [file, 1] });
  },
};

async function readTexts(file: string): Promise<ExtractedText[]> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, Record<string, ExtractedText>>;
  return Object.values(module).flatMap((texts) => Object.values(texts));
}

/** The settings of `lingui extract` for an application whose texts stand in `src/<folder>/<screen>/texts.ts`. */
export function linguiConfig(languages: readonly string[], folder: string) {
  return {
    sourceLocale: 'en',
    locales: [...languages],
    catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: [`<rootDir>/${folder}`] }],
    extractors: [textsExtractor],
    format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
    orderBy: 'messageId' as const,
  };
}

/** A text that is not in the English catalogue yet fails the build; the Lingui plugin does the same for translations. */
export function everyTextIsExtracted(application: string, pattern: string) {
  return {
    name: 'every-text-is-extracted',
    apply: 'build' as const,
    async buildStart(this: { error: (sentence: string) => never }) {
      const catalogue = readFileSync(`${application}/locales/en/messages.po`, 'utf8');
      for (const file of globSync(`${application}/${pattern}`)) {
        for (const { id, message } of await readTexts(file)) {
          const entry = `msgid "${id}"\nmsgstr ${JSON.stringify(message)}\n`;
          if (!catalogue.includes(entry)) this.error(`${id} is missing or old in locales/en: run "npm run texts"`);
        }
      }
    },
  };
}

/**
 * Compiles the English texts where they stand, so that each comes with the screen that shows it: the catalogue of all
 * English texts need not be loaded at all. The messages of the descriptors are then what Lingui makes of them.
 */
export function englishInItsPlace(application: string) {
  return {
    name: 'english-in-its-place',
    enforce: 'pre' as const,
    async load(id: string) {
      if (!id.startsWith(application) || !id.endsWith('/texts.ts')) return null;
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
