import { isLanguageName, type LanguageName } from '@vestibule/texts';

const KEY = 'wp-language';

/** The language that a person chose, remembered by the browser. */
export interface LanguageStore {
  /** Null when none was chosen, or when what is there is no language of the product. */
  read(): LanguageName | null;
  write(language: LanguageName): void;
}

/** @param openStorage as `() => window.localStorage`, which throws where a browser keeps nothing */
export function createLanguageStore(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>): LanguageStore {
  return {
    read() {
      try {
        const stored = openStorage().getItem(KEY);
        return stored !== null && isLanguageName(stored) ? stored : null;
      } catch {
        return null;
      }
    },
    write(language) {
      try {
        openStorage().setItem(KEY, language);
      } catch {
        // The choice then holds for this visit.
      }
    },
  };
}
