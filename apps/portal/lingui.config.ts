import { pathToFileURL } from 'node:url';
import { defineConfig } from '@lingui/cli';
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
    const module = (await import(pathToFileURL(file).href)) as Record<string, Record<string, ExtractedText>>;
    for (const texts of Object.values(module)) {
      for (const { id, message } of Object.values(texts)) found({ id, message, origin: [file, 1] });
    }
  },
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['<rootDir>/src/screens'] }],
  extractors: [textsExtractor],
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'messageId',
});
