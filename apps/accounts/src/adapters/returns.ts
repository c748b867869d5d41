import { CONSOLE_PATH } from '@vestibule/contracts';

/** The page of the console that asked for this sign-in, kept in this tab while pages of others are in between. */
export interface Returns {
  keep(address: string): void;
  /** @returns it, and forgets it; null where none asked, or too long ago */
  take(): string | null;
}

const KEY = 'vestibule-return';
const LIFE_MS = 15 * 60_000;

/** @param openStorage as `() => window.sessionStorage`, which throws where a browser keeps nothing */
export function createReturns(openStorage: () => Storage, now: () => Date = () => new Date()): Returns {
  return {
    keep(address) {
      try {
        openStorage().setItem(KEY, `${now().getTime()} ${address}`);
      } catch {
        // The person then comes out on their own page, which leads to the console.
      }
    },
    take() {
      try {
        const [keptAt = '', address = ''] = (openStorage().getItem(KEY) ?? '').split(' ');
        openStorage().removeItem(KEY);
        return now().getTime() - Number(keptAt) <= LIFE_MS ? pageOfConsole(address) : null;
      } catch {
        return null;
      }
    },
  };
}

/**
 * The address of a page of the console, or null: no other page is led to.
 * @param address as it came, from anyone
 */
export function pageOfConsole(address: string): string | null {
  const here = 'https://here.invalid';
  if (!address.startsWith('/') || !URL.canParse(address, here)) return null;
  const { origin, pathname, search, hash } = new URL(address, here);
  const isConsole = pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`);
  return origin === here && isConsole ? `${pathname}${search}${hash}` : null;
}
