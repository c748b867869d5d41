import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { messages as english } from '../../locales/en/messages.po';

interface Language {
  /** Dates are written out the way visual.md asks: '30 November'. */
  readonly formats: string;
  readonly load: () => Promise<Messages>;
}

/**
 * The languages of the portal. A further one is a folder in `locales` and a line here, loaded when it is wanted:
 * `de: { formats: 'de', load: async () => (await import('../../locales/de/messages.po')).messages }`
 */
const LANGUAGES = {
  en: { formats: 'en-GB', load: () => Promise.resolve(english) },
} satisfies { readonly [language: string]: Language };

export type LanguageName = keyof typeof LANGUAGES;

/**
 * Prepares the texts of one language.
 * @param name the language to show
 */
export async function loadLanguage(name: LanguageName): Promise<I18n> {
  const { formats, load } = LANGUAGES[name];
  const i18n = setupI18n();
  i18n.loadAndActivate({ locale: name, locales: [formats], messages: await load() });
  return i18n;
}

/**
 * The first of the wanted languages that there is, else English.
 * @param wanted as in `navigator.languages`
 */
export function chooseLanguage(wanted: readonly string[]): LanguageName {
  for (const tag of wanted) {
    const name = tag.split('-')[0];
    if (name !== undefined && isLanguageName(name)) return name;
  }
  return 'en';
}

function isLanguageName(name: string): name is LanguageName {
  return Object.hasOwn(LANGUAGES, name);
}
