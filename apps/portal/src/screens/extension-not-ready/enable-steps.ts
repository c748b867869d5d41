import type { Text } from '@vestibule/texts';
import { enableTexts, extensionNotReadyTexts } from './texts.ts';

/** Which instructions fit: each browser calls its things by other names. */
export type BrowserGuide = 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari-old' | 'other';

export interface EnableStep {
  readonly title: Text;
  readonly text: Text;
}

const MENU: EnableStep = { title: enableTexts.menuTitle, text: enableTexts.menu };
const RELOAD: EnableStep = { title: extensionNotReadyTexts.reloadTitle, text: extensionNotReadyTexts.reloadStep };

/** How the extension is turned on, browser by browser. */
export const ENABLE_STEPS: { readonly [guide in BrowserGuide]: readonly EnableStep[] } = {
  chrome: [MENU, { title: enableTexts.switchTitle, text: enableTexts.switchBottom }, RELOAD],
  edge: [MENU, { title: enableTexts.switchTitle, text: enableTexts.switchBeside }, RELOAD],
  firefox: [
    MENU,
    { title: enableTexts.switchTitle, text: enableTexts.switchBeside },
    { title: enableTexts.allowFirefoxTitle, text: enableTexts.allowFirefox },
    RELOAD,
  ],
  safari: [
    { title: enableTexts.openSafariTitle, text: enableTexts.openSafari },
    { title: enableTexts.tickTitle, text: enableTexts.tick },
    { title: enableTexts.allowSafariTitle, text: enableTexts.allowSafari },
    RELOAD,
  ],
  'safari-old': [
    { title: enableTexts.openSafariTitle, text: enableTexts.openSafariOld },
    { title: enableTexts.tickTitle, text: enableTexts.tickOld },
    RELOAD,
  ],
  other: [
    { title: enableTexts.otherTitle, text: enableTexts.other },
    { title: enableTexts.tickTitle, text: enableTexts.switchBeside },
    RELOAD,
  ],
};

/** From this version on Safari's extensions live in apps, and its settings look different. */
const FIRST_SAFARI_OF_NEW_STYLE = 13;

/**
 * Chooses the instructions for a browser.
 * @param browser 'Chrome', 'Safari', … as `readVisitor` names it
 * @param major its major version
 */
export function guideFor(browser: string, major: number): BrowserGuide {
  switch (browser) {
    case 'Chrome':
    case 'Brave':
    case 'Vivaldi':
    case 'Opera':
      return 'chrome';
    case 'Edge':
      return 'edge';
    case 'Firefox':
      return 'firefox';
    case 'Safari':
      return major >= FIRST_SAFARI_OF_NEW_STYLE ? 'safari' : 'safari-old';
    default:
      return 'other';
  }
}
