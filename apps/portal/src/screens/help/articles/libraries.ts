import type { Library } from './article.ts';
import { english } from './en/library.ts';

/** Loaded when somebody reads it; a further language is a folder beside `en` and a line here. */
const LOADS: Readonly<Record<string, () => Promise<Library>>> = {
  de: async () => (await import('./de/library.ts')).german,
  fr: async () => (await import('./fr/library.ts')).french,
  es: async () => (await import('./es/library.ts')).spanish,
};

const loaded = new Map<string, Promise<Library>>();

/**
 * The articles in the language of the person, else in English, which is there at once. So it is when the others cannot be
 * loaded.
 * @param locale as the loaded texts name it
 */
export function libraryFor(locale: string): Library | Promise<Library> {
  const load = Object.hasOwn(LOADS, locale) ? LOADS[locale] : undefined;
  if (load === undefined) return english;
  const library = loaded.get(locale) ?? load().catch(() => english);
  loaded.set(locale, library);
  return library;
}
