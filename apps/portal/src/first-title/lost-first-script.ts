/** Said in place of the screens: by language. */
export interface LostTexts {
  readonly title: Readonly<Record<string, string>>;
  readonly tryAgain: Readonly<Record<string, string>>;
}

/** Set by the first line of the page's own script. */
export const STARTED = 'vestibuleStarted';

/**
 * Says that the connection is broken where the page has come and its scripts have not: else it would stay empty, or with its
 * first title, without end. It is loaded again when the computer is back on the network, and when the person asks.
 * @param root where the screens would be
 * @param language in which the first title stands as well
 */
export function sayScriptsLost(root: Element, texts: LostTexts, language: string, reload: () => void): void {
  const heading = document.createElement('h1');
  heading.className = 'first-title';
  heading.lang = language;
  heading.textContent = texts.title[language] ?? '';
  const button = document.createElement('button');
  button.className = 'first-again';
  button.lang = language;
  button.textContent = texts.tryAgain[language] ?? '';
  button.addEventListener('click', reload);
  addEventListener('online', reload);
  const main = document.createElement('main');
  main.append(heading, button);
  root.replaceChildren(main);
}
