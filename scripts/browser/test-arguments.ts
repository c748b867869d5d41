/** How every Chromium of the tests is started: as root, without a display, and without a word to anybody outside. */
export const TEST_BROWSER_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** With this extension in it, and no other. @param folder of the built extension */
export function withExtension(folder: string): string[] {
  return [...TEST_BROWSER_ARGUMENTS, `--load-extension=${folder}`, `--disable-extensions-except=${folder}`];
}
