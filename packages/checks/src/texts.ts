import { CLIENT_SENTENCES, SPECIFIED_CHECK_TYPES } from '@vestibule/contracts';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { UNKNOWN_TEXTS } from './unknown-texts.ts';

/**
 * Every English text of the specification's checks by the id under which the portal's catalogues have its translations: of the checks
 * themselves, of what could not be read, and of what extension and client say. Further checks have theirs in their folders. Read by the extraction of texts, and
 * loaded by no page: what is English comes with the answer of the server.
 */
export const checkTexts = idsAndMessages([
  ...SPECIFIED_CHECK_TYPES.flatMap((type) => withPrefix(type, CHECK_DEFINITIONS[type].texts)),
  ...withPrefix('unknown', UNKNOWN_TEXTS),
  ...CLIENT_SENTENCES.map((sentence) => [`said.${sentence}`, sentence] as const),
]);

function withPrefix(prefix: string, texts: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]);
}

function idsAndMessages(texts: readonly (readonly [id: string, message: string])[]) {
  return Object.fromEntries(texts.map(([id, message]) => [id, { id, message }]));
}
