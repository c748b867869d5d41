import { type I18n, type Messages, setupI18n } from '@lingui/core';

/** The languages of the product, by their own names. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type LanguageName = keyof typeof LANGUAGE_NAMES;

/** Dates are written out the way visual.md asks: '30 November'. */
const FORMATS: { readonly [name in LanguageName]: string } = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es' };

/** Loads the compiled catalogue of one language, when it is wanted. */
export type Catalogues = { readonly [name in LanguageName]?: () => Promise<Messages> };

/**
 * Prepares the texts of one language.
 * @param catalogues those that an application has
 */
export async function loadLanguage(catalogues: Catalogues, name: LanguageName): Promise<I18n> {
  const i18n = setupI18n();
  const messages = (await catalogues[name]?.()) ?? {};
  i18n.loadAndActivate({ locale: name, locales: [FORMATS[name]], messages });
  return i18n;
}

/**
 * The first of the wanted languages that there is, else English.
 * @param wanted as in `navigator.languages`
 */
export function chooseLanguage(catalogues: Catalogues, wanted: readonly string[]): LanguageName {
  for (const tag of wanted) {
    const name = tag.split('-')[0];
    if (name !== undefined && isLanguageName(name) && Object.hasOwn(catalogues, name)) return name;
  }
  return 'en';
}

export function isLanguageName(name: string): name is LanguageName {
  return Object.hasOwn(LANGUAGE_NAMES, name);
}
