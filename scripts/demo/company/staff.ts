import type { CheckType, OperatingSystem } from '@vestibule/contracts';

/** Someone of the trial's company, and how their computer is. */
export interface Member {
  readonly login: string;
  readonly displayName: string;
  readonly groups: readonly string[];
  readonly system: OperatingSystem;
  readonly bad: readonly CheckType[];
  readonly unread: readonly CheckType[];
  /** What they do on the first day, where their computer keeps them out. */
  readonly firstDay?: FirstDay;
}

/** They fix it; ask for access, with a reason, and wait; or are given it. */
export type FirstDay =
  | { readonly does: 'fix' }
  | { readonly does: 'ask'; readonly reason: string }
  | { readonly does: 'ask-and-get'; readonly reason: string; readonly because: string };

const NAMES =
  `Ana Ruiz,Bram de Wit,Carla Nunes,Dae Kim,Elif Demir,Farid Haddad,Greg Amari,Helga Storm,Ines Caldera,Jonas Weber,
Kaito Mori,Lena Brandt,Mateo Rossi,Noor Aziz,Oscar Lindqvist,Petra Vogel,Quentin Roux,Rosa Marín,Samir Patel,Tess Okafor,
Uwe Lange,Vera Petrova,Wei Zhang,Ximena Soto,Yusuf Kaya,Zoe Martin,Aino Virtanen,Ben Carter,Chloe Dubois,Dario Conti,
Emma Novak,Finn Larsen,Gita Rao,Hugo Santos,Iris Bakker,Jack O’Neill,Klara Horvat,Leo Fischer,Maya Cohen,Nils Berg,
Olga Sokolova,Pablo Vega,Rania Saleh,Sven Holm,Tara Singh,Umar Khan,Viktor Kral`
    .split(',')
    .map((name) => name.trim());

const GROUPS = [['Sales'], ['Sales', 'Iberia'], ['Design'], ['Engineering'], ['Finance'], ['Legal'], ['Support']];
const SYSTEMS = ['windows', 'macos', 'windows', 'linux', 'windows'] as const;
/** Every so many have something: most computers are as the company wants them. */
const TROUBLE: { readonly [index: number]: Partial<Pick<Member, 'bad' | 'unread' | 'firstDay'>> } = {
  6: { bad: ['OsAutoUpdateEnable'], firstDay: { does: 'fix' } },
  11: { bad: ['NoActiveInfections'] },
  17: { bad: ['FirewallEnable'] },
  22: {
    bad: ['OSSupported'],
    firstDay: { does: 'ask', reason: 'My new laptop comes on Thursday. I have to answer customers until then.' },
  },
  28: { unread: ['OsAutoUpdateEnable'] },
  33: {
    bad: ['OsAutoUpdateEnable', 'FirewallEnable'],
    firstDay: {
      does: 'ask-and-get',
      reason: 'On the train without my charger, and the contract has to go out today.',
      because: 'Contract due today. Updates are turned on at the office tomorrow.',
    },
  },
  40: { bad: ['PasswordSet'] },
};

/** With the three who have sign-ins of their own, fifty. */
export const STAFF: readonly Member[] = NAMES.map((displayName, index) => ({
  login: displayName
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replace(/^(\w+) .*?(\w)\w*$/, '$1.$2'),
  displayName,
  groups: GROUPS[index % GROUPS.length] ?? [],
  system: SYSTEMS[index % SYSTEMS.length] ?? 'windows',
  bad: [],
  unread: [],
  ...TROUBLE[index],
}));
