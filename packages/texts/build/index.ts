import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { formatter } from '@lingui/format-po';

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
