import { languageOf, showFirstTitle } from './first-title.ts';
import { type LostTexts, sayScriptsLost, STARTED } from './lost-first-script.ts';

/** Put in by the build: each in every language. */
declare const FIRST_TITLES: Readonly<Record<string, string>>;
declare const LOST_TEXTS: LostTexts;

/** The language that was chosen by hand; a browser that keeps nothing forgets it. */
function chosenLanguage(): string {
  try {
    return localStorage.getItem('wp-language') ?? '';
  } catch {
    return '';
  }
}

const root = document.querySelector('#root');
if (root !== null) {
  const wanted = [chosenLanguage(), ...navigator.languages];
  showFirstTitle(root, FIRST_TITLES, { path: location.pathname, wanted });
  // By then every script has come and begun, or will not come.
  addEventListener('load', () => {
    if (STARTED in document.documentElement.dataset) return;
    sayScriptsLost(root, LOST_TEXTS, languageOf(FIRST_TITLES, wanted), () => location.reload());
  });
}
