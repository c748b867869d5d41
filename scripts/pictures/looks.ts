/** One way of showing a state: a theme and a width. */
export interface Look {
  /** Such as 'dark-360'; the picture's file is named after it. */
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly contrast: 'more' | 'no-preference';
  /** Of the window, in CSS pixels. */
  readonly width: number;
  /** Whether axe reads the page like this: every theme once, and the layout of a telephone. */
  readonly isRead: boolean;
}

const SCHEMES = ['light', 'dark'] as const;
const WIDEST = 1440;
const TABLET = 768;
const TELEPHONE = 360;

/** Every way in which every state is looked at, by width. */
export const LOOKS: readonly Look[] = [
  ...SCHEMES.map((scheme) => plain(scheme, WIDEST, true)),
  ...SCHEMES.map((scheme) => withMoreContrast(scheme, WIDEST)),
  ...SCHEMES.map((scheme) => plain(scheme, TABLET, false)),
  ...SCHEMES.map((scheme) => plain(scheme, TELEPHONE, scheme === 'light')),
];

function plain(colorScheme: Look['colorScheme'], width: number, isRead: boolean): Look {
  return { name: `${colorScheme}-${width}`, colorScheme, contrast: 'no-preference', width, isRead };
}

function withMoreContrast(colorScheme: Look['colorScheme'], width: number): Look {
  return { name: `${colorScheme}-contrast-${width}`, colorScheme, contrast: 'more', width, isRead: true };
}

/** Nothing may be wider than this window: WCAG 2.2, 1.4.10. */
export const NARROWEST = 320;

/**
 * Whether a picture is kept: of a state that stands for a whole screen in every look, of the others in one.
 * @param screens the states that stand for a screen
 */
export function isKept(state: string, look: Look, screens: readonly string[]): boolean {
  return look === LOOKS[0] || screens.includes(state);
}

/** Height of the window, in CSS pixels. */
export function heightOf(width: number): number {
  return width < 768 ? 780 : 900;
}
