import { showFirstTitle } from './first-title.ts';

/** Put in by the build: the title in every language. */
declare const FIRST_TITLES: Readonly<Record<string, string>>;

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
  showFirstTitle(root, FIRST_TITLES, { path: location.pathname, wanted: [chosenLanguage(), ...navigator.languages] });
}
