/** The paths on which home comes first: its screen begins with the same title every time. */
const HOME = /^\/device-check(\/v2)?(\/|\/status)?$/;

/**
 * Shows the title of home until the scripts are here: on a slow line they take longer than a person waits for a sign
 * that something happens. React replaces it with the screen, whose title stands at the same place.
 * @param titles by language
 * @param wanted languages as the person asks for them, best first
 * @returns whether this page has one
 */
export function showFirstTitle(
  root: Element,
  titles: Readonly<Record<string, string>>,
  { path, wanted }: { readonly path: string; readonly wanted: readonly string[] },
): boolean {
  if (!HOME.test(path)) return false;
  const language = languageOf(titles, wanted);
  const header = document.createElement('div');
  header.className = 'first-header';
  const heading = document.createElement('h1');
  heading.className = 'first-title';
  heading.lang = language;
  heading.textContent = titles[language] ?? '';
  root.append(header, heading);
  return true;
}

/** The first of the wanted languages that there is, else English. @param texts by language */
export function languageOf(texts: Readonly<Record<string, string>>, wanted: readonly string[]): string {
  const names = [...wanted.map((tag) => tag.split('-')[0] ?? ''), 'en'];
  return names.find((name) => Object.hasOwn(texts, name)) ?? '';
}
