/** The order matters: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /Chrom(?:e|ium)\/(\d+)/],
  ['Safari', /Version\/(\d+).* Safari\//],
] as const;

/** Phones first: they name the system they are made of too. */
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/**
 * What a browser calls itself, in short: 'Chrome 143 · Windows'. It is shown and never believed.
 * @returns null when it names neither a browser nor a system that is known
 */
export function describeBrowser(userAgent: string): string | null {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const parts = [browser, system].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' · ');
}
