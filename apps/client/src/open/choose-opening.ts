import type { OperatingSystem } from '@vestibule/contracts';

/** A program and all the words it is started with. No shell reads them. */
export interface Opening {
  readonly program: string;
  readonly arguments: readonly string[];
  /** It tries one browser after another before it gives up. */
  readonly isSystemsOwn?: true;
}

/** A browser on this computer that knows app windows. */
export interface FoundBrowser {
  readonly program: string;
  /** The person has used it: there is a profile. */
  readonly isUsed: boolean;
}

export interface Wish {
  /** From `openingAddress`: an address of a portal. */
  readonly address: string;
  /** A profile of its own, in this folder; null: the one that the person uses. */
  readonly profile: string | null;
}

/** What shows an address in the browser that is the person's own choice, by the system. */
const SYSTEMS_OWN: Readonly<Record<OperatingSystem, (address: string) => Opening>> = {
  linux: (address) => ({ program: '/usr/bin/xdg-open', arguments: [address], isSystemsOwn: true }),
  macos: (address) => ({ program: '/usr/bin/open', arguments: [address], isSystemsOwn: true }),
  // `start` is a word of the command line's shell, which would read the address; this reads it as one.
  windows: (address) => ({
    program: String.raw`C:\Windows\System32\rundll32.exe`,
    arguments: ['url.dll,FileProtocolHandler', address],
    isSystemsOwn: true,
  }),
};

/**
 * The ways to show an address, best first: an app window of a browser that the person uses, of another one that is there, a
 * tab in the system's own choice. A profile of its own needs a browser that is known.
 * @param found in the order in which they are preferred
 */
export function chooseOpenings(
  operatingSystem: OperatingSystem,
  found: readonly FoundBrowser[],
  { address, profile }: Wish,
): readonly Opening[] {
  const inOrder = [...found.filter(({ isUsed }) => isUsed), ...found.filter(({ isUsed }) => !isUsed)];
  const windows = inOrder.map(({ program }) => ({
    program,
    arguments: [
      ...(profile === null ? [] : [`--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check']),
      `--app=${address}`,
    ],
  }));
  return profile === null ? [...windows, SYSTEMS_OWN[operatingSystem](address)] : windows;
}
