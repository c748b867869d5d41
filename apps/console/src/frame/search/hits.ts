import type { adminSearchCall, CallBody, ListedDevice, VerdictName } from '@vestibule/contracts';
import { addressOfComputer, addressOfPerson } from '../../parts/addresses.ts';
import { shownName } from '../../parts/shown-name.ts';
import { addressOfPage, NAVIGATION, type NavigationEntry } from '../navigation.ts';

export type Found = CallBody<typeof adminSearchCall>;

export const GROUPS = ['recent', 'caller', 'signIn', 'people', 'computers', 'applications', 'go'] as const;

/** One line that can be opened. */
export interface Hit {
  readonly group: (typeof GROUPS)[number];
  readonly to: string;
  readonly about:
    | {
        readonly kind: 'person';
        readonly name: string;
        readonly login: string;
        readonly verdict: PersonVerdictOf | null;
      }
    | { readonly kind: 'caller'; readonly name: string; readonly login: string; readonly code: string }
    | { readonly kind: 'computer'; readonly name: string; readonly login: string | null; readonly device: ListedDevice }
    | { readonly kind: 'application'; readonly name: string; readonly isOn: boolean }
    | {
        readonly kind: 'sign-in';
        readonly at: string;
        readonly login: string | null;
        readonly application: string | null;
      }
    | { readonly kind: 'page'; readonly entry: NavigationEntry }
    | { readonly kind: 'list'; readonly page: 'sign-ins' | 'people'; readonly text: string };
}

interface PersonVerdictOf {
  readonly verdict: VerdictName;
  readonly isEnforced: boolean;
  readonly devices: number;
}

const ENTRIES = NAVIGATION.flatMap(({ entries }) => entries);

/** What the server found, in the order in which it is shown. */
export function hitsOf({ caller, signIn, people, devices, applications }: Found): readonly Hit[] {
  return [
    ...(caller === null
      ? []
      : [
          {
            group: 'caller' as const,
            to: addressOfPerson(caller.personId),
            about: { kind: 'caller' as const, name: caller.displayName, login: caller.login, code: caller.code },
          },
        ]),
    ...(signIn === null
      ? []
      : [
          {
            group: 'signIn' as const,
            to: `${addressOfPage('sign-ins')}?open=${signIn.id}`,
            about: {
              kind: 'sign-in' as const,
              at: signIn.at,
              login: signIn.login,
              application: signIn.applicationName,
            },
          },
        ]),
    ...people.map(({ id, displayName, login, ...verdict }) => ({
      group: 'people' as const,
      to: addressOfPerson(id),
      about: { kind: 'person' as const, name: displayName, login, verdict },
    })),
    ...devices.map((device) => ({
      group: 'computers' as const,
      to: addressOfComputer(device.id),
      about: { kind: 'computer' as const, name: shownName(device), login: device.login, device },
    })),
    ...applications.map(({ id, name, isOn }) => ({
      group: 'applications' as const,
      to: `${addressOfPage('sign-ins')}?application=${id}`,
      about: { kind: 'application' as const, name, isOn },
    })),
  ];
}

/** Pages whose names hold what was typed, or all of them; and lists of it. @param nameOf the name of a page as it is shown */
export function placesOf(text: string, nameOf: (entry: NavigationEntry) => string): readonly Hit[] {
  const wanted = text.toLowerCase();
  const pages = ENTRIES.filter((entry) => nameOf(entry).toLowerCase().includes(wanted)).map((entry) => ({
    group: 'go' as const,
    to: addressOfPage(entry.page),
    about: { kind: 'page' as const, entry },
  }));
  if (text === '') return pages;
  const lists = (['sign-ins', 'people'] as const).map((page) => ({
    group: 'go' as const,
    to: `${addressOfPage(page)}?${new URLSearchParams({ search: text }).toString()}`,
    about: { kind: 'list' as const, page, text },
  }));
  return [...pages, ...lists];
}
