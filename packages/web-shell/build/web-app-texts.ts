import { linguiConfig } from '@vestibule/texts/build';

/** The texts that every application has, from its folder. */
export const SHELL_TEXTS = '../../packages/web-shell/src/page/texts.ts';

/** The settings of `lingui extract` for an application. @param texts others than those of its screens, from its folder */
export function webAppTexts(...texts: readonly string[]) {
  return linguiConfig('src/screens', SHELL_TEXTS, ...texts);
}
