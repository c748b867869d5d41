import type { Library } from './article.ts';
import { english } from './en/library.ts';

/** A further language is a folder beside `en` and a line here. */
const LIBRARIES: Readonly<Record<string, Library>> = { en: english };

/**
 * The articles in the language of the person, else in English.
 * @param locale as the loaded texts name it
 */
export function libraryFor(locale: string): Library {
  return (Object.hasOwn(LIBRARIES, locale) ? LIBRARIES[locale] : undefined) ?? english;
}
