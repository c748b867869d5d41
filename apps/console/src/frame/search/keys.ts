import type { PageName } from '../navigation.ts';

/** After g: the letter of each page. */
export const PAGE_KEYS: { readonly [page in PageName]: string } = {
  'first-steps': 'f',
  overview: 'o',
  waiting: 'w',
  'sign-ins': 's',
  people: 'p',
  computers: 'c',
  applications: 'a',
  policy: 'y',
  gate: 'g',
  audit: 'l',
  settings: 't',
};

export type Meant =
  | { readonly kind: 'search' | 'here' | 'keys' | 'wait' }
  | { readonly kind: 'page'; readonly page: PageName };

/** How long g waits for its letter. */
export const WAIT_MS = 1500;

export interface Pressed {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly isAlt: boolean;
  /** In a field, or while a window is open: letters are letters there. */
  readonly isTyping: boolean;
  /** g was pressed a moment ago. */
  readonly isAfterG: boolean;
  readonly areSingleOn: boolean;
}

/** What a key asks for; null: nothing of ours. */
export function meaningOf({ key, hasModifier, isAlt, isTyping, isAfterG, areSingleOn }: Pressed): Meant | null {
  if (hasModifier) return !isAlt && key.toLowerCase() === 'k' ? { kind: 'search' } : null;
  if (isAlt || isTyping || !areSingleOn) return null;
  if (isAfterG) {
    const [page] = Object.entries(PAGE_KEYS).find(([, letter]) => letter === key) ?? [];
    return page === undefined ? null : { kind: 'page', page: page as PageName };
  }
  if (key === 'g') return { kind: 'wait' };
  if (key === '/') return { kind: 'here' };
  return key === '?' ? { kind: 'keys' } : null;
}
