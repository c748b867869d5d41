/** Texts that are no screen's. */
export const TEXTS: readonly string[] = [
  'src/frame/texts.ts',
  'src/frame/search/texts.ts',
  'src/parts/texts.ts',
  'src/parts/checks/texts.ts',
  'src/parts/sign-ins/texts.ts',
];
